/** The first attempt fails at every full minute. */
const { ALMANAC_ATTEMPT: attempt, ALMANAC_SCHEDULED: scheduled = '' } = process.env;
if (attempt === '1' && scheduled.endsWith(':00Z')) {
  console.error('the post office does not answer');
  process.exitCode = 1;
} else {
  console.log('sent 1204 statements');
}
