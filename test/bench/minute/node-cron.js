// node-cron 4, in memory: records nothing.
import cron from 'node-cron';
import { measure } from './report.js';

const [count, minutes] = process.argv.slice(2).map(Number);
const measured = measure(count, minutes, () => process.exit());
for (let i = 0; i < count; i++)
  cron.schedule('* * * * *', () => measured.fire(), { timezone: 'Europe/Berlin' });
measured.registered();
