import { type ObjectShape, shapeOf } from '../wire/block.ts';
import { readJson, readValue, writeValue } from '../wire/dynamic-value.ts';
import { shapeText } from '../wire/shape.ts';
import { isRecord, type Value, type Values } from '../wire/value.ts';
import { diagnosticMessages, pathMessage } from './diagnostic-message.ts';
import { type Method, method } from './grpc-server.ts';
import type { MessageInit, MessageShape } from './message-shape.ts';
import {
  ArgumentError,
  type Outcome,
  type Private,
  type Provider,
  type ProviderFunction,
} from './provider.ts';
import { schemaMessage } from './schema-message.ts';

const SERVICE = 'tfplugin6.Provider';
const MARKDOWN = 1;

/** The methods that Terraform calls, over a provider of plain values. */
export function providerService(provider: Provider): readonly Method[] {
  const shapes = new Map<object, ObjectShape>();
  const shape = (block: Parameters<typeof shapeOf>[0]): ObjectShape => {
    const known = shapes.get(block) ?? shapeOf(block);
    shapes.set(block, known);
    return known;
  };
  const resource = (name: string) => named(provider.resources, name, 'resource');
  const dataSource = (name: string) => named(provider.dataSources, name, 'data source');
  const outcome = (state: Values | null, block: ObjectShape) => writeValue(state, block);

  return [
    method(SERVICE, 'GetProviderSchema', 'Empty', 'GetProviderSchemaResponse', () => ({
      provider: schemaMessage(provider.configuration),
      resourceSchemas: mapped(provider.resources, ({ block }) => schemaMessage(block)),
      dataSourceSchemas: mapped(provider.dataSources, ({ block }) => schemaMessage(block)),
      functions: mapped(provider.functions, functionMessage),
      serverCapabilities: capabilities,
    })),
    method(SERVICE, 'GetMetadata', 'Empty', 'GetMetadataResponse', () => ({
      serverCapabilities: capabilities,
      resources: Object.keys(provider.resources).map((typeName) => ({ typeName })),
      dataSources: Object.keys(provider.dataSources).map((typeName) => ({ typeName })),
      functions: Object.keys(provider.functions).map((typeName) => ({ typeName })),
    })),
    method(SERVICE, 'GetFunctions', 'Empty', 'GetFunctionsResponse', () => ({
      functions: mapped(provider.functions, functionMessage),
    })),
    method(SERVICE, 'GetResourceIdentitySchemas', 'Empty', 'GetResourceIdentitySchemasResponse', () => ({})),
    method(
      SERVICE,
      'ValidateProviderConfig',
      'ValidateProviderConfigRequest',
      'ValidateProviderConfigResponse',
      ({ config }) => ({
        diagnostics: diagnosticMessages(provider.validate(object(config, shape(provider.configuration)))),
      }),
    ),
    method(SERVICE, 'ConfigureProvider', 'ConfigureProviderRequest', 'DiagnosticsResponse', ({ config }) => ({
      diagnostics: diagnosticMessages(provider.configure(object(config, shape(provider.configuration)))),
    })),
    method(
      SERVICE,
      'ValidateResourceConfig',
      'ValidateConfigRequest',
      'DiagnosticsResponse',
      ({ typeName, config }) => {
        const { block, validate } = resource(typeName);
        return { diagnostics: diagnosticMessages(validate(object(config, shape(block)))) };
      },
    ),
    method(
      SERVICE,
      'ValidateDataResourceConfig',
      'ValidateConfigRequest',
      'DiagnosticsResponse',
      ({ typeName, config }) => {
        const { block, validate } = dataSource(typeName);
        return { diagnostics: diagnosticMessages(validate(object(config, shape(block)))) };
      },
    ),
    method(
      SERVICE,
      'UpgradeResourceState',
      'UpgradeResourceStateRequest',
      'UpgradeResourceStateResponse',
      ({ typeName, rawState }) => {
        const { block } = resource(typeName);
        // There is one version so far. What it did not know is null, and what is known no more is left out.
        return {
          upgradedState: writeValue(readJson(rawState?.json ?? new Uint8Array(), shape(block)), shape(block)),
        };
      },
    ),
    method(
      SERVICE,
      'ReadResource',
      'ReadResourceRequest',
      'ReadResourceResponse',
      async ({ typeName, currentState, private: kept }) => {
        const { block, read } = resource(typeName);
        const result = await read(object(currentState, shape(block)), keptFrom(kept));
        return {
          newState: outcome(result.state, shape(block)),
          private: keptBytes(result),
          diagnostics: diagnosticMessages(result.remarks),
        };
      },
    ),
    method(
      SERVICE,
      'PlanResourceChange',
      'PlanResourceChangeRequest',
      'PlanResourceChangeResponse',
      async ({ typeName, priorState, proposedNewState, config, priorPrivate }) => {
        const { block, plan } = resource(typeName);
        const result = await plan({
          prior: objectOrNull(priorState, shape(block)),
          proposed: objectOrNull(proposedNewState, shape(block)),
          config: objectOrNull(config, shape(block)),
          kept: keptFrom(priorPrivate),
        });
        return {
          plannedState: outcome(result.state, shape(block)),
          plannedPrivate: bytesOf(result.kept),
          requiresReplace: result.replace.map(pathMessage),
          diagnostics: diagnosticMessages(result.remarks),
        };
      },
    ),
    method(
      SERVICE,
      'ApplyResourceChange',
      'ApplyResourceChangeRequest',
      'ApplyResourceChangeResponse',
      async ({ typeName, priorState, plannedState, config, plannedPrivate }) => {
        const { block, apply } = resource(typeName);
        const result = await apply({
          prior: objectOrNull(priorState, shape(block)),
          planned: objectOrNull(plannedState, shape(block)),
          config: objectOrNull(config, shape(block)),
          kept: keptFrom(plannedPrivate),
        });
        return {
          newState: outcome(result.state, shape(block)),
          private: keptBytes(result),
          diagnostics: diagnosticMessages(result.remarks),
        };
      },
    ),
    method(
      SERVICE,
      'ImportResourceState',
      'ImportResourceStateRequest',
      'ImportResourceStateResponse',
      ({ typeName, id }) => {
        const { block, import: importState } = resource(typeName);
        const state = importState(id);
        if (state) return { importedResources: [{ typeName, state: outcome(state, shape(block)) }] };
        const form = typeName === 'almanac_tenant' ? '`TENANT`' : '`TENANT/NAME`';
        const remark = {
          severity: 'error',
          summary: `"${id}" is not the id of a declaration`,
          detail: `An id of \`${typeName}\` is ${form}.`,
        } as const;
        return { diagnostics: diagnosticMessages([remark]) };
      },
    ),
    method(
      SERVICE,
      'MoveResourceState',
      'MoveResourceStateRequest',
      'MoveResourceStateResponse',
      ({ sourceTypeName, targetTypeName }) => {
        const remark = {
          severity: 'error',
          summary: `a ${sourceTypeName} can't become a ${targetTypeName}`,
          detail: 'They declare things of different kinds.',
        } as const;
        return { diagnostics: diagnosticMessages([remark]) };
      },
    ),
    method(
      SERVICE,
      'ReadDataSource',
      'ReadDataSourceRequest',
      'ReadDataSourceResponse',
      async ({ typeName, config }) => {
        const { block, read } = dataSource(typeName);
        const { state, remarks } = await read(object(config, shape(block)));
        return { state: outcome(state, shape(block)), diagnostics: diagnosticMessages(remarks) };
      },
    ),
    method(
      SERVICE,
      'CallFunction',
      'CallFunctionRequest',
      'CallFunctionResponse',
      ({ name, arguments: given }) => callFunction(named(provider.functions, name, 'function'), given),
    ),
    method(SERVICE, 'StopProvider', 'Empty', 'StopProviderResponse', () => {
      provider.stop();
      return {};
    }),
  ];
}

