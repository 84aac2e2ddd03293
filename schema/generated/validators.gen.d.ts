/* Generated from schema/kinds by `npm run generate`: edit those, not this. */
import type { Kind } from '../declared.ts';

/** What is wrong with a value, as ajv says it. */
export interface ValidationError {
  /** JSON pointer to the value that is wrong; of a key that is missing or too many, to its object. */
  readonly instancePath: string;
  /**
   * Where the keyword stands: from the root of the kind's schema, references passed through without a
   * word (`#/properties/spec/properties/schedule/required`), or from a definition that refers to no
   * other (`#/$defs/duration/pattern`).
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
