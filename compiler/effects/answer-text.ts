import type { PolicyMeaning } from '../../schema/manifest.ts';
import { formatDuration } from '../manifest/index.ts';

/** Returns an answer of a policy as a tenant writes it. */
export function answerText(answer: PolicyMeaning['horizon' | 'overlap' | 'catchUp']): string {
  if (typeof answer === 'number') return formatDuration(answer);
  if (typeof answer === 'string') return answer;
  return answer.queue.max === 1 ? 'queue-one' : `queue of ${answer.queue.max}`;
}
