import type { Instant, Seconds } from '../../schema/time.ts';
import type { DeliveryResult } from './dispatcher.ts';

/** What a target answered. */
export interface TargetAnswer {
  readonly status: number;
  readonly retryAfter?: string | undefined;
  /** The end of the answer's text. */
  readonly tail: string;
}

/** Too early, too much or not there: the request was not carried out, and may come again. */
const notTaken: ReadonlySet<number> = new Set([408, 425, 429, 502, 503, 504]);

/**
 * Says what an HTTP answer means for a run. 2xx: it succeeded, or, where the end is reported later, was taken. 408, 425,
 * 429, 502, 503, 504: it was not taken, and the target may be down. Other 5xx: it failed and may be tried again. All
 * else: it failed, and would again.
 */
export function judgeAnswer(
  { status, retryAfter, tail }: TargetAnswer,
  completion: 'response' | 'report',
  now: Instant,
): DeliveryResult {
  const said = tail === '' ? undefined : tail;
  if (status >= 200 && status < 300) {
    if (completion === 'report') return { kind: 'delivered', note: `HTTP ${status}` };
    return { kind: 'ended', outcome: 'succeeded', status, ...(said && { tail: said }) };
  }
  const message = `HTTP ${status}${lineOf(tail)}`;
  if (notTaken.has(status)) {
    const patience = readRetryAfter(retryAfter, now);
    return {
      kind: 'not-delivered',
      error: message,
      retryable: true,
      targetDown: true,
      ...(patience !== undefined && { retryAfter: patience }),
    };
  }
  const failed = { kind: 'ended', outcome: 'failed', status, message, ...(said && { tail: said }) } as const;
  return { ...failed, retryable: status >= 500 };
}

/** Returns `: ` and the first line of a text, cut where it is long; nothing of an HTML page. */
function lineOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]!.trim();
  if (line === '' || line.startsWith('<')) return '';
  return line.length > 200 ? `: ${line.slice(0, 199)}…` : `: ${line}`;
}

/** Reads `Retry-After`: seconds, or a date of HTTP. */
function readRetryAfter(text: string | undefined, now: Instant): Seconds | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, Math.ceil(date / 1000) - now);
}
