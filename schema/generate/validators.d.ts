import type { ValidationError } from '../generated/validators.gen.js';

export declare function compileSchema(schema: {
  readonly $id: string;
}): (value: unknown, pointer?: string) => readonly ValidationError[];
