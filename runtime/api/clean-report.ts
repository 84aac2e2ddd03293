import type { FinishedReport } from '../../schema/orders.ts';
import type { FinishReport } from '../ledger/index.ts';
import { cleanText } from '../report/index.ts';
import { ApiProblem } from './api-problem.ts';

const outputsMost = 100;
const nameMost = 100;
const uriMost = 2000;

/**
 * Returns a report as it is kept: text without what no text has.
 *
 * @throws {ApiProblem} where it has more outputs, or longer ones, than are kept.
 */
export function cleanReport(report: NonNullable<FinishedReport['report']>): FinishReport {
  const { outputs, subjects, message, tail, status } = report;
  const named = Object.entries(outputs ?? {});
  const isLarge =
    named.length > outputsMost ||
    named.some(([name, { uri = '' }]) => name.length > nameMost || uri.length > uriMost);
  if (isLarge) {
    throw new ApiProblem(
      'invalid-request',
      `a report has at most ${outputsMost} outputs, with names of ${nameMost} and URIs of ${uriMost} characters`,
    );
  }
  return {
    ...(outputs && { outputs }),
    ...(subjects && { subjects: subjects.map(cleanText) }),
    ...(message !== undefined && { message: cleanText(message) }),
    ...(tail !== undefined && { tail: cleanText(tail) }),
    ...(status !== undefined && { status }),
  };
}
