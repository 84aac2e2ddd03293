import { cpus, loadavg } from 'node:os';

/** Says on what and beside what a benchmark ran, since figures of two runs only compare on equal ground. */
export function describeMachine(): string {
  const [processor] = cpus();
  const load = loadavg()
    .map((value) => value.toFixed(2))
    .join(' ');
  return `node ${process.versions.node}, tzdata ${process.versions.tz}, ${cpus().length} x ${processor?.model.trim()}, load average ${load}`;
}
