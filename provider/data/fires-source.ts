import { formatInstant, nextFire, parseInstant, scheduleOf } from '../../compiler/index.ts';
import { BackendError } from '../backends/backend.ts';
import { jobSideOf } from '../fires/job-side.ts';
import { describeFire } from '../fires/outcome-text.ts';
import type { DataSource } from '../plugin/provider.ts';
import { backendRemark, errorRemark, type Remark } from '../resources/remark.ts';
import type { Workshop } from '../resources/workshop.ts';
import type { Values } from '../wire/value.ts';

const most = 1000;

/** `almanac_fires`: the coming fires of a job that is in force. */
export function firesSource(workshop: Workshop): DataSource {
  const failed = (...remarks: Remark[]) => ({ state: null, remarks });
  return {
    block: {
      description: 'The coming fires of a job that is in force, whoever declared it.',
      attributes: [
        { name: 'tenant', description: 'The tenant.', type: 'string', mode: 'required' },
        { name: 'job', description: 'Name of the job.', type: 'string', mode: 'required' },
        {
          name: 'from',
          description:
            'The instant after which fires are listed. Left out, the provider’s `as_of`, else now.',
          type: 'string',
          mode: 'optional',
        },
        {
          name: 'limit',
          description: `How many, from 1 to ${most}. By default 10.`,
          type: 'number',
          mode: 'optional',
        },
        {
          name: 'fires',
          description: 'The fires: the instant in UTC, and what becomes of it, as the job’s `fires` say it.',
          mode: 'computed',
          type: {
            nesting: 'list',
            attributes: [
              { name: 'at', description: 'The instant in UTC.', type: 'string', mode: 'computed' },
              {
                name: 'outcome',
                description: 'Wall time, and what becomes of the fire.',
                type: 'string',
                mode: 'computed',
              },
            ],
          },
        },
      ],
    },
    validate: checkFiresConfig,
    read: async (config) => {
      const session = workshop.session();
      if (!session) return failed(errorRemark('the provider is not configured yet'));
      const remarks = checkFiresConfig(config);
      if (remarks.length > 0) return { state: null, remarks };
      const { tenant, job, from, limit } = config;
      try {
        const view = await session.view(String(tenant));
        const side = view.inForce && jobSideOf(view.inForce.manifest, String(tenant), String(job));
        if (!side) {
          const where = session.backend.label;
          return failed(
            errorRemark(`no job ${String(tenant)}/${String(job)} is in force in ${where}`, '', [
              { attribute: 'job' },
            ]),
          );
        }
        const schedule = scheduleOf(side.manifest, side.tenant, side.meaning);
        const found: Values[] = [];
        let at = typeof from === 'string' ? parseInstant(from) : (workshop.asOf() ?? workshop.clock());
        while (at !== undefined && found.length < Number(limit ?? 10)) {
          at = nextFire(schedule, at);
          if (at !== undefined)
            found.push({ at: formatInstant(at), outcome: describeFire(side.meaning, schedule, at) });
        }
        return { state: { ...config, fires: found }, remarks: [] };
      } catch (error) {
        if (!(error instanceof BackendError)) throw error;
        return failed(backendRemark(error));
      }
    },
  };
}

function checkFiresConfig({ from, limit }: Values): readonly Remark[] {
  const remarks: Remark[] = [];
  if (typeof from === 'string' && parseInstant(from) === undefined)
    remarks.push(
      errorRemark('`from` is not an instant', 'Write it as in RFC 3339, with `Z`.', [{ attribute: 'from' }]),
    );
  if (typeof limit === 'number' && !(Number.isInteger(limit) && limit >= 1 && limit <= most))
    remarks.push(errorRemark(`\`limit\` is a whole number from 1 to ${most}`, '', [{ attribute: 'limit' }]));
  return remarks;
}
