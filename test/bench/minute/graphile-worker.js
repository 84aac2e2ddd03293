// graphile-worker on PostgreSQL, concurrency 20; cron lines are UTC. Runs under node@22. ALMANAC_BENCH_POSTGRES is a URL.
import { Logger, parseCronItems, run } from 'graphile-worker';
import { measure } from './report.js';

const [count, minutes] = process.argv.slice(2).map(Number);
const measured = measure(count, minutes, () => process.exit());
const items = Array.from({ length: count }, (_, i) => ({
  task: 'fire',
  match: '* * * * *',
  identifier: `job-${i}`,
}));
await run({
  connectionString: process.env.ALMANAC_BENCH_POSTGRES,
  concurrency: 20,
  noHandleSignals: true,
  // It tells of every job; a line each would be measured with it.
  logger: new Logger(() => () => {}),
  maxPoolSize: 20,
  taskList: { fire: async () => measured.fire() },
  parsedCronItems: parseCronItems(items),
});
measured.registered();
