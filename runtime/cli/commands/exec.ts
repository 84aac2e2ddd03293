import {
  type Call,
  CallError,
  type Command,
  type ExitCode,
  readDuration,
} from '../../../compiler/cli/index.ts';
import { execCommand } from '../../report/index.ts';

export const exec: Command = {
  name: 'exec',
  summary: 'run a command and report its start, that it goes on, and its end',
  usage: '-- <command> [arguments...]',
  about:
    "Wraps the command that a run starts. Where and by what right to report it reads from ALMANAC_REPORT_URL and ALMANAC_TOKEN, which a run of almanac has in its environment; without them the command just runs. The exit code is the command's, signals are forwarded to it, and its output is passed on as it comes; the last 8 KiB of it go into the report. The command can write a JSON object of `outputs`, `subjects` and `message` to the file that ALMANAC_OUTPUT names.\nThat the runtime can't be reached never makes the command fail: reports are tried again, kept in a folder, and sent by the next call. Where the runtime says that the run is over or is another's, the command is not started, or is asked to end.",
  arguments: [{ name: '<command...>', about: 'the program and its arguments; no shell reads them' }],
  options: [
    { flags: '--report-url <url>', about: 'where to report (default: ALMANAC_REPORT_URL)', read: readUrl },
    {
      flags: '--heartbeat <duration>',
      about: 'how often to say that the run goes on (default: 30s)',
      read: readDuration,
    },
    {
      flags: '--start-within <duration>',
      about: "the most that the command's start waits for the runtime's word (default: 8s)",
      read: readDuration,
    },
    {
      flags: '--report-within <duration>',
      about: "the most that the end waits for reports to be sent, after the command's (default: 5s)",
      read: readDuration,
    },
    {
      flags: '--grace <duration>',
      about: 'between asking the command to end and ending it, where the run is over (default: 10s)',
      read: readDuration,
    },
    {
      flags: '--no-tail',
      about: 'leave the output alone: the command has the terminal itself, and its report has no tail',
    },
    {
      flags: '--spool <folder>',
      about: 'where to keep reports that could not be sent (default: ~/.local/state/almanac/reports)',
    },
  ],
  examples: [
    { about: 'in the image of a Cloud Run job', run: 'almanac exec -- ./statement-run --format=pdf' },
    { about: 'by hand, where nothing is reported', run: 'almanac exec -- true' },
  ],
  exitCodes: [0, 1],
  stopsBySignal: true,
  run: runCommand,
};

async function runCommand({ words, options, io }: Call): Promise<ExitCode> {
  const { env } = io;
  const [file, ...args] = words;
  if (file === undefined) throw new CallError('there is no command', 'almanac exec -- ./statement-run');
  const url = (options['reportUrl'] as string | undefined) ?? env['ALMANAC_REPORT_URL'];
  const token = env['ALMANAC_TOKEN'];
  const spoolFolder = options['spool'] as string | undefined;
  const code = await execCommand({
    command: [file, ...args],
    env,
    ...(url && token && { place: { url, token } }),
    heartbeatMs: milliseconds(options['heartbeat'], 30),
    startWithinMs: milliseconds(options['startWithin'], 8),
    reportWithinMs: milliseconds(options['reportWithin'], 5),
    graceMs: milliseconds(options['grace'], 10),
    tailBytes: options['tail'] === false ? 0 : 8_192,
    ...(spoolFolder !== undefined && { spoolFolder }),
    say: (line) => void (options.quiet || io.stderr.write(`almanac exec: ${line}\n`)),
  });
  // It is the command's own, whatever that is.
  return code as ExitCode;
}

function milliseconds(seconds: unknown, standard: number): number {
  return Math.max(1, (seconds as number | undefined) ?? standard) * 1_000;
}

function readUrl(text: string): string {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  throw new CallError(`\`${text}\` is not an address to report to`);
}
