import { fileURLToPath } from 'node:url';
import { createGenerator } from 'ts-json-schema-generator';

/** The formats that programs read, by the name of their schema, with the type that says what is in them. */
export const formats = {
  manifest: 'Manifest',
  plan: 'Plan',
  fires: 'FireList',
  snapshot: 'Snapshot',
  explanation: 'Explanations',
  history: 'HistoryPage',
  missing: 'MissingReport',
  upcoming: 'UpcomingReport',
  backlog: 'BacklogReport',
  api: 'ApiBodies',
};

/** Where a format's type stands, where it is not a noun's file. */
const elsewhere = { api: 'runtime/api/api-bodies.ts' };

/** Numbers that the types call by what they count; all are whole. */
const wholeNumbers = ['Instant', 'Seconds', 'WallTime', 'DayNumber'];

/** Writes the schema of a published format from its type and the comments there. */
export function publishedSchema(name) {
  const path = (file) => fileURLToPath(new URL(`../../${file}`, import.meta.url));
  const generator = createGenerator({
    path: path(elsewhere[name] ?? `schema/${name}.ts`),
    tsconfig: path('tsconfig.json'),
    type: formats[name],
    topRef: false,
    // tsc of our own version checks the types; this one only reads them.
    skipTypeCheck: true,
  });
  // The generator writes draft 7, which for what our types can say differs from 2020-12 in these names alone.
  const text = JSON.stringify(generator.createSchema(formats[name]));
  const { $schema: _, definitions, ...root } = JSON.parse(text.replaceAll('"#/definitions/', '"#/$defs/'));
  for (const number of wholeNumbers) if (definitions[number]) definitions[number].type = 'integer';
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    $id: `https://almanac.dev/schema/v1/${name}.schema.json`,
    title: formats[name],
    ...root,
    $defs: definitions,
  };
}
