import type { FoldAnswer, GapAnswer } from '../../../schema/time.ts';
import { type FoundJob, subjectOf } from '../../explain/index.ts';
import { CallError } from '../../source/index.ts';
import { count } from '../../words/index.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { type ExitCode, exitCodeOf, isError } from '../exit-code.ts';
import { type ExpressionOptions, isExpression, readExpression } from '../fires/expression.ts';
import { toFireList } from '../fires/fire-list.ts';
import { firesText } from '../fires/fires-text.ts';
import { allJobs, findJob } from '../fires/job-subjects.ts';
import { type FireListing, type FireRange, listMany } from '../fires/list-fires.ts';
import { settleAnswers } from '../fires/settle-answers.ts';
import { loadSide } from '../load-side.ts';
import { openWorkshop, sourceIn } from '../open-workshop.ts';
import { paintFor } from '../paint-for.ts';
import { printJson } from '../print-json.ts';
import { readMoment } from '../read-moment.ts';
import { readCount, readDuration, readOneOf } from '../read-option.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { sortWords } from '../sort-words.ts';

interface FiresOptions extends ExpressionOptions {
  readonly after?: number;
  readonly from?: number;
  readonly before?: number;
  readonly until?: number;
  readonly count?: number;
}

export const fires: Command = {
  name: 'fires',
  summary: 'list the coming fires of jobs, or of an expression',
  usage: '[jobs and paths...]',
  about:
    'Lists when jobs fire next, in wall time and in UTC, with what changes of clocks do to them and with every nominal time that gives no fire and why. Without a job it lists all that are declared; with --cron, --every or --at it lists an expression that stands in no file.\nWhat a gap or a fold does is asked for (--gap, --fold) only where it makes a difference to what is listed.',
  arguments: [
    {
      name: '[words...]',
      about:
        'jobs: tenant/name, or the name alone where one tenant has it (default: all); and where they are declared: files, folders, quoted globs (default: .)',
    },
  ],
  options: [
    { flags: '--cron <expression>', about: 'five fields, or six with seconds first', many: true },
    { flags: '--every <duration>', about: 'elapsed time, with --anchor', read: readDuration },
    { flags: '--anchor <instant>', about: 'from where --every counts', read: readMoment },
    { flags: '--at <time>', about: 'an instant, or with --zone a wall time', many: true },
    { flags: '--zone <zone>', about: 'an IANA name' },
    {
      flags: '--gap <answer>',
      about:
        'a wall time that does not exist: shift (by the length of the gap), next (first instant after it), skip',
      read: readOneOf<GapAnswer>('shift', 'next', 'skip'),
    },
    {
      flags: '--fold <answer>',
      about: 'a wall time that occurs twice: first, second, both',
      read: readOneOf<FoldAnswer>('first', 'second', 'both'),
    },
    {
      flags: '--day-match <answer>',
      about: 'both day fields are restricted: either or both must match',
      read: readOneOf('either', 'both'),
    },
    { flags: '--from <instant>', about: 'the first instant of the range (default: --now)', read: readMoment },
    { flags: '--after <instant>', about: 'the same, but exclusive', read: readMoment },
    { flags: '--until <instant>', about: 'the end of the range, exclusive', read: readMoment },
    { flags: '--before <instant>', about: 'the same', read: readMoment },
    {
      flags: '--count <n>',
      about: 'at most so many fires (default: 10; with an end of the range 10000)',
      read: readCount,
    },
  ],
  examples: [
    { about: 'the next fires of everything declared here', run: 'almanac fires' },
    {
      about: 'one job, the whole of next March',
      run: 'almanac fires benefits/statement-run --from 2027-03-01T00:00:00Z --until 2027-04-01T00:00:00Z',
    },
    {
      about: 'an expression around the night on which the clocks go forward',
      run: 'almanac fires --cron "30 2 * * *" --zone Europe/Berlin --gap shift --fold first --after 2026-03-28T00:00:00Z --count 5',
    },
    {
      about: 'every 90 minutes of elapsed time',
      run: 'almanac fires --every 90m --anchor 2027-01-01T00:00:00Z',
    },
  ],
  exitCodes: [0, 1, 3],
  run: (call) => (isExpression(call.options as ExpressionOptions) ? listExpression(call) : listJobs(call)),
};

