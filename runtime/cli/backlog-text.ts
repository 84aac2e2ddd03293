import type { Paint } from '../../compiler/cli/index.ts';
import { spanText, wrapText } from '../../compiler/index.ts';
import type { BacklogReport, ShardBacklog } from '../../schema/backlog.ts';
import { textTable } from './text-table.ts';
import { nowText } from './told-times.ts';

/** Renders whether the platform keeps up: the answer first, then shard by shard. */
export function backlogText({ sentence, shards, now, tenant, word }: BacklogReport, paint: Paint): string {
  const whose = tenant === undefined ? '' : `${tenant}: `;
  const headline = `${whose}${sentence}; now ${nowText(now)}`;
  const isBad = word === 'stuck' || word === 'growing';
  const busy = shards.filter((shard) => shard.word !== 'idle');
  return [
    paint.strong(isBad ? paint.remove(headline) : headline),
    ...(shards.length === 0 ? [] : ['', textTable(head, shards.map(rowOf)).trimEnd()]),
    ...(shards.length < 2 ? [] : busy.flatMap((shard) => ['', ...toldOf(shard)])),
    '',
  ].join('\n');
}

const head = [
  'shard',
  'state',
  'decided through',
  'behind',
  'oldest due',
  'undecided',
  'waiting',
  'a minute: decided',
  'due',
];

function rowOf(shard: ShardBacklog): readonly (string | number)[] {
  const { oldest, waiting, atLeast } = shard;
  const total = Object.entries(waiting).reduce(
    (sum, [word, fires]) => sum + (word === 'undecided' ? 0 : fires),
    0,
  );
  return [
    shard.shard,
    shard.word,
    shard.decidedThrough ?? 'nothing yet',
    shard.decidedThrough === undefined ? '' : spanText(shard.lag),
    oldest === undefined ? '' : `${spanText(oldest.age)} ago`,
    shard.undecided,
    `${atLeast ? 'at least ' : ''}${total}`,
    shard.decidedPerMinute,
    shard.duePerMinute,
  ];
}

function toldOf({ shard, sentence, oldest, waiting }: ShardBacklog): readonly string[] {
  const causes = Object.entries(waiting).map(([word, fires]) => `${fires} ${word}`);
  const first =
    oldest === undefined ? '' : ` The oldest is ${oldest.job}@${oldest.scheduled}, ${oldest.word}.`;
  const counted = causes.length === 0 ? '' : ` Waiting: ${causes.join(', ')}.`;
  return wrapText(`shard ${shard}: ${sentence}.${first}${counted}`, 100);
}
