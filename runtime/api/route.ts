import type { ApiBodies } from './api-bodies.ts';

export type BodyName = keyof ApiBodies & string;

/** One address of the API: how it is asked, what it answers, and what it does. Plain data but for `run`. */
export interface Route {
  readonly method: 'GET' | 'POST';
  /** `/v1/tenants/:tenant/fires`; each part after a colon is one of `params`. */
  readonly path: string;
  /** Unique, for programs that are generated from the document. */
  readonly name: string;
  readonly tag: 'history' | 'revisions' | 'plans' | 'declarations' | 'orders' | 'reports' | 'health';
  readonly summary: string;
  readonly about?: string;
  readonly params?: Readonly<Record<string, Field>>;
  readonly query?: Readonly<Record<string, Field>>;
  readonly body?: BodyName;
  /** Where a body may be larger than most, in bytes. */
  readonly bodyMost?: number;
  /** Asks for the principal in `x-almanac-principal`: always, or where the body doesn't name it. */
  readonly principal?: 'header' | 'body';
  /** Asks for a run's token in `authorization`. */
  readonly token?: true;
  readonly answers: Readonly<Record<number, AnswerSpec>>;
  run(asked: Asked): Promise<Answered>;
}

/** A parameter in the path or behind the question mark. */
export interface Field {
  readonly about: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface AnswerSpec {
  readonly about: string;
  /** Absent: any JSON. */
  readonly body?: BodyName;
  /** A list of it. */
  readonly isList?: true;
}

/** A request that has been held against its route. */
export interface Asked {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly principal: string;
  /** The run's token. */
  readonly token: string;
}

export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly location?: string;
}

/** Answers 200. */
export function ok(body: unknown): Answered {
  return { status: 200, body };
}
