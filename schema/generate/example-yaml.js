/**
 * Writes an example as YAML in the way people write it: a block for each mapping and list, and short
 * mappings of plain values in one line.
 */
export function exampleYaml(value, indent = '') {
  if (Array.isArray(value)) {
    return value.map((item) => `${indent}- ${exampleYaml(item, `${indent}  `).trimStart()}`).join('\n');
  }
  if (typeof value !== 'object' || value === null) return indent + scalar(value);
  return Object.entries(value)
    .map(([key, item]) => {
      const line = flow(item);
      const inLine =
        typeof item !== 'object' || (line.length + indent.length + key.length < 70 && isFlat(item));
      return `${indent}${scalar(key)}:${inLine ? ` ${line}` : `\n${exampleYaml(item, `${indent}  `)}`}`;
    })
    .join('\n');
}

/** Writes a value in one line. */
export function flow(value) {
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return scalar(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${scalar(key)}: ${flow(item)}`)
    .join(', ')} }`;
}

const isFlat = (value) => Object.values(value).every((item) => typeof item !== 'object');

/** Plain where no reader of YAML could take it for anything but text; else quoted, which JSON does right. */
function scalar(value) {
  return typeof value === 'string' && plain.test(value) && !otherThanText.test(value)
    ? value
    : JSON.stringify(value);
}

const plain = /^(?:[A-Za-z](?:[\w@./ -]*[\w/])?|\d+[dhms])$/;
const otherThanText = /^(?:true|false|null|yes|no|on|off|[yn])$/i;
