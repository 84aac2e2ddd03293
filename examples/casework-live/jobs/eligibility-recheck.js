/** Two seconds of work on the window that it is told. */
const { ALMANAC_WINDOW_FROM: from, ALMANAC_WINDOW_TO: to } = process.env;
setTimeout(() => console.log(`rechecked 12 claims whose evidence changed from ${from} to ${to}`), 2_000);
