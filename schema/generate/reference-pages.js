import { exampleYaml, flow } from './example-yaml.js';
import { kindSchema, kinds } from './kind-schemas.js';

/** Writes the page of a kind for docs/reference: an example, and a table for each object in it. */
export function referencePage(kind) {
  const schema = kindSchema(kind);
  const objects = objectsOf(schema);
  const formats = new Set();
  const sections = objects.map(({ path, definition }) => {
    const rows = Object.entries(definition.properties).map(([name, property]) => {
      const required = definition.required?.includes(name) ? 'yes' : '';
      const type = typeText(property, schema.$defs, formats);
      const cells = [
        `\`${name}\``,
        type,
        required,
        property.description,
        property.examples.map(code).join(' or '),
      ];
      return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
    });
    const head = '| property | type | required | meaning | example |\n| --- | --- | --- | --- | --- |';
    return `## \`${path}\`\n\n${definition.description}\n\n${head}\n${rows.join('\n')}`;
  });
  const words = [...formats]
    .sort()
    .map((name) => `- **${wordsOf(name)}**: ${schema.$defs[name].description}`);
  return `<!-- Generated from schema/kinds/${kind.toLowerCase()}.schema.json by \`npm run generate\`. -->

# ${kind}

${schema.description}

\`\`\`yaml
${exampleYaml(schema.examples[0])}
\`\`\`

${sections.join('\n\n')}

## Formats

${words.join('\n')}
`;
}

/** Writes the page that leads to the kinds. */
export function referenceIndex() {
  const rows = kinds.map(
    (kind) => `| [${kind}](${kind.toLowerCase()}.md) | ${kindSchema(kind).description} |`,
  );
  return `<!-- Generated from schema/kinds by \`npm run generate\`. -->

# Declarations

Every document has \`apiVersion\`, \`kind\`, \`metadata\` and \`spec\`; a file may hold many, with \`---\` between them.

| kind | says |
| --- | --- |
${rows.join('\n')}

How findings are judged is said in [almanac.config.yaml](almanac-config.md).
`;
}

/** The objects below a document's \`metadata\` and \`spec\`, each once, under the first path that leads to it. */
function objectsOf({ properties, $defs }) {
  const found = [];
  const visit = (schema, path) => {
    const definition = schema.$ref ? definitionOf(schema, $defs) : schema;
    if (found.some((other) => other.definition === definition)) return;
    if (definition.properties) {
      found.push({ path, definition });
      for (const [name, property] of Object.entries(definition.properties))
        visit(property, `${path}.${name}`);
    }
    if (definition.then) visit(definition.then, path);
    if (definition.items) visit(definition.items, `${path}[]`);
    if (typeof definition.additionalProperties === 'object')
      visit(definition.additionalProperties, `${path}.*`);
  };
  visit(properties.metadata, 'metadata');
  visit(properties.spec, 'spec');
  return found;
}

/** Says what a property takes, and notes the formats that the page has to explain. */
function typeText(schema, $defs, formats) {
  if (schema.$ref) {
    const definition = definitionOf(schema, $defs);
    if (definition.properties) return 'object';
    if (!definition.pattern) return typeText(definition, $defs, formats);
    const name = schema.$ref.slice('#/$defs/'.length);
    formats.add(name);
    return wordsOf(name);
  }
  const inner = (part) => typeText(part, $defs, formats);
  if (schema.if) return `${inner(schema.else)}, or ${inner(schema.then)}`;
  if (schema.enum) return schema.enum.map(code).join(', ');
  if (schema.const !== undefined) return code(schema.const);
  if (schema.items) return `list of: ${inner(schema.items)}`;
  if (typeof schema.additionalProperties === 'object') return `map to: ${inner(schema.additionalProperties)}`;
  if (Array.isArray(schema.type)) return schema.type.map((type) => inner({ type })).join(', or ');
  const least = schema.minimum === undefined ? '' : `, at least ${schema.minimum}`;
  const words = { string: 'text', integer: 'whole number', number: 'number', object: 'object' };
  return `${words[schema.type]}${least}`;
}

const definitionOf = (schema, $defs) => $defs[schema.$ref.slice('#/$defs/'.length)];
const code = (value) => `\`${flow(value)}\``;
const wordsOf = (name) => {
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.replace('dns', 'DNS').replace('http url', 'URL');
};