const capabilities = { planDestroy: true, getProviderSchemaOptional: true } as const;

function callFunction(
  { parameters, gives, call }: ProviderFunction,
  given: readonly MessageShape<'DynamicValue'>[],
): MessageInit<'CallFunctionResponse'> {
  try {
    const values = parameters.map(({ shape }, index) => readValue(given[index], shape));
    return { result: writeValue(call(values), gives) };
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    return { error: { text: error.message, functionArgument: BigInt(error.index) } };
  }
}

function functionMessage({
  summary,
  description,
  parameters,
  gives,
}: ProviderFunction): MessageInit<'Function'> {
  const type = (shape: Parameters<typeof shapeText>[0]) => new TextEncoder().encode(shapeText(shape));
  return {
    summary,
    description,
    descriptionKind: MARKDOWN,
    return: { type: type(gives) },
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      description: parameter.description,
      descriptionKind: MARKDOWN,
      type: type(parameter.shape),
    })),
  };
}

function mapped<Item, Message>(
  items: Readonly<Record<string, Item>>,
  message: (item: Item) => Message,
): Readonly<Record<string, Message>> {
  return Object.fromEntries(Object.entries(items).map(([name, item]) => [name, message(item)]));
}

function named<Item>(items: Readonly<Record<string, Item>>, name: string, what: string): Item {
  const item = Object.hasOwn(items, name) ? items[name] : undefined;
  if (!item) throw new Error(`no ${what} \`${name}\``);
  return item;
}

function objectOrNull(bytes: MessageShape<'DynamicValue'> | undefined, shape: ObjectShape): Values | null {
  const value: Value = readValue(bytes, shape);
  return isRecord(value) ? value : null;
}

/** An object that Terraform sent without one has no values: a configuration of which nothing is known. */
function object(bytes: MessageShape<'DynamicValue'> | undefined, shape: ObjectShape): Values {
  return (
    objectOrNull(bytes, shape) ?? Object.fromEntries(Object.keys(shape.object).map((name) => [name, null]))
  );
}

function keptFrom(bytes: Uint8Array): Private {
  return bytes.length === 0 ? {} : (JSON.parse(Buffer.from(bytes).toString('utf8')) as Private);
}

function keptBytes({ state, kept }: Pick<Outcome, 'state' | 'kept'>): Uint8Array {
  return state === null ? new Uint8Array() : bytesOf(kept);
}

function bytesOf(kept: Private): Uint8Array {
  return Buffer.from(JSON.stringify(kept));
}
