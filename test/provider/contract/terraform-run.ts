import { expect } from 'vitest';
import { almanacProvider } from '../../../provider/almanac-provider.ts';
import type { Private, Provider } from '../../../provider/plugin/provider.ts';
import { type Block, isNestedBlock, shapeOf } from '../../../provider/wire/block.ts';
import { readValue, writeValue } from '../../../provider/wire/dynamic-value.ts';
import { isRecord, type Value, type Values } from '../../../provider/wire/value.ts';
import { brokenPromises, invalidPlan, isEqual, proposedState, unknownPlaces } from './terraform-rules.ts';

/** A resource as Terraform keeps it between two runs. */
export interface Kept {
  readonly state: Values;
  readonly private: Private;
}

/** One provider process, asked as Terraform asks, every answer held against Terraform's rules. */
export function terraformRun(manifestPath: string, asOf: string | null, now: number) {
  const provider: Provider = almanacProvider({}, () => now);
  const settings = withNulls(provider.configuration, { manifest_path: manifestPath, as_of: asOf });
  expect(provider.validate(settings)).toEqual([]);
  expect(provider.configure(settings)).toEqual([]);

  return {
    refresh: async (type: string, kept: Kept): Promise<Kept | null> => {
      const { block, read } = provider.resources[type]!;
      const { state, kept: next, remarks } = await read(overWire(kept.state, block), kept.private);
      expect(errorsIn(remarks)).toEqual([]);
      if (state === null) return null;
      expect(unknownPlaces(state)).toEqual([]);
      return { state: overWire(state, block), private: next };
    },

    plan: async (
      type: string,
      prior: Kept | null,
      config: Values | null,
      /** What Terraform passes on when it plans the second half of a replacement. */
      passedOn: Private = {},
    ) => {
      const { block, validate, plan } = provider.resources[type]!;
      const full = config && overWire(withNulls(block, config), block);
      if (full) expect(errorsIn(validate(full))).toEqual([]);
      const outcome = await plan({
        prior: prior?.state ?? null,
        proposed: full && overWire(proposedState(block.attributes, prior?.state ?? null, full), block),
        config: full,
        kept: prior?.private ?? passedOn,
      });
      expect(errorsIn(outcome.remarks)).toEqual([]);
      const planned = outcome.state && overWire(outcome.state, block);
      if (full) expect(invalidPlan(block.attributes, prior?.state ?? null, full, planned!)).toEqual([]);
      else expect(planned).toBeNull();
      const isReplaced =
        prior !== null &&
        outcome.replace.some(([step]) => {
          const name = step && 'attribute' in step ? step.attribute : '';
          return !isEqual(prior.state[name] ?? null, planned?.[name] ?? null);
        });
      return { planned, private: outcome.kept, remarks: outcome.remarks, isReplaced };
    },

    apply: async (
      type: string,
      prior: Kept | null,
      planned: Values | null,
      kept: Private,
    ): Promise<Kept | null> => {
      const { block, apply } = provider.resources[type]!;
      const {
        state,
        kept: next,
        remarks,
      } = await apply({
        prior: prior?.state ?? null,
        planned: planned && overWire(planned, block),
        config: null,
        kept,
      });
      expect(errorsIn(remarks)).toEqual([]);
      if (planned === null) {
        expect(state).toBeNull();
        return null;
      }
      const made = overWire(state!, block);
      expect(unknownPlaces(made)).toEqual([]);
      expect(brokenPromises(planned, made)).toEqual([]);
      return { state: made, private: next };
    },
  };
}

/** A configuration as Terraform sends it: whatever is left out is null, in every object of it. */
function withNulls(block: Pick<Block, 'attributes'>, values: Values): Values {
  return Object.fromEntries(
    block.attributes.map(({ name, type }) => {
      const value = values[name] ?? null;
      if (!isNestedBlock(type) || typeof value !== 'object' || value === null) return [name, value];
      const inner = (item: Value) => (isRecord(item) ? withNulls(type, item) : item);
      if (type.nesting === 'single') return [name, inner(value)];
      if (Array.isArray(value)) return [name, value.map(inner)];
      return [
        name,
        Object.fromEntries(Object.entries(value).map(([key, item]) => [key, inner(item as Value)])),
      ];
    }),
  );
}

function overWire(value: Values, block: Block): Values {
  const shape = shapeOf(block);
  return readValue({ ...writeValue(value, shape), json: new Uint8Array() }, shape) as Values;
}

function errorsIn(
  remarks: readonly { severity: string; summary: string; detail: string }[],
): readonly string[] {
  return remarks
    .filter(({ severity }) => severity === 'error')
    .map(({ summary, detail }) => `${summary} ${detail}`);
}
