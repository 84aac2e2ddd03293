// BullMQ 6 on redis, one worker in this process at concurrency 100. ALMANAC_BENCH_REDIS is the port.
import { Queue, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import { measure } from './report.js';

const [count, minutes] = process.argv.slice(2).map(Number);
const connection = new Redis(Number(process.env.ALMANAC_BENCH_REDIS), '127.0.0.1', {
  maxRetriesPerRequest: null,
});
const measured = measure(count, minutes, () => process.exit());
const queue = new Queue('minute', { connection });
const worker = new Worker('minute', async () => measured.fire(), { connection, concurrency: 100 });
worker.on('error', () => {});
const step = 500;
for (let i = 0; i < count; i += step) {
  await Promise.all(
    Array.from({ length: Math.min(step, count - i) }, (_, k) =>
      queue.upsertJobScheduler(`job-${i + k}`, { pattern: '* * * * *', tz: 'Europe/Berlin' }),
    ),
  );
}
measured.registered();
