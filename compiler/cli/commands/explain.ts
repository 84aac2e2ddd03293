import { type AskedTime, explainText, explainTime, placesOf, subjectOf } from '../../explain/index.ts';
import { CallError } from '../../source/index.ts';
import type { Call } from '../call.ts';
import type { Command } from '../command.ts';
import { type ExitCode, exitCodeOf, isError } from '../exit-code.ts';
import { readQuestion } from '../explain/read-question.ts';
import { findJob } from '../fires/job-subjects.ts';
import { loadSide } from '../load-side.ts';
import { openWorkshop, sourceIn } from '../open-workshop.ts';
import { paintFor } from '../paint-for.ts';
import { printJson } from '../print-json.ts';
import { reportDiagnostics } from '../report-diagnostics.ts';
import { sortWords } from '../sort-words.ts';

export const explain: Command = {
  name: 'explain',
  summary: 'say why a job fires at an instant, or why it does not',
  usage: '<job>@<time> [paths...]',
  about:
    'Explains any instant, past or to come, and also one that never was: the fire and its window, due and deadline, by which words of which policy and where they are written; or the calendar, skip, pause, gap or fold that keeps it away; or the fields of the schedule that it does not match. A wall time is read in the zone of the job, and explained twice where it occurs twice.',
  arguments: [
    {
      name: '[words...]',
      about:
        'tenant/name@time, or the time as a word of its own: an instant or a wall time; and where the job is declared: files, folders, quoted globs (default: .)',
    },
  ],
  options: [],
  examples: [
    { about: 'a fire by its name', run: 'almanac explain benefits/statement-run@2027-03-28T01:30:00Z' },
    { about: 'a wall time that the clocks pass over', run: 'almanac explain statement-run 2027-03-28T01:30' },
    { about: 'why nothing came on a bank holiday', run: 'almanac explain statement-run "2027-03-26 01:30"' },
  ],
  exitCodes: [0, 1, 3],
  run: explainJob,
};

async function explainJob(call: Call): Promise<ExitCode> {
  const { paths, rest } = sortWords(call.words, call.io.cwd());
  const question = readQuestion(rest);
  const workshop = openWorkshop(call, paths);
  const { manifest, diagnostics, tree } = await loadSide(workshop.workTree, workshop);
  workshop.close();
  reportDiagnostics(call, diagnostics.filter(isError), sourceIn(tree), { most: 5 });
  const job = findJob(manifest, question.job);
  const asked = { job, subject: subjectOf(manifest, job), places: placesOf(manifest, job), now: call.now };
  const answers = explainTime(asked, question.time);
  if (!answers) throw noZone(job.id, question.time);
  if (call.options.json) printJson(call, { answers });
  else {
    const paint = paintFor(call, call.io.stdout);
    call.io.stdout.write(answers.map((answer) => explainText(answer, paint)).join('\n'));
  }
  return exitCodeOf(diagnostics, 'error');
}

function noZone(job: string, time: AskedTime): CallError {
  const text = time.kind === 'wall' ? time.text : '';
  return new CallError(
    `\`${job}\` has no zone, so that \`${text}\` is no instant`,
    `write an instant: \`${text}Z\``,
  );
}
