/** The types of Terraform's values (cty), as much of them as the provider uses. */
export type Shape =
  | 'string'
  | 'number'
  | 'bool'
  | { readonly list: Shape }
  | { readonly map: Shape }
  | { readonly object: Readonly<Record<string, Shape>> };

/** The type in the JSON that a schema carries. Terraform panics where it is wrong. */
export function shapeText(shape: Shape): string {
  return JSON.stringify(jsonOf(shape));
}

function jsonOf(shape: Shape): unknown {
  if (typeof shape === 'string') return shape;
  if ('list' in shape) return ['list', jsonOf(shape.list)];
  if ('map' in shape) return ['map', jsonOf(shape.map)];
  return [
    'object',
    Object.fromEntries(Object.entries(shape.object).map(([name, inner]) => [name, jsonOf(inner)])),
  ];
}
