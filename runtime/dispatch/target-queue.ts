import type { Circuit } from './circuit.ts';

/**
 * What waits to be sent to one target, fair between tenants: each has a line of its own, and they take turns. A tenant
 * whose circuit lets nothing through stands aside until it does.
 */
export interface TargetQueue<Item> {
  readonly key: string;
  /** Most attempts at the target at once. */
  readonly most: number;
  /** Attempts at the target. */
  going: number;
  /** By tenant. */
  readonly circuits: Map<string, Circuit>;
  readonly isEmpty: boolean;
  add(tenant: string, item: Item): void;
  /** Takes the next whose tenant is let through. */
  take(isLetThrough: (tenant: string, item: Item) => boolean): Item | undefined;
  /** Lets a tenant that stood aside take turns again. */
  recall(tenant: string): void;
  remove(tenant: string, item: Item): void;
  /** Takes away everything that waits, of one tenant or of those that a test names. */
  clear(isGone: (tenant: string) => boolean): Item[];
}

export function newTargetQueue<Item>(key: string, most: number): TargetQueue<Item> {
  /** Lines in the order of their turns. */
  const turns = new Map<string, Line<Item>>();
  const aside = new Map<string, Line<Item>>();
  return {
    key,
    most,
    going: 0,
    circuits: new Map(),
    get isEmpty() {
      return turns.size === 0;
    },
    add(tenant, item) {
      const line = turns.get(tenant) ?? aside.get(tenant);
      if (line) line.items.push(item);
      else turns.set(tenant, { items: [item], head: 0 });
    },
    take(isLetThrough) {
      for (const [tenant, line] of turns) {
        const item = line.items[line.head]!;
        turns.delete(tenant);
        if (!isLetThrough(tenant, item)) {
          aside.set(tenant, line);
          continue;
        }
        line.head++;
        if (line.head < line.items.length) turns.set(tenant, trim(line));
        return item;
      }
      return undefined;
    },
    recall(tenant) {
      const line = aside.get(tenant);
      if (!line) return;
      aside.delete(tenant);
      turns.set(tenant, line);
    },
    remove(tenant, item) {
      const line = turns.get(tenant) ?? aside.get(tenant);
      const at = line?.items.indexOf(item, line.head) ?? -1;
      if (!line || at === -1) return;
      line.items.splice(at, 1);
      if (line.head === line.items.length) {
        turns.delete(tenant);
        aside.delete(tenant);
      }
    },
    clear(isGone) {
      const gone: Item[] = [];
      for (const lines of [turns, aside]) {
        for (const [tenant, line] of lines) {
          if (!isGone(tenant)) continue;
          for (let at = line.head; at < line.items.length; at++) gone.push(line.items[at]!);
          lines.delete(tenant);
        }
      }
      return gone;
    },
  };
}

/** A list whose beginning is taken away without moving the rest each time. */
interface Line<Item> {
  items: Item[];
  head: number;
}

function trim<Item>(line: Line<Item>): Line<Item> {
  if (line.head >= 1_024) {
    line.items = line.items.slice(line.head);
    line.head = 0;
  }
  return line;
}
