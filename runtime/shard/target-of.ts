import type { JobMeaning } from '../../schema/manifest.ts';
import type { Target } from './shard.ts';

/** Makes a target of what was declared, with the key by which its circuit goes. */
export function targetOf(target: JobMeaning['target']): Target {
  const kind = Object.keys(target)[0] ?? '';
  const declared = target[kind] ?? {};
  return { key: keyOf(kind, declared), kind, declared };
}

function keyOf(kind: string, declared: Readonly<Record<string, unknown>>): string {
  switch (kind) {
    case 'http':
      return `http ${originOf(String(declared['url']))}`;
    case 'pubsub':
      return `pubsub ${String(declared['topic'])}`;
    case 'cloudRunJob':
      return `cloudRunJob ${String(declared['job'])}`;
    default:
      return kind;
  }
}

/** One circuit a host: what answers there is up or down as a whole. */
function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return url;
  }
}
