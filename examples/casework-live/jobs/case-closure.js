/** Longer than the spacing of its fires. */
setTimeout(() => console.log('closed 3 cases'), 20_000);
