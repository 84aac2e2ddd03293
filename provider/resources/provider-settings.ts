import { parseInstant, platformTzdata } from '../../compiler/index.ts';
import type { Block } from '../wire/block.ts';
import { unknown, type Values } from '../wire/value.ts';
import { errorRemark, type Remark } from './remark.ts';

/** What the `provider "almanac"` block says. */
export interface ProviderSettings {
  readonly manifestPath: string | undefined;
  readonly endpoint: string | undefined;
  readonly token: string | undefined;
  readonly source: string;
  readonly principal: string;
  /** In seconds since 1970. */
  readonly asOf: number | undefined;
}

export const providerBlock: Block = {
  description:
    'Declares tenants, policies, jobs, calendars, grants and channels of Almanac, and shows in the plan which fires a change alters.',
  attributes: [
    {
      name: 'endpoint',
      description:
        'Address of an Almanac runtime. Left out, it is the environment variable `ALMANAC_ENDPOINT`. Either this or `manifest_path`.',
      type: 'string',
      mode: 'optional',
    },
    {
      name: 'token',
      description:
        'ID token of the principal that applies, for the runtime. Left out, it is the environment variable `ALMANAC_TOKEN`.',
      type: 'string',
      mode: 'optional',
      sensitive: true,
    },
    {
      name: 'manifest_path',
      description:
        'Path of a manifest file that declarations are compiled to, for people without a runtime. `almanac plan --base` reads it. Beside it stands `NAME.declarations.json`; keep both.',
      type: 'string',
      mode: 'optional',
    },
    {
      name: 'source_name',
      description:
        'Who keeps these declarations. Each declaration has one source, and a second one that claims it is refused: give each Terraform state its own, such as `terraform:payments`. By default `terraform`.',
      type: 'string',
      mode: 'optional',
    },
    {
      name: 'principal',
      description:
        'Who applies, for the records of a runtime without access control. By default `terraform`.',
      type: 'string',
      mode: 'optional',
    },
    {
      name: 'as_of',
      description:
        'The instant after which fires are shown: `plantimestamp()`. Without it a plan cannot show the fires of new jobs, since a provider may not read the clock.',
      type: 'string',
      mode: 'optional',
    },
    {
      name: 'tzdata',
      description:
        'Name of the time-zone data that this machine must have, such as `2025c`. Where a team plans on several machines, this tells when one of them has others.',
      type: 'string',
      mode: 'optional',
    },
  ],
};

type Environment = Readonly<Record<string, string | undefined>>;

/** Says what is wrong in the block. What is not known yet is not judged. */
export function checkSettings(config: Values, environment: Environment): readonly Remark[] {
  const remarks: Remark[] = [];
  const { endpoint, manifest_path: path, as_of: asOf, tzdata } = config;
  const given = (value: unknown) => value !== null && value !== undefined;
  if (given(endpoint) && given(path)) {
    remarks.push(
      errorRemark(
        '`endpoint` and `manifest_path` exclude each other',
        'Declarations go to a runtime, or to a file.',
        [{ attribute: 'manifest_path' }],
      ),
    );
  }
  const hasPlace = given(endpoint) || given(path) || environment['ALMANAC_ENDPOINT'];
  if (!hasPlace) {
    remarks.push(
      errorRemark(
        'the provider does not say where declarations go',
        'Write `endpoint`, the address of a runtime, or `manifest_path`, a file.',
      ),
    );
  }
  if (typeof endpoint === 'string' && !isAddress(endpoint)) {
    remarks.push(
      errorRemark('`endpoint` is not an address', 'Write `https://...`, without a user or a query.', [
        { attribute: 'endpoint' },
      ]),
    );
  }
  if (typeof asOf === 'string' && parseInstant(asOf) === undefined) {
    remarks.push(
      errorRemark(
        '`as_of` is not an instant',
        'Write `plantimestamp()`, or an instant as in RFC 3339 with `Z`.',
        [{ attribute: 'as_of' }],
      ),
    );
  }
  if (typeof tzdata === 'string' && tzdata !== platformTzdata()) {
    remarks.push(
      errorRemark(
        `this machine has the time-zone data ${platformTzdata()}, and the configuration asks for ${tzdata}`,
        'Plan with a Node that has those data, or change `tzdata`: a plan then shows the fires that move.',
        [{ attribute: 'tzdata' }],
      ),
    );
  }
  return remarks;
}

/** Reads the block; undefined while it is not known where declarations go. */
export function readSettings(config: Values, environment: Environment): ProviderSettings | undefined {
  if (config['endpoint'] === unknown || config['manifest_path'] === unknown) return undefined;
  const text = (name: string) => {
    const value = config[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const manifestPath = text('manifest_path');
  const asOf = text('as_of');
  return {
    manifestPath,
    endpoint: text('endpoint') ?? (manifestPath === undefined ? environment['ALMANAC_ENDPOINT'] : undefined),
    token: text('token') ?? environment['ALMANAC_TOKEN'],
    source: text('source_name') ?? 'terraform',
    principal: text('principal') ?? 'terraform',
    asOf: asOf === undefined ? undefined : parseInstant(asOf),
  };
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search } = new URL(text);
  return /^https?:$/.test(protocol) && username === '' && password === '' && search === '';
}
