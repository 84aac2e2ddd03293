// croner 11, in memory: records nothing.
import { Cron } from 'croner';
import { measure } from './report.js';

const count = Number(process.argv[2]);
const measured = measure(count, () => process.exit());
for (let i = 0; i < count; i++) new Cron('* * * * *', { timezone: 'Europe/Berlin' }, () => measured.fire());
measured.registered();
measured.giveUpAfter(55_000);
