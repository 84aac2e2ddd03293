// croner 11, in memory: records nothing.
import { Cron } from 'croner';
import { measure } from './report.js';

const [count, minutes] = process.argv.slice(2).map(Number);
const measured = measure(count, minutes, () => process.exit());
for (let i = 0; i < count; i++) new Cron('* * * * *', { timezone: 'Europe/Berlin' }, () => measured.fire());
measured.registered();
