import { type AskedTime, parseInstant, parseWall } from '../../compiler/index.ts';
import type { Instant } from '../../schema/time.ts';
import { pageMost } from '../history/index.ts';
import { ApiProblem } from './api-problem.ts';
import type { Field } from './route.ts';

/** A DNS label: nothing else can name a tenant or a job. */
const label = { type: 'string', pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$', maxLength: 63 };
const text = (maxLength: number) => ({ type: 'string', minLength: 1, maxLength });

export const tenantField: Field = { about: 'the tenant', schema: label };
export const jobField: Field = { about: "the job's name within its tenant", schema: label };
export const timeField: Field = {
  about:
    "an instant, for instance `2027-03-28T01:30:00Z`, or a wall time in the job's zone, for instance `2027-03-28T02:30`",
  schema: text(40),
};
export const fromField: Field = { about: 'scheduled at or after this instant', schema: text(40) };
export const untilField: Field = { about: 'scheduled before this instant', schema: text(40) };
export const cursorField: Field = { about: '`next` of the page before', schema: text(2000) };
export const limitField: Field = {
  about: 'the most rows of a page',
  schema: { type: 'integer', minimum: 1, maximum: pageMost, default: 100 },
};
export const revisionField: Field = {
  about: 'the number of the revision, from 1',
  schema: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
};
export const digestField: Field = {
  about: 'the digest of a plan',
  schema: { type: 'string', pattern: '^sha256:[0-9a-f]{64}$' },
};
export const nameField = (about: string): Field => ({
  about,
  schema: { type: 'string', pattern: '^[A-Za-z0-9][A-Za-z0-9._-]*$', maxLength: 100 },
});
export const flagField = (about: string): Field => ({ about, schema: { type: 'boolean', default: false } });

/**
 * Reads an instant out of a request; undefined where there is none.
 *
 * @throws {ApiProblem} for a text that is no instant.
 */
export function instantIn(fields: Readonly<Record<string, unknown>>, name: string): Instant | undefined {
  const value = fields[name];
  if (value === undefined) return undefined;
  const instant = parseInstant(String(value));
  if (instant !== undefined) return instant;
  throw new ApiProblem('invalid-request', `\`${name}\` is not an instant`, {
    help: 'write date, time and offset to the second, for instance `2027-03-28T01:30:00Z`',
  });
}

/**
 * Reads an instant, or a wall time.
 *
 * @throws {ApiProblem} for any other text.
 */
export function timeIn(value: string): AskedTime {
  const instant = parseInstant(value);
  if (instant !== undefined) return { kind: 'instant', instant };
  const wall = parseWall(value);
  if (wall !== undefined) return { kind: 'wall', wall, text: value };
  throw new ApiProblem('invalid-request', 'the time is neither an instant nor a wall time', {
    help: "write `2027-03-28T01:30:00Z`, or in the job's zone `2027-03-28T02:30`",
  });
}
