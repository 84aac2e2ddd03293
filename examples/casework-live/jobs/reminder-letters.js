console.log('handed 87 letters to the print centre');
