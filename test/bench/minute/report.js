/**
 * Measures what every contender does: `count` jobs fire on each of some whole minutes. The first is that of a process
 * that just began; what is learned by running is known in the others. At its end one line of JSON; lateness in
 * milliseconds behind the minute.
 */
export function measure(count, minutes, finish) {
  const began = performance.now();
  const done = [];
  let late = new Float64Array(count);
  let minute = 0;
  let fired = 0;
  let registered = 0;
  let cpu = process.cpuUsage();
  return {
    registered() {
      registered = performance.now() - began;
      // A peer that registers across the boundary would fire for two minutes; only the next full one counts.
      next(Math.ceil((Date.now() + 1_000) / 60_000) * 60_000);
    },
    fire() {
      const now = Date.now();
      if (minute === 0 || now < minute || fired >= count) return;
      late[fired++] = now - minute;
      if (fired === count) end(minute);
    },
    /** Which minute is measured, from 0; as many as there are at the end. */
    get minute() {
      return done.length;
    },
  };

  function next(at) {
    minute = at;
    fired = 0;
    late = new Float64Array(count);
    cpu = process.cpuUsage();
    // What has not fired by then never counts as fast.
    setTimeout(() => end(at), at - Date.now() + 55_000).unref();
  }

  function end(at) {
    if (at !== minute) return;
    const sorted = late.subarray(0, fired).toSorted();
    const part = (share) => sorted[Math.min(fired - 1, Math.floor(share * fired))] ?? null;
    const { user, system } = process.cpuUsage(cpu);
    done.push({
      fired,
      first: part(0),
      p50: part(0.5),
      p99: fired === count ? part(0.99) : null,
      last: fired === count ? part(1) : null,
      cpu: Math.round((user + system) / 1000),
    });
    if (done.length < minutes) return next(at + 60_000);
    minute = 0;
    const rss = Math.round(process.memoryUsage().rss / 1e6);
    console.log(JSON.stringify({ registered: Math.round(registered), rss, minutes: done }));
    finish();
  }
}
