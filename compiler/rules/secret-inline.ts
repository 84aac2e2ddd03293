import type { DeclaredDocument } from '../../schema/declared.ts';
import { isNamedSecret, secretShape } from './looks-secret.ts';
import type { Finding, Rule } from './rule.ts';

/** Keys under which a reference to a secret may stand in place of the text. */
const takesReference = /^\/spec\/target\/(?:http\/headers|cloudRunJob\/env|command\/env)\/[^/]+$/;

/**
 * A declaration holds no secret, only references to secrets.
 *
 * What stands in a repository is read by everybody who can clone it, is in its history for ever, and Almanac
 * prints it in plans. The remark never repeats the value.
 */
export const secretInline: Rule = {
  name: 'secret-inline',
  severity: 'error',
  title: 'something that looks like a credential is written out',
  *check({ jobs, manifest, documentOf }) {
    for (const { document } of jobs) {
      const { target } = (document.value as { spec: { target: unknown } }).spec;
      yield* findingsIn(document, '/spec/target', target);
    }
    for (const [tenant, { channels }] of Object.entries(manifest.tenants)) {
      for (const name of Object.keys(channels)) {
        const document = documentOf('Channel', tenant, name);
        if (document) yield* findingsIn(document, '/spec', (document.value as { spec: unknown }).spec);
      }
    }
  },
};

function* findingsIn(document: DeclaredDocument, pointer: string, node: unknown): Iterable<Finding> {
  if (typeof node === 'string') {
    const found = whatIn(pointer, node);
    if (found) yield finding(document, pointer, found);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  for (const [key, child] of Object.entries(node)) {
    // A reference is what is wanted.
    if (key === 'secret' && typeof child === 'string' && child.startsWith('projects/')) continue;
    yield* findingsIn(document, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, child);
  }
}

function whatIn(pointer: string, text: string): string | undefined {
  const key = keyOf(pointer);
  const shape = secretShape(text);
  if (shape) return shape;
  if (isNamedSecret(key, text)) return 'a credential';
  if (/\/(?:url)$/.test(pointer)) return inQuery(text);
  if (/\/(?:run|args)\/\d+$/.test(pointer)) return inOption(text);
  return undefined;
}

function inQuery(url: string): string | undefined {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? '';
  for (const part of query.split('&')) {
    const [name = '', value = ''] = part.split('=', 2);
    if (isNamedSecret(name, value) || (/^key$/i.test(name) && value.length >= 16)) {
      return `a credential in the parameter \`${name}\``;
    }
  }
  return undefined;
}

function inOption(argument: string): string | undefined {
  const [, name = '', value = ''] = /^--?([\w-]+)=(.*)$/s.exec(argument) ?? [];
  return isNamedSecret(name, value) ? `a credential in the option \`${name}\`` : undefined;
}

function finding(document: DeclaredDocument, pointer: string, what: string): Finding {
  const key = keyOf(pointer);
  const place = /^\d+$/.test(key) ? 'an argument' : `\`${key}\``;
  return {
    document,
    pointer,
    message: `${place} holds what looks like ${what}`,
    masked: true,
    help: takesReference.test(pointer)
      ? `write a reference, \`{ secret: projects/PROJECT/secrets/SECRET/versions/latest }\`, and change the credential: it has been read`
      : 'take it out, let the receiver read it from Secret Manager, and change the credential: it has been read',
  };
}

function keyOf(pointer: string): string {
  return pointer
    .slice(pointer.lastIndexOf('/') + 1)
    .replaceAll('~1', '/')
    .replaceAll('~0', '~');
}
