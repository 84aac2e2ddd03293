import { declarationSchema, kinds } from './kind-schemas.js';
import { formats, publishedSchema } from './published-schemas.js';
import { referenceIndex, referencePage } from './reference-pages.js';
import { declarationTypes } from './type-declarations.js';
import { validatorsModule, validatorsTypes } from './validators.js';

/** Everything that is generated from the schemas, by path from the root of the repository. */
export async function outputs() {
  return {
    'schema/generated/declarations.gen.ts': await declarationTypes(),
    'schema/generated/validators.gen.js': await validatorsModule(),
    'schema/generated/validators.gen.d.ts': validatorsTypes(),
    'schema/published/declaration.schema.json': json(declarationSchema()),
    ...Object.fromEntries(
      Object.keys(formats).map((name) => [
        `schema/published/${name}.schema.json`,
        json(publishedSchema(name)),
      ]),
    ),
    'docs/reference/README.md': referenceIndex(),
    ...Object.fromEntries(
      kinds.map((kind) => [`docs/reference/${kind.toLowerCase()}.md`, referencePage(kind)]),
    ),
  };
}

const json = (value) => `${JSON.stringify(value, null, 2)}\n`;