async function listExpression(call: Call): Promise<ExitCode> {
  const options = call.options as unknown as FiresOptions;
  if (call.words.length > 0) {
    throw new CallError(
      `\`${call.words[0]}\` is a job, and an expression is given too`,
      'list one at a time',
    );
  }
  const expression = readExpression(options);
  if (expression.kind === 'faulty') {
    const { diagnostics, texts } = expression;
    if (call.options.json) printJson(call, { diagnostics });
    reportDiagnostics(call, diagnostics, (file) => texts.get(file));
    return 1;
  }
  if (!call.options.quiet) for (const note of expression.notes) call.io.stderr.write(`almanac: ${note}\n`);
  show(call, settleAnswers(expression, rangeOf(call)), expression.title);
  return 0;
}

async function listJobs(call: Call): Promise<ExitCode> {
  const options = call.options as unknown as FiresOptions;
  const stray = (['anchor', 'zone', 'gap', 'fold', 'dayMatch'] as const).find(
    (name) => options[name] !== undefined,
  );
  if (stray) {
    const flag = `--${stray.replace('dayMatch', 'day-match')}`;
    throw new CallError(
      `\`${flag}\` belongs to an expression`,
      'jobs say it in their declarations; add `--cron`, `--every` or `--at` to list an expression',
    );
  }
  const { paths, rest } = sortWords(call.words, call.io.cwd());
  const workshop = openWorkshop(call, paths);
  const { manifest, diagnostics, tree } = await loadSide(workshop.workTree, workshop);
  workshop.close();
  reportDiagnostics(call, diagnostics.filter(isError), sourceIn(tree), { most: 5 });
  const jobs = rest.length > 0 ? foundOnce(rest.map((word) => findJob(manifest, word))) : allJobs(manifest);
  if (jobs.length === 0 && !diagnostics.some(isError)) {
    throw new CallError(`no job is declared in ${tree.label}`, '`almanac init` writes a first one');
  }
  const title =
    rest.length > 0
      ? jobs.map(({ id }) => id).join(', ')
      : `${count(jobs.length, 'job')} in ${tree.label}${jobs.length === 1 ? `: ${jobs[0]!.id}` : ''}`;
  show(
    call,
    listMany(
      jobs.map((job) => subjectOf(manifest, job)),
      rangeOf(call),
    ),
    title,
  );
  return exitCodeOf(diagnostics, 'error');
}

/** A job may be named by its name and by its id; its fires are listed once. */
function foundOnce(jobs: readonly FoundJob[]): FoundJob[] {
  return [...new Map(jobs.map((job) => [job.id, job])).values()];
}

function rangeOf(call: Call): FireRange {
  const options = call.options as unknown as FiresOptions;
  refuseBoth(options, 'from', 'after');
  refuseBoth(options, 'until', 'before');
  const { after, from = call.now, until = options.before } = options;
  const start = after === undefined ? Math.ceil(from) : Math.floor(after) + 1;
  const end = until === undefined ? undefined : Math.ceil(until);
  if (end !== undefined && end <= start)
    throw new CallError('the range ends before it begins', 'its start is `--from`, by default now');
  return {
    from: start,
    count: options.count ?? (end === undefined ? 10 : 10_000),
    ...(end !== undefined && { until: end }),
  };
}

function refuseBoth(options: FiresOptions, one: 'from' | 'until', other: 'after' | 'before'): void {
  if (options[one] === undefined || options[other] === undefined) return;
  throw new CallError(`\`--${one}\` and \`--${other}\` say the same thing twice`, 'keep one of them');
}

function show(call: Call, listing: FireListing, title: string): void {
  const { io, options, now } = call;
  if (options.json) printJson(call, toFireList(listing));
  else io.stdout.write(firesText(listing, title, paintFor(call, io.stdout), now));
}
