import { readFileSync, statSync } from 'node:fs';
import type { FinishedReport } from '../../../schema/orders.ts';

type Left = NonNullable<FinishedReport['report']>;

const bytesMost = 524_288;

/**
 * Reads what a command wrote into the file that `ALMANAC_OUTPUT` names: `outputs`, `subjects` and `message`, as in a
 * finish report. Returns what is wrong with it, where something is; then nothing of it is reported.
 */
export function readOutput(file: string): {
  readonly left: Pick<Left, 'outputs' | 'subjects' | 'message'>;
  readonly problem?: string;
} {
  let text: string;
  try {
    const { size } = statSync(file);
    if (size > bytesMost) return { left: {}, problem: `it has more than ${bytesMost} bytes` };
    text = readFileSync(file, 'utf8');
  } catch {
    // It wrote none.
    return { left: {} };
  }
  if (text.trim() === '') return { left: {} };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return { left: {}, problem: `it is not JSON: ${(error as Error).message}` };
  }
  const problem = problemOf(value);
  if (problem) return { left: {}, problem };
  return { left: value as Left };
}

function problemOf(value: unknown): string | undefined {
  if (!isRecord(value)) return 'it is not an object';
  const { outputs, subjects, message, ...others } = value;
  const unknown = Object.keys(others)[0];
  if (unknown !== undefined) return `\`${unknown}\` is none of outputs, subjects and message`;
  if (message !== undefined && typeof message !== 'string') return '`message` is not text';
  if (
    subjects !== undefined &&
    !(Array.isArray(subjects) && subjects.every((one) => typeof one === 'string'))
  ) {
    return '`subjects` is not a list of texts';
  }
  if (outputs === undefined) return undefined;
  if (!isRecord(outputs)) return '`outputs` is not an object';
  for (const [name, output] of Object.entries(outputs)) {
    if (!isOutput(output))
      return `the output \`${name}\` is not an object of \`count\`, a number, and \`uri\`, a text`;
  }
  return undefined;
}

function isOutput(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { count, uri, ...others } = value;
  return (
    Object.keys(others).length === 0 &&
    (count === undefined || typeof count === 'number') &&
    (uri === undefined || typeof uri === 'string')
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
