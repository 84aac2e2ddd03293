import { setTimeout as wait } from 'node:timers/promises';
import type {
  DeclarationsApplied,
  DeclarationsChange,
  DeclarationsInvalid,
  DeclarationsRefused,
  InForce,
  OwnedDeclaration,
} from '../../schema/declarations-api.ts';
import { type ApplyAnswer, type Backend, BackendError } from './backend.ts';

/** Milliseconds. A change compiles a tenant and commits, which is longer than reading one. */
const longest = { reading: 30_000, changing: 120_000 } as const;

/** Milliseconds before the second and further attempts of a request that got no answer. */
const pauses = [200, 1000, 3000] as const;

/** A runtime, by `schema/declarations-api.ts`. The token goes nowhere but into requests to it. */
export function runtimeClient(endpoint: string, token: string | undefined): Backend {
  const stopped = new AbortController();
  const base = endpoint.replace(/\/+$/, '');

  async function ask(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Response> {
    const request = {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      // A redirect would carry the token to another place.
      redirect: 'error' as const,
    };
    for (let attempt = 0; ; attempt++) {
      const signal = AbortSignal.any([
        stopped.signal,
        AbortSignal.timeout(method === 'POST' ? longest.changing : longest.reading),
      ]);
      const answer = await fetch(`${base}${path}`, { ...request, signal }).catch(
        (error: unknown) => error as Error,
      );
      const isAnswer = answer instanceof Response && answer.status < 500;
      if (isAnswer) return answer;
      const pause = pauses[attempt];
      if (pause === undefined || stopped.signal.aborted)
        throw unreachable(base, answer, stopped.signal.aborted);
      await wait(pause, undefined, { signal: stopped.signal }).catch(() => {});
    }
  }

  async function read<T>(path: string): Promise<T | undefined> {
    const answer = await ask('GET', path);
    if (answer.status === 404) return undefined;
    if (!answer.ok) throw await unexpected(base, answer);
    return bodyOf<T>(base, answer);
  }

  return {
    label: base,
    inForce: (tenant) => read<InForce>(`/v1/tenants/${tenant}/manifest`),
    declarations: async (tenant) =>
      (await read<readonly OwnedDeclaration[]>(`/v1/tenants/${tenant}/declarations`)) ?? [],
    apply: async (tenant, change: DeclarationsChange): Promise<ApplyAnswer> => {
      const answer = await ask('POST', `/v1/tenants/${tenant}/declarations`, change);
      if (answer.status === 409)
        return { kind: 'refused', ...(await bodyOf<DeclarationsRefused>(base, answer)) };
      if (answer.status === 422)
        return { kind: 'invalid', ...(await bodyOf<DeclarationsInvalid>(base, answer)) };
      if (!answer.ok) throw await unexpected(base, answer);
      return { kind: 'applied', ...(await bodyOf<DeclarationsApplied>(base, answer)) };
    },
    stop: () => stopped.abort(),
  };
}

async function bodyOf<T>(base: string, answer: Response): Promise<T> {
  try {
    return (await answer.json()) as T;
  } catch {
    throw new BackendError(
      `${base} answered ${answer.status} with something that is not JSON`,
      'Is `endpoint` the address of an Almanac runtime?',
    );
  }
}

async function unexpected(base: string, answer: Response): Promise<BackendError> {
  const text = (await answer.text()).slice(0, 300);
  const help =
    answer.status === 401 || answer.status === 403
      ? 'The `token` of the provider must be an ID token of a principal with the grant `apply` for this tenant.'
      : 'Is `endpoint` the address of an Almanac runtime?';
  return new BackendError(`${base} answered ${answer.status}${text ? `: ${text}` : ''}`, help);
}

function unreachable(base: string, answer: Response | Error, isStopped: boolean): BackendError {
  if (isStopped)
    return new BackendError('interrupted', 'The runtime may or may not have taken the last change.');
  const cause = answer instanceof Response ? `it answers ${answer.status}` : reasonOf(answer);
  return new BackendError(
    `the runtime at ${base} can't be reached: ${cause}`,
    'Terraform keeps what was applied before. Run it again when the runtime is back: what arrived without an answer is not applied twice.',
  );
}

function reasonOf(error: Error): string {
  const cause = error.cause as { code?: string; message?: string } | undefined;
  return cause?.code ?? cause?.message ?? error.message;
}
