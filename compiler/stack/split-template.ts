/** A piece of a Terraform template: text as it stands, or an expression between `${` and `}`. */
export type TemplatePart = { readonly text: string } | { readonly expression: string };

/**
 * Takes apart a string of Terraform JSON, in which `${...}` is an expression, `%{...}` a directive and `$${`, `%%{` are
 * those signs as text. A directive is given as an expression with its `%` before it, which nothing can resolve.
 */
export function splitTemplate(template: string): readonly TemplatePart[] {
  if (!/[$%]\{/.test(template)) return [{ text: template }];
  const parts: TemplatePart[] = [];
  let text = '';
  for (let at = 0; at < template.length; ) {
    const three = template.slice(at, at + 3);
    const sign = template[at]!;
    if (three === '$${' || three === '%%{') {
      text += `${sign}{`;
      at += 3;
    } else if ((sign === '$' || sign === '%') && template[at + 1] === '{') {
      const end = endOf(template, at + 2);
      const inner = template.slice(at + 2, end).trim();
      if (text !== '') parts.push({ text });
      parts.push({ expression: sign === '%' ? `%${inner}` : inner });
      text = '';
      at = end + 1;
    } else {
      text += sign;
      at++;
    }
  }
  if (text !== '') parts.push({ text });
  return parts;
}

/** Where the brace closes that was opened before `from`; braces inside quotes do not count. */
function endOf(template: string, from: number): number {
  let depth = 1;
  let quoted = false;
  for (let at = from; at < template.length; at++) {
    const sign = template[at];
    if (quoted && sign === '\\') at++;
    else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === '{') depth++;
    else if (!quoted && sign === '}' && --depth === 0) return at;
  }
  return template.length;
}
