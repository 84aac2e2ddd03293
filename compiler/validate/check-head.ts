import { type Kind, kinds } from '../../schema/declared.ts';
import { clip } from './clip.ts';
import { closest } from './closest.ts';
import { listWords } from './list-words.ts';
import type { Remark } from './remark.ts';
import { pointerTo } from './schema-at.ts';

const apiVersion = 'almanac/v1';

type Fields = Readonly<Record<string, unknown>>;

/** Checks the two keys that say which schema holds: `apiVersion` and `kind`. */
export function checkHead(document: Fields): Remark[] {
  return [...checkApiVersion(document), ...checkKind(document)];
}

function checkApiVersion(document: Fields): Remark[] {
  const written = document['apiVersion'];
  if (written === apiVersion) return [];
  if (written === undefined) return [missing(document, 'apiVersion', `add \`apiVersion: ${apiVersion}\``)];
  const version = /^almanac\/(v\d\w*)$/.exec(String(written))?.[1];
  return [
    {
      code: 'schema-api-version',
      pointer: '/apiVersion',
      message: version
        ? `this almanac does not know version \`${version}\` of the language`
        : `\`${clip(String(written))}\` is not an apiVersion of Almanac`,
      help: version ? `write \`${apiVersion}\`, or use a newer almanac` : `did you mean \`${apiVersion}\`?`,
    },
  ];
}

function checkKind(document: Fields): Remark[] {
  const written = document['kind'];
  if (kinds.some((known) => known === written)) return [];
  if (written === undefined) {
    return [missing(document, 'kind', `add \`kind:\` with ${listWords(kinds, 'or')}`)];
  }
  const text = typeof written === 'string' ? written : '';
  const near = own(foreignKinds, text.toLowerCase()) ?? closest(text, kinds);
  const all = `The kinds are ${listWords(kinds)}`;
  return [
    {
      code: 'schema-kind',
      pointer: '/kind',
      message: text ? `there is no kind \`${clip(text)}\`` : '`kind` must be the name of a kind',
      help: near ? `did you mean \`${near}\`? ${all}` : `${all.charAt(0).toLowerCase()}${all.slice(1)}`,
    },
  ];
}

/** One of the two is not there, or only under a name that is nearly it. */
function missing(document: Fields, key: 'apiVersion' | 'kind', add: string): Remark {
  const near = Object.keys(document).find((other) => closest(other, [key]) !== undefined);
  if (near !== undefined) {
    return {
      code: 'schema-unknown-key',
      pointer: `${pointerTo('', near)}#key`,
      message: `\`${clip(near)}\` is not a key of the document`,
      help: `did you mean \`${key}\`?`,
    };
  }
  const beside = key === 'kind' ? 'apiVersion' : 'kind';
  return {
    code: 'schema-missing-key',
    pointer: `/${beside}#key`,
    message: `the document lacks \`${key}\``,
    help: add,
  };
}

/** Kinds of other systems, in lower case. */
const foreignKinds: Readonly<Record<string, Kind>> = {
  cronjob: 'Job',
  schedule: 'Job',
  scheduledjob: 'Job',
  task: 'Job',
  namespace: 'Tenant',
  team: 'Tenant',
  holidays: 'Calendar',
  role: 'Grant',
  rolebinding: 'Grant',
  receiver: 'Channel',
  maintenancewindow: 'Silence',
};

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}
