// node-cron 4, in memory: records nothing.
import cron from 'node-cron';
import { measure } from './report.js';

const count = Number(process.argv[2]);
const measured = measure(count, () => process.exit());
for (let i = 0; i < count; i++)
  cron.schedule('* * * * *', () => measured.fire(), { timezone: 'Europe/Berlin' });
measured.registered();
measured.giveUpAfter(55_000);
