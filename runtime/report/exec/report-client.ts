import type { FinishedReport, HeartbeatReport, StartedReport } from '../../../schema/orders.ts';

/** One report, as it is sent and as it is kept until it could be. */
export type RunReport =
  | { readonly path: 'started'; readonly body: StartedReport }
  | { readonly path: 'heartbeat'; readonly body: HeartbeatReport }
  | { readonly path: 'finished'; readonly body: FinishedReport };

/** Where a run reports, and by what right. */
export interface ReportPlace {
  readonly url: string;
  readonly token: string;
}

/** What the runtime makes of a report. */
export type Reception =
  /** It has it. `state` as it says. */
  | { readonly kind: 'taken' }
  /** The run is over, is to stop, or is another's. */
  | { readonly kind: 'stop'; readonly status: number; readonly why: string }
  /** It won't take this one, now or later. */
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }
  /** It can't be reached, or is in trouble. */
  | { readonly kind: 'unreached'; readonly why: string };

/** Sends one report, once. Never throws. */
export async function sendReport(
  place: ReportPlace,
  { path, body }: RunReport,
  withinMs: number,
  signal?: AbortSignal,
): Promise<Reception> {
  const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(withinMs)));
  try {
    const answer = await fetch(`${place.url.replace(/\/+$/, '')}/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${place.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      redirect: 'error',
    });
    const text = await answer.text();
    const { status } = answer;
    if (answer.ok) return { kind: 'taken' };
    const why = reasonOf(text) ?? `HTTP ${status}`;
    if (status === 409 || status === 410) return { kind: 'stop', status, why };
    const isTransient = status === 408 || status === 425 || status === 429 || status >= 500;
    return isTransient ? { kind: 'unreached', why } : { kind: 'refused', status, why };
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error };
    // `fetch failed` says nothing; what it comes from does.
    return { kind: 'unreached', why: cause?.message || message };
  }
}

function reasonOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

const backoffLeastMs = 200;
const backoffMostMs = 2_000;
/** The longest time of one try. */
const tryMs = 10_000;

/** Sends one report, again and again until it is taken, refused or the time is over. */
export async function sendWithin(
  place: ReportPlace,
  report: RunReport,
  withinMs: number,
): Promise<Reception> {
  const until = performance.now() + withinMs;
  for (let pause = backoffLeastMs; ; pause = Math.min(backoffMostMs, pause * 2)) {
    const left = until - performance.now();
    const reception = await sendReport(place, report, Math.min(tryMs, left));
    if (reception.kind !== 'unreached' || until - performance.now() <= pause) return reception;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
