import { appendFileSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  openProgress,
  printJson,
  readNamedFile,
} from '../../../compiler/cli/index.ts';
import { formatInstant } from '../../../compiler/index.ts';
import {
  type Anchor,
  isAnchor,
  type ProofFinding,
  type ProofReport,
  verify as prove,
  readAnchor,
} from '../../proof/index.ts';
import { ledgerTrouble, openMadeLedger } from '../open-ledger.ts';
import { ledgerOption, ledgerPlace, runtimeOption } from '../runtime-place.ts';
import { readUpMark } from '../up-mark.ts';

export const verify: Command = {
  name: 'verify',
  summary: 'prove that nobody has edited the record',
  usage: '',
  about:
    'Reads the whole ledger and looks whether every journal is chained and without holes, makes every decision again from what it was made from, compares each row with what that gives, and counts from the revisions whether every fire has exactly one fate. It writes nothing and may run beside workers. Without --anchor the record is called unanchored: who can write all of a ledger can rewrite all of it. So keep the heads of the journals elsewhere, once a day.',
  arguments: [],
  options: [
    ledgerOption,
    {
      ...runtimeOption,
      about: 'address of the `almanac up` of this folder, whose ledger is meant: no API proves anything',
    },
    {
      flags: '--tenant <name>',
      about: 'only the shard of this tenant, with its neighbours there',
      many: true,
    },
    { flags: '--anchor <file>', about: 'compare with the heads that --write-anchor has kept there' },
    {
      flags: '--write-anchor <file>',
      about: 'only add the heads of all journals, as they are, to this file',
    },
  ],
  examples: [
    { about: 'the ledger of `almanac up`', run: 'almanac verify' },
    {
      about: 'keep the heads, each night',
      run: 'almanac verify --write-anchor /mnt/elsewhere/almanac-heads.jsonl',
    },
    { about: 'and compare with them', run: 'almanac verify --anchor /mnt/elsewhere/almanac-heads.jsonl' },
  ],
  exitCodes: [0, 1, 3],
  run: verifyLedger,
};

async function verifyLedger(call: Call): Promise<ExitCode> {
  const { io, options } = call;
  const { writeAnchor, anchor, tenant } = options as {
    readonly writeAnchor?: string;
    readonly anchor?: string;
    readonly tenant?: readonly string[];
  };
  const anchors = anchor === undefined ? [] : readAnchors(call, anchor);
  const ledger = await openMadeLedger(ledgerToProve(call));
  try {
    if (writeAnchor !== undefined) {
      const heads = await readAnchor(ledger);
      appendLine(call, writeAnchor, heads);
      if (!options.quiet)
        io.stdout.write(`${plural(heads.heads.length, 'head')} of ${heads.ledger} kept in ${writeAnchor}\n`);
      return 0;
    }
    const progress = openProgress(io, options.quiet === true);
    const report = await prove(ledger, {
      anchors,
      ...(tenant && { tenants: tenant }),
      progress: ({ what, done, of }) =>
        progress.note(what === 'entries' ? 'deciding again, entries' : 'comparing rows, tenants', done, of),
    });
    progress.end();
    if (options.json) printJson(call, report);
    else io.stdout.write(reportText(report));
    return report.findings.length === 0 ? 0 : 3;
  } catch (error) {
    throw ledgerTrouble(error) ?? error;
  } finally {
    await ledger.close();
  }
}

/**
 * Returns the ledger that a call means.
 *
 * @throws {CallError} where there is none, or only the address of an API.
 */
function ledgerToProve(call: Call): string {
  const { options, io } = call;
  const api = options['runtime'] as string | undefined;
  if (api === undefined || options['ledger']) return ledgerPlace(call);
  const mark = readUpMark(io.cwd());
  if (mark?.api === api) return mark.ledger;
  throw new CallError(
    `the proof reads the ledger itself, and nothing in this folder says where that of ${api} is`,
    'name it with `--ledger`, or call this in the folder in which its `almanac up` runs',
  );
}

/** One anchor a line, so that the next is added without reading the others. */
function readAnchors({ io }: Call, shown: string): readonly Anchor[] {
  const lines = readNamedFile(resolve(io.cwd(), shown), shown).split('\n').filter(Boolean);
  const anchors = lines.map((line, index) => {
    try {
      const value: unknown = JSON.parse(line);
      if (isAnchor(value)) return value;
    } catch {
      // Said below.
    }
    throw new CallError(
      `\`${shown}\` is no file of anchors: line ${index + 1} is none`,
      '`almanac verify --write-anchor <file>` writes them',
    );
  });
  if (anchors.length > 0) return anchors;
  throw new CallError(`\`${shown}\` has no anchor in it`, '`almanac verify --write-anchor <file>` adds one');
}

function appendLine({ io }: Call, shown: string, anchor: Anchor): void {
  try {
    appendFileSync(resolve(io.cwd(), shown), `${JSON.stringify(anchor)}\n`);
  } catch (error) {
    throw new CallError(`\`${shown}\` cannot be written: ${(error as Error).message}`);
  }
}

/** Findings that a person is shown. */
const shownMost = 50;

function reportText(report: ProofReport): string {
  const { findings, anchored, notKeptBefore, olderRows } = report;
  const wrong = findings.length + report.more;
  const kept = Object.entries(notKeptBefore).map(
    ([tenant, floor]) => `${tenant} is not kept before ${formatInstant(floor)}`,
  );
  const lines = [
    `Ledger ${report.ledger} at ${formatInstant(report.at)}`,
    `  ${plural(report.shards, 'shard')}, ${plural(report.entries, 'entry', 'entries')}, ${plural(report.letters, 'letter')}, ${plural(report.tenants, 'tenant')}, ${plural(report.revisions, 'revision')}`,
    `  ${plural(report.rows, 'row')} compared with what deciding again gives, ${plural(report.fires, 'fire')} counted from the revisions`,
    ...kept.map((line) => `  ${line}`),
    ...(olderRows > 0
      ? [`  ${plural(olderRows, 'row')} from before the journal that is kept: they can't be decided again`]
      : []),
    anchored > 0
      ? `  anchored: the journals lead to ${plural(anchored, 'head')} that somebody outside has kept`
      : '  unanchored: nobody outside has kept heads of the journals, so a record that was rewritten as a whole would pass',
    '',
    ...findings.slice(0, shownMost).map(findingText),
    ...(wrong > shownMost ? [`and ${wrong - shownMost} more`] : []),
    wrong === 0
      ? 'Nothing is wrong: every entry follows the one before it and comes out the same when it is made again, and every fire has one fate.'
      : `${plural(wrong, 'thing')} wrong.`,
  ];
  return `${lines.join('\n')}\n`;
}

function findingText({ shard, seq, kind, message }: ProofFinding): string {
  const where = seq === undefined ? `shard ${shard}` : `shard ${shard}, entry ${seq}`;
  return `${kind.padEnd(8)}  ${where}: ${message}`;
}

function plural(count: number, noun: string, nouns = `${noun}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? noun : nouns}`;
}
