import { formatDuration } from '../manifest/index.ts';
import { sourcePattern } from './config.ts';
import type { KnownRule } from './config-reader.ts';
import { planRules } from './plan-rules.ts';
import type { RuleOption } from './rule-option.ts';
import { rules } from './rules.ts';

type Schema = Readonly<Record<string, unknown>>;
type Identified = Schema & { readonly $id: string };

const durationPattern = '^(?=\\d)(\\d{1,8}d)?(\\d{1,8}h)?(\\d{1,8}m)?(\\d{1,8}s)?$';

/**
 * Returns the JSON Schema of `almanac.config.yaml`, for editors: every rule with what it asks for and its options.
 * `compileConfig` is what checks.
 */
export function configSchema(): Identified {
  const severities = ['info', 'warning', 'error', 'stop'];
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: 'https://almanac.dev/schema/v1/almanac-config.schema.json',
    title: 'AlmanacConfig',
    description: 'How `almanac` judges what it finds: severities, options of rules, and waivers.',
    type: 'object',
    additionalProperties: false,
    properties: {
      failOn: {
        description: 'A finding at or above it ends a command with exit code 3.',
        enum: severities,
        default: 'error',
        examples: ['warning'],
      },
      rules: {
        description: 'By rule its severity, or a mapping with it and the options of the rule.',
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries([...rules, ...planRules].map((rule) => [rule.name, ruleSchema(rule)])),
        examples: [{ 'dead-man-missing': 'error', burst: 'off' }],
      },
      waivers: {
        description: 'Findings that somebody has looked at and lets stand for a while.',
        type: 'array',
        items: { $ref: '#/$defs/waiver' },
        examples: [[waiverExample]],
      },
      paths: {
        description: 'What a command reads when it is given no paths, relative to this file.',
        type: 'array',
        minItems: 1,
        items: { type: 'string' },
        examples: [['jobs/**']],
      },
      source: {
        description:
          'Whose declarations these are in a runtime. A declaration has one source, and no other may declare it.',
        type: 'string',
        pattern: sourcePattern.source,
        default: 'files',
        examples: ['casework-jobs'],
      },
      approvals: {
        description: 'How many must approve a plan before it is applied, not counting who applies it.',
        type: 'integer',
        minimum: 0,
        maximum: 20,
        default: 0,
        examples: [1],
      },
    },
    examples: [
      {
        failOn: 'warning',
        rules: { 'dead-man-missing': 'error', 'changes-soon': { severity: 'error', within: '12h' } },
        waivers: [waiverExample],
      },
    ],
    $defs: {
      severity: {
        description:
          'How bad a finding is; `off` does not look for any, `stop` ends a command with exit code 4.',
        enum: ['off', ...severities],
      },
      waiver: waiverSchema,
      scope: {
        description: '`tenant/name`, `*` standing for any letters.',
        type: 'string',
        pattern: '^[a-z0-9*-]+/[a-z0-9*-]+$',
        examples: ['benefits/*'],
      },
    },
  };
}

const waiverExample = {
  rule: 'gap-loses-fire',
  scope: 'benefits/*',
  reason: 'the night has no statements anyway',
  expires: '2027-06-01',
} as const;

const waiverSchema: Schema = {
  description: 'What is let stand, where, why and until when; all four, so that it can be judged later.',
  type: 'object',
  additionalProperties: false,
  required: ['rule', 'scope', 'reason', 'expires'],
  properties: {
    rule: {
      description: 'The rule.',
      enum: [...rules, ...planRules].map(({ name }) => name),
      examples: [waiverExample.rule],
    },
    scope: {
      description: 'Whose findings.',
      examples: ['benefits/*', ['benefits/statement-run', 'pensions/*']],
      type: ['string', 'array'],
      if: { type: 'array' },
      // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
      then: { minItems: 1, items: { $ref: '#/$defs/scope' } },
      else: { $ref: '#/$defs/scope' },
    },
    reason: {
      description: 'Why, in words.',
      type: 'string',
      pattern: '\\S',
      examples: [waiverExample.reason],
    },
    expires: {
      description: 'From this day (its beginning in UTC) or instant on it waives nothing.',
      type: 'string',
      examples: ['2027-06-01', '2027-06-01T12:00:00Z'],
    },
  },
};

function ruleSchema(rule: KnownRule & { readonly title: string; readonly severity: string }): Schema {
  const { title, severity, options = {} } = rule;
  const schemas = Object.entries(options).map(([name, option]) => [name, optionSchema(option)] as const);
  const set = Object.fromEntries(schemas.map(([name, schema]) => [name, schema['default']]));
  return {
    description: `${title[0]!.toUpperCase()}${title.slice(1)}.`,
    default: severity,
    examples: schemas.length === 0 ? [severity] : [severity, { severity, ...set }],
    type: ['string', 'object'],
    if: { type: 'object' },
    // biome-ignore lint/suspicious/noThenProperty: it is JSON Schema's word.
    then: {
      additionalProperties: false,
      properties: {
        severity: {
          description: 'How bad a finding of this rule is.',
          $ref: '#/$defs/severity',
          examples: [severity],
        },
        ...Object.fromEntries(schemas),
      },
    },
    else: { $ref: '#/$defs/severity' },
  };
}

function optionSchema({ kind, standard, about: description }: RuleOption): Schema {
  if (kind === 'duration') {
    const text = formatDuration(standard);
    return { description, type: 'string', pattern: durationPattern, default: text, examples: [text] };
  }
  const number = { description, default: standard, examples: [standard] };
  return kind === 'count'
    ? { ...number, type: 'integer', minimum: 1 }
    : { ...number, type: 'number', exclusiveMinimum: 0, maximum: 1 };
}
