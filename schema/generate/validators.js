import { fileURLToPath } from 'node:url';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { kindSchema, kinds } from './kind-schemas.js';

function strictAjv(options) {
  return new Ajv2020({
    allErrors: true,
    strict: true,
    // `type: [string, object]` with if/then is how a value of two shapes gets one clear error.
    allowUnionTypes: true,
    // `oneOf` over `required` names properties that the schema around it defines.
    strictRequired: false,
    ...options,
  });
}

/**
 * Compiles a schema for tests and generators, to a function that holds a value against it or against the
 * part of it under a JSON pointer. What the product runs is compiled ahead, because loading ajv costs more
 * than all else that `almanac check` does.
 */
export function compileSchema(schema) {
  const ajv = strictAjv();
  ajv.addSchema(schema);
  ajv.getSchema(schema.$id);
  return (value, pointer = '') => {
    const validate = ajv.getSchema(`${schema.$id}#${pointer}`);
    validate(value);
    return validate.errors ?? [];
  };
}

/**
 * Leaves out what is only for readers, and puts definitions that refer to others in the place of their
 * references.
 *
 * ajv makes a function of each of these, and a function's errors have a `schemaPath` that begins at the
 * definition without naming it. Put in place, an error's path leads from the root of the kind's schema to
 * the keyword; of the small definitions, which ajv puts in place by itself, it names the definition:
 * `#/$defs/duration/pattern`.
 */
function bare(schema, definitions) {
  const target = schema.$ref && definitions[schema.$ref.slice('#/$defs/'.length)];
  if (target && JSON.stringify(target).includes('"$ref"')) return bare(target, definitions);
  const { title: _, description, examples, default: __, $defs, ...rest } = schema;
  for (const key of ['items', 'if', 'then', 'else', 'additionalProperties', 'propertyNames']) {
    if (typeof rest[key] === 'object') rest[key] = bare(rest[key], definitions);
  }
  for (const key of ['properties', '$defs']) {
    if (!schema[key]) continue;
    rest[key] = Object.fromEntries(
      Object.entries(schema[key]).map(([name, value]) => [name, bare(value, definitions)]),
    );
  }
  return rest;
}

function bareKind(kind) {
  const schema = kindSchema(kind);
  const { $defs, ...whole } = bare(schema, schema.$defs);
  const text = JSON.stringify(whole);
  const referred = Object.entries($defs).filter(([name]) => text.includes(`"#/$defs/${name}"`));
  return { ...whole, $defs: Object.fromEntries(referred) };
}

/** Compiles the kinds' schemas to one module without imports. */
export async function validatorsModule() {
  // Without ajv's own messages: ours are written from keyword and params.
  const ajv = strictAjv({ messages: false, code: { source: true, esm: true, lines: false } });
  for (const kind of kinds) ajv.addSchema(bareKind(kind));
  const code = standalone.default(ajv, Object.fromEntries(kinds.map((kind) => [kind, kindSchema(kind).$id])));
  const { outputFiles } = await build({
    stdin: {
      // ajv calls `require` for its runtime pieces (lengths, equality) even in ESM; bundling puts them in place.
      contents: `${code.replaceAll('export const', 'const')}\nexport const validators = { ${kinds.join(', ')} };`,
      resolveDir: fileURLToPath(new URL('.', import.meta.url)),
    },
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'neutral',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/** Writes the types of that module. */
export function validatorsTypes() {
  return `/* Generated from schema/kinds by \`npm run generate\`: edit those, not this. */
import type { Kind } from '../declared.ts';

/** What is wrong with a value, as ajv says it. */
export interface ValidationError {
  /** JSON pointer to the value that is wrong; of a key that is missing or too many, to its object. */
  readonly instancePath: string;
  /**
   * Where the keyword stands: from the root of the kind's schema, references passed through without a
   * word (\`#/properties/spec/properties/schedule/required\`), or from a definition that refers to no
   * other (\`#/$defs/duration/pattern\`).
   */
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Of an error in the name of a key, that name. */
  readonly propertyName?: string;
}

export interface Validator {
  (value: unknown): boolean;
  /** Of the last call; null where the value was valid. */
  readonly errors?: readonly ValidationError[] | null;
}

export declare const validators: Readonly<Record<Kind, Validator>>;
`;
}
