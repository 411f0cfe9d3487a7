/** `signalbox show`: shows a run, now or after one of its events. */
import type { Command, CommandArguments } from '../arguments/command.ts';
import { jsonOption, numberOption, sessionOptions } from '../arguments/options.ts';
import type { Host } from '../host/host.ts';
import { adviseRun } from '../live/advise-run.ts';
import { printRun } from '../live/print-run.ts';
import { watchRun } from '../live/watch-run.ts';
import { printJson } from '../print/print-json.ts';
import { printMarking } from '../print/print-marking.ts';
import { findRun } from '../session/find-run.ts';
import { readHistory } from '../session/read-history.ts';
import { type Session, withReadOnlySession, withSession } from '../session/session.ts';

/** Events that are shown by default. */
const defaultEventLimit = 200;

export const show: Command = {
  meaning:
    'Shows a run: the workflow drawn with the state of each task, its events, what it waits for, and its result. RUN is an\nid, the beginning of an id, or “last”. With --follow it follows the run, asks its questions, and exits like\n“signalbox run”.',
  arguments: { usage: 'RUN', min: 1, max: 1 },
  options: [
    { name: '--at', value: 'N', meaning: 'the state after event N' },
    { name: '--follow', meaning: 'follows the run until it ends or waits for people' },
    { name: '--marking', meaning: 'also the marking: tokens in conditions, active tasks' },
    { name: '--all', meaning: `all events, if there are more than ${defaultEventLimit}` },
    jsonOption,
    ...sessionOptions,
  ],
  examples: ['show last', 'show last --at 3'],
  run: runShow,
};

async function runShow(args: CommandArguments, host: Host): Promise<number> {
  const at = numberOption(args, '--at', 1, 1_000_000_000);
  const follows = args.chosen.has('--follow');
  if (at.kind === 'misunderstood') return misunderstood(host, at.message);
  if (at.number !== null && follows) {
    return misunderstood(host, '--follow shows the current state. Leave out --at.');
  }
  if (args.chosen.has('--marking') && (follows || at.number !== null)) {
    return misunderstood(host, '--marking shows the current state. Leave out --at and --follow.');
  }
  const open = follows ? withSession : withReadOnlySession;
  return open(args, host, async (session) => {
    const run = await findRun(session, args.arguments[0] ?? '');
    if (follows) return watchRun(session, host, args, { run, seen: 0 });
    await showRun(session, host, args, run, at.number);
    return 0;
  });
}

function misunderstood(host: Host, message: string): number {
  host.err(`${message}\n`);
  return 2;
}

async function showRun(
  session: Session,
  host: Host,
  { chosen }: CommandArguments,
  run: string,
  at: number | null,
): Promise<void> {
  const asJson = chosen.has('--json');
  const marking = chosen.has('--marking')
    ? ((await session.call('cases.status', { case_id: run, marking: true })).marking ?? null)
    : null;
  const replayed = at === null ? null : await session.call('runs.replay', { run, at });
  const view = replayed ?? (await session.call('runs.get', { run }));
  const leftOut = asJson || chosen.has('--all') ? 0 : Math.max(0, view.seq - defaultEventLimit);
  const entries = await readHistory(session, run, leftOut, view.seq);
  if (asJson) {
    printJson(host, { ...view, history: entries, ...(marking === null ? {} : { marking }) });
    return;
  }
  const width = Math.min(500, Math.max(24, host.columns));
  const { drawing } = await session.call('runs.graph', { run, width, colour: host.colour, at: view.seq });
  const shownAt = replayed === null ? null : { event: replayed.seq, of: replayed.events };
  const advice = replayed === null ? await adviseRun(session, view) : [];
  printRun(host, { view, advice, drawing, entries, at: shownAt });
  if (marking !== null) printMarking(host, marking);
}
