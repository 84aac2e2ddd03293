import { compile } from 'json-schema-to-typescript';
import { declarationSchema, kinds } from './kind-schemas.js';

/** Writes the TypeScript types of the kinds: `JobDeclaration`, its parts, and the union `Declaration`. */
export async function declarationTypes() {
  const { $defs, description } = declarationSchema();
  const union = `/**\n * ${description}\n */\nexport type Declaration =${kinds.map((kind) => `\n  | ${typeName(kind)}`).join('')};\n`;
  return `${banner}\n${union}\n${await typesOf($defs)}`;
}

const banner = '/* Generated from schema/kinds by `npm run generate`: edit those, not this. */\n';

/** Each definition is compiled alone, references being names by then, and in the order of the schema. */
async function typesOf(definitions) {
  const texts = [];
  for (const [key, definition] of Object.entries(definitions)) {
    const name = typeName(key);
    const { title: _, ...schema } = withNames(definition);
    texts.push(
      await compile(schema, name, {
        additionalProperties: false,
        bannerComment: '',
        ignoreMinAndMaxItems: true,
        style: { printWidth: 110, singleQuote: true },
        unknownAny: true,
      }),
    );
  }
  return readonly(texts.join('\n'));
}

/** Texts whose plain name means the number or object that the compiler makes of them. */
const texts = { date: 'DateText', duration: 'DurationText', instant: 'InstantText' };

function typeName(name) {
  if (kinds.includes(name)) return `${name}Declaration`;
  return texts[name] ?? name.replace(/^./, (letter) => letter.toUpperCase());
}

/**
 * Says in a schema what the types are to be: references become names, a value of two shapes told by
 * `if` becomes a union, and what only restricts combinations of keys is left out, since it would
 * turn an interface into an intersection that nobody can read.
 */
function withNames(schema) {
  const { $ref, type, description, properties, items, additionalProperties } = schema;
  if ($ref) return { tsType: typeName($ref.slice('#/$defs/'.length)), description };
  if (schema.if) return { description, anyOf: [schema.else, schema.then].map(withNames) };
  if (Array.isArray(type)) return { description, anyOf: type.map((name) => withNames({ type: name })) };
  if (type === 'object' && !properties && !additionalProperties) {
    return { description, tsType: 'Record<string, unknown>' };
  }
  const { oneOf, anyOf, dependentRequired, propertyNames, default: _, examples, ...kept } = schema;
  if (items) kept.items = withNames(items);
  if (additionalProperties) kept.additionalProperties = withNames(additionalProperties);
  if (properties) {
    kept.properties = Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [name, withNames(property)]),
    );
  }
  return kept;
}

/** Marks properties and arrays as readonly, for which json-schema-to-typescript has no option. */
function readonly(text) {
  return text
    .split('\n')
    .map((line) =>
      /^\s*\/?\*/.test(line)
        ? line
        : line
            .replace(/^(\s+)((?:[\w$]+|'[^']+')\??:|\[k: string\]:)/, '$1readonly $2')
            .replace(/(\w+|\([^()]*\)|\[[^[\]]*\])\[\]/g, 'readonly $1[]'),
    )
    .join('\n');
}
