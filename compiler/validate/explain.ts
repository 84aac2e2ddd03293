import type { Kind } from '../../schema/declared.ts';
import type { ValidationError } from '../../schema/validators.ts';
import { explainChoice, explainMissingKeys, explainUnknownKeys } from './explain-keys.ts';
import { explainType } from './explain-type.ts';
import { explainKeyName, explainValue } from './explain-values.ts';
import type { Remark } from './remark.ts';
import { valueAt } from './schema-at.ts';
import { isObject, troubleOf } from './trouble.ts';
import type { Written } from './written.ts';

/** Mistakes of one document that are put into words. Of more, only their number is known. */
const explainedMax = 100;

/** Says in a tenant's words why a document does not fit the schema of its kind, each mistake once. */
export function explain(
  kind: Kind,
  document: unknown,
  errors: readonly ValidationError[],
  written: Written,
): { remarks: Remark[]; unexplained: number } {
  const telling = errors.filter(isTelling);
  const trouble = troubleOf(kind, document, telling.slice(0, explainedMax), written);
  const keys = explainUnknownKeys(trouble);
  const open = trouble.errors.filter((error) => !keys.covers(error));
  // Of a choice made twice, what goes with each side is not missing yet.
  const torn = new Set(
    open.filter(({ keyword }) => keyword === 'oneOf').map(({ instancePath }) => instancePath),
  );
  const missing = open.filter(
    ({ keyword, instancePath }) =>
      keyword === 'required' || (keyword === 'dependentRequired' && !torn.has(instancePath)),
  );
  const remarks = [...keys.remarks, ...explainMissingKeys(trouble, missing)];
  const wrongShape = new Set<string>();
  for (const error of open) {
    if (wrongShape.has(error.instancePath)) continue;
    switch (error.keyword) {
      case 'required':
      case 'dependentRequired':
        break;
      case 'type':
        // What else is said of a value of the wrong shape is about a value that is not there.
        wrongShape.add(error.instancePath);
        remarks.push(explainType(trouble, error));
        break;
      case 'oneOf':
      case 'anyOf':
      case 'minProperties':
      case 'maxProperties':
        if (isObject(valueAt(document, error.instancePath))) remarks.push(explainChoice(trouble, error));
        break;
      case 'propertyNames':
        remarks.push(explainKeyName(error));
        break;
      default:
        remarks.push(explainValue(trouble, error));
    }
  }
  return { remarks, unexplained: telling.length - trouble.errors.length };
}

/**
 * Whether an error says something of its own. The branches of a choice say less than the choice, and the pattern of a
 * key less than that it is one.
 */
function isTelling({ keyword, schemaPath, propertyName }: ValidationError): boolean {
  return keyword !== 'if' && propertyName === undefined && !/\/(?:oneOf|anyOf)\/\d+\//.test(schemaPath);
}
