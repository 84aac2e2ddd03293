import { platformTzdata } from '../../compiler/index.ts';
import type {
  DeclarationKey,
  DeclarationsChange,
  InForce,
  OwnedDeclaration,
} from '../../schema/declarations-api.ts';
import type { DeclaredDocument, Kind } from '../../schema/declared.ts';
import type { Digest } from '../../schema/manifest.ts';
import type { Instant, ZoneTable } from '../../schema/time.ts';
import type { ApplyAnswer, Backend } from './backend.ts';

/** A plan older than so many seconds is taken for one whose `as_of` was written out. */
const OLDEST_PLAN = 86_400;

/** Milliseconds for which changes are gathered into one: Terraform applies ten resources at a time. */
const GATHER = 5;

/** What was in force when this process first looked, and what is declared by now. */
export interface TenantView {
  readonly inForce: InForce | undefined;
  /** As first seen: what a plan is compared with does not change while it is made. */
  readonly seen: ReadonlyMap<string, OwnedDeclaration>;
  /** With the changes that this process has made. */
  readonly present: ReadonlyMap<string, OwnedDeclaration>;
}

/** A change that one resource wants. */
export interface Wish {
  readonly put?: DeclaredDocument;
  readonly remove?: DeclarationKey;
  readonly zones?: Readonly<Record<string, ZoneTable>>;
  /** What was in force when the change was planned; undefined where the plan could not write it down. */
  readonly base: Digest | null | undefined;
}

export type WishAnswer = ApplyAnswer | { readonly kind: 'stale'; readonly message: string };

/** One process's dealings with a backend. */
export interface Session {
  readonly backend: Backend;
  readonly source: string;
  /** @throws {BackendError} */
  readonly view: (tenant: string) => Promise<TenantView>;
  /** @throws {BackendError} */
  readonly make: (tenant: string, wish: Wish) => Promise<WishAnswer>;
}

export interface SessionSettings {
  readonly backend: Backend;
  readonly source: string;
  readonly principal: string;
  /** When the plan was made, by the clock of whoever made it. */
  readonly asOf: Instant | undefined;
  /** Seconds since 1970 by this machine's clock. */
  readonly clock: () => Instant;
}

interface Pending {
  readonly wish: Wish;
  readonly resolve: (answer: WishAnswer) => void;
  readonly reject: (error: unknown) => void;
}

interface TenantState {
  readonly first: Promise<TenantView & { readonly present: Map<string, OwnedDeclaration> }>;
  /** What was in force at first, and after each change of this process: plans on any of these are still right. */
  readonly chain: (Digest | null)[];
  queue: Pending[];
  isBusy: boolean;
}

/**
 * Opens a session. Changes of one tenant are gathered and sent one after the other, each bound to what the one before
 * it brought into force: whatever comes in between from somewhere else is told, and nothing is applied over it.
 */
export function openSession(settings: SessionSettings): Session {
  const { backend, source } = settings;
  const tenants = new Map<string, TenantState>();

  function stateOf(tenant: string): TenantState {
    let state = tenants.get(tenant);
    if (!state) {
      const chain: (Digest | null)[] = [];
      state = { first: look(backend, tenant, chain), chain, queue: [], isBusy: false };
      tenants.set(tenant, state);
      // Who asks next tries again: a runtime that was away may be back.
      state.first.catch(() => tenants.delete(tenant));
    }
    return state;
  }

  async function flush(tenant: string, state: TenantState): Promise<void> {
    state.isBusy = true;
    while (state.queue.length > 0) {
      const batch = state.queue;
      state.queue = [];
      try {
        await send(tenant, state, batch);
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    state.isBusy = false;
  }

  async function send(tenant: string, state: TenantState, batch: readonly Pending[]): Promise<void> {
    const { present } = await state.first;
    const change = changeOf(
      batch.map(({ wish }) => wish),
      state.chain.at(-1) ?? null,
      settings,
    );
    const answer = await backend.apply(tenant, change);
    if (answer.kind === 'applied') {
      for (const { kind, name } of change.remove) present.delete(keyOf(kind, name));
      for (const document of change.put) {
        const { kind, name } = document;
        present.set(keyOf(kind, name), { kind, name, source, document, digest: '' });
      }
      state.chain.push(answer.digest);
    } else if (batch.length > 1 && !(answer.kind === 'refused' && answer.code === 'base-moved')) {
      // One of them is wrong: each is told its own.
      for (const pending of batch) await send(tenant, state, [pending]).catch(pending.reject);
      return;
    }
    for (const { resolve } of batch) resolve(answer);
  }

  return {
    backend,
    source,
    view: (tenant) => stateOf(tenant).first,
    make: async (tenant, wish) => {
      const state = stateOf(tenant);
      const { inForce } = await state.first;
      const stale = staleness(wish, state.chain, inForce, settings);
      if (stale !== undefined) return { kind: 'stale', message: stale };
      return new Promise((resolve, reject) => {
        state.queue.push({ wish, resolve, reject });
        if (state.isBusy || state.queue.length > 1) return;
        setTimeout(() => void flush(tenant, state), GATHER);
      });
    },
  };
}

export function keyOf(kind: Kind, name: string): string {
  return `${kind} ${name}`;
}

async function look(backend: Backend, tenant: string, chain: (Digest | null)[]) {
  const [inForce, declarations] = await Promise.all([backend.inForce(tenant), backend.declarations(tenant)]);
  chain.push(inForce?.digest ?? null);
  const seen = new Map(
    declarations.map((declaration) => [keyOf(declaration.kind, declaration.name), declaration]),
  );
  return { inForce, seen, present: new Map(seen) };
}

/**
 * Says that something else came into force after the plan was made. A plan of resources that are there already has
 * written down what was in force; one that only creates has nowhere to, and is judged by its age: older than what is in
 * force, it was made without it. Ages and not instants, since clocks differ.
 */
function staleness(
  { base }: Wish,
  chain: readonly (Digest | null)[],
  inForce: InForce | undefined,
  { asOf, clock }: SessionSettings,
): string | undefined {
  if (base !== undefined) {
    if (chain.includes(base)) return undefined;
    return inForce
      ? `revision ${inForce.revision} has come into force since it was planned`
      : 'what was in force when it was planned is gone';
  }
  if (asOf === undefined || inForce === undefined) return undefined;
  const planAge = clock() - asOf;
  const forceAge = inForce.now - inForce.since;
  return forceAge < planAge && planAge < OLDEST_PLAN
    ? `revision ${inForce.revision} has come into force since \`as_of\`, when it was planned`
    : undefined;
}

function changeOf(
  wishes: readonly Wish[],
  base: Digest | null,
  { source, principal }: SessionSettings,
): DeclarationsChange {
  const zones = Object.assign({}, ...wishes.map((wish) => wish.zones)) as Record<string, ZoneTable>;
  return {
    source,
    base,
    principal,
    put: wishes.flatMap(({ put }) => put ?? []),
    remove: wishes.flatMap(({ remove }) => remove ?? []),
    ...(Object.keys(zones).length > 0 && { zones, tzdata: platformTzdata() }),
  };
}
