/** What every peer prints at its end: one line of JSON. Lateness in milliseconds behind the minute. */
export function measure(count, finish) {
  const late = new Float64Array(count);
  const began = performance.now();
  const cpu = process.cpuUsage();
  let minute = 0;
  let fired = 0;
  let registered = 0;
  return {
    registered() {
      registered = performance.now() - began;
      // A peer that registers across the boundary would fire for two minutes; only the next full one counts.
      minute = Math.ceil((Date.now() + 1_000) / 60_000) * 60_000;
    },
    fire() {
      const now = Date.now();
      if (minute === 0 || now < minute || fired >= count) return;
      late[fired++] = now - minute;
      if (fired === count) end();
    },
    /** Gives up: what has not fired by then never counts as fast. */
    giveUpAfter(milliseconds) {
      setTimeout(end, minute - Date.now() + milliseconds);
    },
  };
  function end() {
    const sorted = late.subarray(0, fired).toSorted();
    const at = (share) => sorted[Math.min(fired - 1, Math.floor(share * fired))] ?? null;
    const { user, system } = process.cpuUsage(cpu);
    console.log(
      JSON.stringify({
        registered: Math.round(registered),
        fired,
        first: at(0),
        p50: at(0.5),
        p99: fired === count ? at(0.99) : null,
        last: fired === count ? at(1) : null,
        cpu: Math.round((user + system) / 1000),
        rss: Math.round(process.memoryUsage().rss / 1e6),
      }),
    );
    finish();
  }
}
