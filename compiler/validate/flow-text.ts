/** Writes a value as YAML on one line, as people do: `{ cron: "30 1 * * *", zone: Europe/London }`. */
export function flowText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(flowText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    const pairs = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${flowText(item)}`);
    return pairs.length === 0 ? '{}' : `{ ${pairs.join(', ')} }`;
  }
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

function keyText(key: string): string {
  return isPlain(key) ? key : JSON.stringify(key);
}

/** Whether text is commonly written without quotes, and means itself then. */
function isPlain(text: string): boolean {
  return (
    /^[A-Za-z][\w./-]*$|^(?:\d+[dhms])+$|^\d{4}-\d{2}-\d{2}(?:T[\d:]+Z)?$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n)$/i.test(text)
  );
}
