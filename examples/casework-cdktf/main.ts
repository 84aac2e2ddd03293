import { App, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import {
  AlmanacProvider,
  Calendar,
  Channel,
  Grant,
  Job,
  Policy,
  Scenario,
  Silence,
  Tenant,
} from '../../provider/cdktf/index.ts';
import { bankHolidays } from './bank-holidays.ts';

const london = 'Europe/London';
const cloudRunJob = (name: string) => `projects/benefits-example/locations/europe-west2/jobs/${name}`;

/** The benefits service of examples/casework, declared in TypeScript. */
class Casework extends TerraformStack {
  constructor(scope: Construct, id: string) {
    super(scope, id);
    new AlmanacProvider(this, 'almanac', { manifestPath: 'manifest.json' });

    // A tenant refers to its channels, so that a channel goes by the tenant's name.
    const onCall = new Channel(this, 'on-call', {
      tenant: 'benefits',
      webhook: { url: 'https://pager.example.gov/hooks/benefits' },
    });
    const tenant = new Tenant(this, 'benefits', {
      owners: ['benefits-platform@example.gov'],
      alerts: { channels: [onCall] },
      lanes: {
        // The statements service takes forty calls at a time; eight are left for people.
        scheduled: { maxConcurrent: 32, maxPerMinute: 120 },
        // Catching up on old nights must never be felt by tonight's.
        backfill: { maxConcurrent: 4, maxPerMinute: 20, minPerMinute: 2 },
      },
      // Whatever writes to the case store: two at once, or its lock queue grows.
      groups: { 'case-store': { maxConcurrent: 2 } },
      // A decision on a benefit can be challenged for thirteen months.
      retention: '400d',
    });

    const nightly = new Policy(this, 'nightly', {
      tenant,
      lateAfter: '10m',
      horizon: '1h', // better left out than started among the caseworkers
      overlap: 'skip',
      catchUp: 'latest', // two missed nights are one statement run: it reads everything open
      dst: { gap: 'shift', fold: 'first' },
      report: { startWithin: '5m', finishWithin: '2h', lostAfter: '3h' },
    });
    const frequent = new Policy(this, 'frequent', {
      tenant,
      lateAfter: '5m',
      horizon: '15m', // the next one does the same work
      overlap: 'skip',
      catchUp: 'latest',
      dst: { gap: 'next', fold: 'first' },
      report: { startWithin: '2m', finishWithin: '12m', lostAfter: '14m' },
    });
    // Statutory dates: late is bad, never is worse.
    const statutory = new Policy(this, 'statutory', {
      tenant,
      lateAfter: '30m',
      horizon: '3d',
      overlap: 'queue-one',
      catchUp: 'all',
      dst: { gap: 'shift', fold: 'first' },
      report: { startWithin: '15m', finishWithin: '8h', lostAfter: '12h' },
      retry: { attempts: 5, minBackoff: '30s', maxBackoff: '30m' },
    });

    const holidays = new Calendar(this, 'uk-bank-holidays', {
      tenant,
      validUntil: '2028-12-31',
      dates: bankHolidays,
    });
    // The print centre's own closing days, as it sends them to everybody.
    const printCentreClosed = new Calendar(this, 'print-centre-closed', {
      tenant,
      validUntil: '2027-12-31',
      ics: 'print-centre-closed.ics',
    });

    const statementRun = new Job(this, 'statement-run', {
      tenant,
      schedule: { cron: '0 2 * * *', zone: london, exclude: [holidays] },
      policy: nightly,
      expectedDuration: '25m',
      cost: { perRun: 4.2 },
      target: {
        http: { url: 'https://statements.example.gov/run', auth: { oidc: { audience: 'statements' } } },
      },
    });
    new Job(this, 'eligibility-recheck', {
      tenant,
      schedule: { cron: '*/15 * * * *', zone: london },
      policy: frequent,
      group: 'case-store',
      expectedDuration: '6m',
      target: {
        http: { url: 'https://eligibility.example.gov/recheck', auth: { oidc: { audience: 'eligibility' } } },
      },
    });
    new Job(this, 'case-closure', {
      tenant,
      schedule: { cron: '0 3 L * *', zone: london },
      policy: statutory,
      group: 'case-store',
      expectedDuration: '2h',
      target: { cloudRunJob: { job: cloudRunJob('case-closure'), timeout: '6h' } },
    });
    new Job(this, 'reminder-letters', {
      tenant,
      schedule: { cron: '0 9 * * MON-FRI', zone: london, exclude: [holidays, printCentreClosed] },
      policy: nightly,
      expectedDuration: '15m',
      target: {
        pubsub: {
          topic: 'projects/benefits-example/topics/reminders-due',
          attributes: { channel: 'letter' },
        },
      },
    });
    new Job(this, 'quarterly-return', {
      tenant,
      schedule: { cron: '0 6 1 1,4,7,10 *', zone: london, exclude: [holidays], onExcluded: 'next-day' },
      policy: statutory,
      expectedDuration: '3h',
      target: { cloudRunJob: { job: cloudRunJob('quarterly-return'), timeout: '8h' } },
    });
    new Job(this, 'overpayment-sweep', {
      tenant,
      schedule: { cron: '15 4 * * SUN', zone: london },
      policy: statutory,
      group: 'case-store',
      expectedDuration: '50m',
      target: {
        http: {
          url: 'https://eligibility.example.gov/overpayments',
          auth: { oidc: { audience: 'eligibility' } },
        },
      },
    });
    // Never by itself: somebody orders it after an incident, with a reason.
    new Job(this, 'rebuild-case-index', {
      tenant,
      schedule: { manual: true },
      policy: statutory,
      group: 'case-store',
      expectedDuration: '4h',
      target: { cloudRunJob: { job: cloudRunJob('rebuild-case-index'), timeout: '10h' } },
    });

    new Grant(this, 'on-call-engineers', {
      tenant,
      principals: ['group:benefits-on-call@example.gov'],
      verbs: ['read', 'ack', 'hold', 'run', 'backfill:request'],
      scope: { jobs: ['*'] },
    });
    // Who approves is never who requests: the runtime compares the two principals.
    new Grant(this, 'service-managers', {
      tenant,
      principals: ['group:benefits-managers@example.gov'],
      verbs: ['read', 'apply', 'backfill:approve'],
      scope: { jobs: ['*'] },
      expires: '2027-12-31T00:00:00Z',
    });
    new Silence(this, 'statements-migration', {
      tenant,
      from: '2027-01-16T00:00:00Z',
      until: '2027-01-16T06:00:00Z',
      reason: 'statements service moves to the new region',
      jobs: [statementRun],
    });
    // A night without the platform, so that every change of policy is tried on one.
    new Scenario(this, 'region-outage', {
      tenant,
      outages: [{ from: '2026-12-01T01:00:00Z', until: '2026-12-01T07:05:00Z', of: 'platform' }],
    });
  }
}

const app = new App();
new Casework(app, 'casework');
app.synth();
