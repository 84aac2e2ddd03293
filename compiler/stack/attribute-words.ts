import { kinds } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import { kindSchemas } from '../../schema/kind-schemas.ts';
import { snakeCase } from './snake-case.ts';

/** Says a diagnostic in the names of attributes: `late_after` for `lateAfter`. */
export function attributeWords(diagnostic: Diagnostic): Diagnostic {
  const { message, help, related } = diagnostic;
  return {
    ...diagnostic,
    message: reworded(message),
    ...(help && { help: reworded(help) }),
    ...(related && { related: related.map((note) => ({ ...note, message: reworded(note.message) })) }),
  };
}

/** Only names of properties, and only where they are set as code. */
function reworded(text: string): string {
  return text.replace(/`[^`]*`/g, (code) =>
    code.replace(/(?<![\w-])[a-z]+[A-Z]\w*(?![\w-])/g, (word) =>
      names().has(word) ? snakeCase(word) : word,
    ),
  );
}

let known: ReadonlySet<string> | undefined;

/** The properties of all kinds whose attributes are called otherwise. */
function names(): ReadonlySet<string> {
  known ??= new Set(
    kinds.flatMap((kind) =>
      Object.values(kindSchemas[kind].$defs ?? {})
        .flatMap(({ properties = {} }) => Object.keys(properties))
        .filter((name) => /[A-Z]/.test(name)),
    ),
  );
  return known;
}
