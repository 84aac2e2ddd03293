import { readFileSync } from 'node:fs';
import {
  hasChanges,
  planChange,
  renderPlanText,
  runPlanRules,
  standardConfig,
  tamperedPart,
} from '../../compiler/index.ts';
import type { Manifest } from '../../schema/manifest.ts';
import type { Plan } from '../../schema/plan.ts';
import { BackendError } from '../backends/backend.ts';
import type { Session } from '../backends/session.ts';
import type { DataSource } from '../plugin/provider.ts';
import { backendRemark, errorRemark, type Remark } from '../resources/remark.ts';
import type { Workshop } from '../resources/workshop.ts';
import type { BlockAttribute } from '../wire/block.ts';
import type { Values } from '../wire/value.ts';

/** `almanac_plan`: what one manifest makes of another, or of what is in force. */
export function planSource(workshop: Workshop): DataSource {
  return {
    block: {
      description:
        'The plan between two manifests, as `almanac plan` makes it: for a `check` or a `precondition` on what a change does to the fires of a whole tenant. Left out, a side is what is in force where the provider applies.',
      attributes: [
        {
          name: 'tenant',
          description: 'The tenant whose fires are compared.',
          type: 'string',
          mode: 'required',
        },
        {
          name: 'before',
          description: 'Path of a manifest that `almanac compile` wrote. Left out, what is in force.',
          type: 'string',
          mode: 'optional',
        },
        {
          name: 'after',
          description: 'Path of a manifest that `almanac compile` wrote. Left out, what is in force.',
          type: 'string',
          mode: 'optional',
        },
        ...outcomes,
      ],
    },
    validate: checkPlanConfig,
    read: async (config) => {
      const session = workshop.session();
      const remarks = session ? checkPlanConfig(config) : [errorRemark('the provider is not configured yet')];
      if (!session || remarks.length > 0) return { state: null, remarks };
      const tenant = String(config['tenant']);
      try {
        const before = await side(config['before'], tenant, session);
        const after = await side(config['after'], tenant, session);
        const plan = planOf(before, after, workshop.asOf() ?? workshop.clock());
        return { state: { ...config, ...valuesOfPlan(plan) }, remarks: [] };
      } catch (error) {
        if (!(error instanceof BackendError)) throw error;
        return { state: null, remarks: [backendRemark(error)] };
      }
    },
  };
}

const outcome = (name: string, type: BlockAttribute['type'], description: string): BlockAttribute => ({
  name,
  description,
  type,
  mode: 'computed',
});

const outcomes: readonly BlockAttribute[] = [
  outcome('digest', 'string', 'Digest of the plan, by which it is approved.'),
  outcome('has_changes', 'bool', 'Whether anything changes its meaning.'),
  outcome('fires_added', 'number', 'Fires that come.'),
  outcome('fires_removed', 'number', 'Fires that go.'),
  outcome('fires_moved', 'number', 'Fires that go to another time of the same day.'),
  outcome('fires_altered', 'number', 'Fires that stay or move and have another outcome.'),
  outcome('jobs_changed', { list: 'string' }, 'Jobs that change, as `TENANT/NAME`.'),
  outcome('findings', { list: 'string' }, 'What the rules on plans say, as `RULE: SUBJECT: MESSAGE`.'),
  outcome('text', 'string', 'The plan as `almanac plan` prints it.'),
];

function checkPlanConfig({ before, after }: Values): readonly Remark[] {
  if ((before ?? null) !== null || (after ?? null) !== null) return [];
  return [
    errorRemark('the plan has the same on both sides', 'Write `before`, `after` or both.', [
      { attribute: 'after' },
    ]),
  ];
}

async function side(
  path: Values[string] | undefined,
  tenant: string,
  session: Session,
): Promise<Manifest | undefined> {
  if (typeof path !== 'string') return (await session.view(tenant)).inForce?.manifest;
  const manifest = manifestFrom(path);
  const meaning = manifest.tenants[tenant];
  return { ...manifest, tenants: meaning ? { [tenant]: meaning } : {} };
}

function manifestFrom(path: string): Manifest {
  const help = '`almanac compile --out FILE` writes a manifest.';
  let manifest: Manifest;
  try {
    manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch (error) {
    throw new BackendError(`${path} can't be read as a manifest: ${(error as Error).message}`, help);
  }
  if (
    manifest?.formatVersion !== 1 ||
    typeof manifest.tenants !== 'object' ||
    typeof manifest.zones !== 'object'
  )
    throw new BackendError(`${path} is not a manifest of format 1`, help);
  const tampered = tamperedPart(manifest);
  if (tampered !== undefined)
    throw new BackendError(
      `${path} was changed after it was compiled: its ${tampered} is not what its digest says`,
      help,
    );
  return manifest;
}

const nothing: Manifest = { formatVersion: 1, digest: '', tenants: {}, zones: {}, tzdata: '', sources: {} };

function planOf(before: Manifest | undefined, after: Manifest | undefined, now: number): Plan {
  const kind = { kind: 'manifest' } as const;
  const plan = planChange(
    {
      ...(before && { before }),
      after: after ?? nothing,
      base: before ? { ...kind, label: 'before' } : { kind: 'none', label: 'none' },
      target: { ...kind, label: 'after' },
      from: now,
      findings: [],
    },
    now,
  );
  const findings = runPlanRules(
    plan,
    { ...(before && { before }), after: after ?? nothing },
    standardConfig,
    now,
  );
  return { ...plan, findings };
}

function valuesOfPlan(plan: Plan): Values {
  const { fires } = plan.counts;
  return {
    digest: plan.digest,
    has_changes: hasChanges(plan),
    fires_added: fires.added,
    fires_removed: fires.removed,
    fires_moved: fires.moved,
    fires_altered: fires.altered,
    jobs_changed: plan.jobs.map(({ tenant, job }) => `${tenant}/${job}`),
    findings: plan.findings.map(({ code, subject, message }) => `${code}: ${subject ?? ''}: ${message}`),
    text: renderPlanText(plan),
  };
}
