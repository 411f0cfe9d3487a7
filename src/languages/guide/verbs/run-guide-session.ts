/** Leads the user at the terminal through a guide, step by step. The run continues to exist if the session ends. */

import type { Host } from '../../../cli/host/host.ts';
import { adviseItem } from '../../../cli/live/advise-run.ts';
import { askItem } from '../../../cli/live/ask-item.ts';
import { askableItems, whileOpen } from '../../../cli/live/follow-interactively.ts';
import { printOutcome } from '../../../cli/live/print-outcome.ts';
import { hasEnded, isSettled } from '../../../cli/live/run-status.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { describeStatus } from '../../../cli/print/describe-status.ts';
import { pluralize } from '../../../cli/print/pluralize.ts';
import { printJson } from '../../../cli/print/print-json.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import type { Session } from '../../../cli/session/session.ts';
import { cleanText } from '../../../drawing/index.ts';
import type { RunView } from '../../../operations/index.ts';
import { askPage, type PageOutcome } from './ask-page.ts';
import { drawPage } from './draw-page.ts';
import { goBack } from './go-back.ts';
import type { GuidePlan } from './guide-plan.ts';
import { guideOfRun, stepOf } from './guide-views.ts';
import { readPage } from './read-page.ts';
import { stepsDone } from './steps-done.ts';
import { summarizeGuide } from './summarize-guide.ts';

/** Exit code after Ctrl-C. */
const interruptedExitCode = 130;
/** Exit code if the run waits for an answer. */
const waitingExitCode = 4;
/** Timeout of one poll for changes. */
const pollMilliseconds = 1_000;

interface GuideSession {
  readonly run: string;
  readonly plan: GuidePlan;
  readonly asJson: boolean;
}

/** @returns the exit code, same as for `run` */
export async function runGuideSession(
  session: Session,
  host: Host,
  guideSession: GuideSession,
): Promise<number> {
  const leaving = new AbortController();
  const unsubscribe = host.terminal.onInterrupt(() => leaving.abort());
  try {
    return await runSteps(session, host, guideSession, leaving.signal);
  } finally {
    unsubscribe();
  }
}

async function runSteps(
  session: Session,
  host: Host,
  guideSession: GuideSession,
  leaving: AbortSignal,
): Promise<number> {
  const { plan, asJson } = guideSession;
  let { run } = guideSession;
  let itemIndex = 0;
  const reasons = new Map<string, string>();
  for (let isChanged = true; ; ) {
    const view = await waitForQuestion(session, run, host.user, leaving);
    if (isChanged && !asJson) printSkipped(host, view, reasons);
    if (view.status === 'completed' && !asJson) return finish(session, host, { view, plan, reasons });
    const open = askableItems(view, host.user);
    if (hasEnded(view) || open.length === 0) return printOutcome(session, host, view, asJson);
    if (!host.terminal.isInteractive) return printOpenSteps(session, host, view, guideSession);
    const asked = await askOne(session, host, { view, plan, itemIndex: itemIndex % open.length, leaving });
    if (leaving.aborted) return exitWithHint(session, host, run, interruptedExitCode);
    isChanged = asked.kind === 'answered' || asked.kind === 'gone';
    switch (asked.kind) {
      case 'quit':
        return exitWithHint(session, host, run, waitingExitCode);
      case 'back':
        run = await goBack(session, host, plan, { run, step: asked.step, signal: leaving });
        if (leaving.aborted) return exitWithHint(session, host, run, interruptedExitCode);
        break;
      case 'other':
        itemIndex += 1;
        if (open.length < 2) host.terminal.write('  No other step is open.\n');
        break;
      case 'answered':
        itemIndex = 0;
    }
  }
}

/** Waits until an item is open, or the run cannot continue alone. */
async function waitForQuestion(
  session: Session,
  run: string,
  user: string,
  leaving: AbortSignal,
): Promise<RunView> {
  let view = await session.call('runs.get', { run });
  while (!isSettled(view) && askableItems(view, user).length === 0 && !leaving.aborted) {
    view = await session.call('runs.get', { run, after: view.seq, waitMs: pollMilliseconds });
  }
  return view;
}

interface Question {
  readonly view: RunView;
  readonly plan: GuidePlan;
  /** Chooses one of the open items. */
  readonly itemIndex: number;
  readonly leaving: AbortSignal;
}

async function askOne(
  session: Session,
  host: Host,
  { view, plan, itemIndex, leaving }: Question,
): Promise<PageOutcome> {
  const open = askableItems(view, host.user);
  const next = open[itemIndex];
  if (next === undefined) return { kind: 'gone' };
  const beside = open.filter((each) => each !== next).map(({ task }) => plan.titles.get(task) ?? task);
  const item = await session.call('items.get', { item: next.item });
  const asked = await whileOpen(session, view, next.item, leaving, async (signal): Promise<PageOutcome> => {
    if (stepOf(item) === undefined) {
      const outcome = await askItem(host, session, item, signal);
      return { kind: outcome === 'declined' ? 'quit' : outcome };
    }
    return askPage({ host, session, item, plan, beside, signal });
  });
  return asked;
}

/** Without a terminal: prints the step, and the command to answer it. */
async function printOpenSteps(
  session: Session,
  host: Host,
  view: RunView,
  { plan, asJson }: GuideSession,
): Promise<number> {
  if (asJson) {
    printJson(host, view);
    return waitingExitCode;
  }
  for (const { item: id } of askableItems(view, host.user)) {
    const item = await session.call('items.get', { item: id });
    const page = readPage(item);
    if (page === null) continue;
    const layout = { columns: host.columns, styles: createStyles(host.colour) };
    host.out(`${drawPage(page, plan, layout).join('\n')}\n`);
    host.terminal.write(
      adviseItem(session, item)
        .map((line) => `  ${line}\n`)
        .join(''),
    );
  }
  host.terminal.write(`  → ${resumeCommand(session, view.run)}   at a terminal\n`);
  return waitingExitCode;
}

/** Prints how to continue when the user leaves. */
function exitWithHint(session: Session, { terminal }: Host, run: string, code: number): number {
  terminal.write(
    `The guide is not finished. Its run is kept. To continue:\n  → ${resumeCommand(session, run)}\n`,
  );
  return code;
}

const resumeCommand = ({ sessionFlags }: Session, run: string): string =>
  `signalbox guide --run ${run}${sessionFlags}`;

/** The steps that were skipped since the last answer, and why. */
function printSkipped({ terminal }: Host, run: RunView, reasons: Map<string, string>): void {
  for (const { id, title, reason, iteration } of guideOfRun(run)?.skipped ?? []) {
    reasons.set(id, reason);
    const pass = iteration === undefined ? '' : ` in pass ${iteration}`;
    terminal.write(`  ${oneLine(`– “${title}” does not apply${pass}: ${reason}`)}\n`);
  }
}

interface FinishedGuide {
  readonly view: RunView;
  readonly plan: GuidePlan;
  /** Why steps did not apply, by their ids, as reported during the session. */
  readonly reasons: ReadonlyMap<string, string>;
}

async function finish(session: Session, host: Host, { view, plan, reasons }: FinishedGuide): Promise<number> {
  const done = await stepsDone(session, view, plan);
  host.terminal.write(`\n${describeStatus(view, createStyles(host.terminal.colour))}\n`);
  host.out(`${summarizeGuide(view, plan, { done, reasons }, host.columns).join('\n')}\n`);
  return 0;
}

/** Prints what to read before the first step. */
export function printIntroduction({ terminal }: Host, { run, plan }: GuideSession): void {
  const styles = createStyles(terminal.colour);
  const head = `${oneLine(plan.title)} (${pluralize(plan.steps.length, 'step')})`;
  const lines = [
    styles.strong(head),
    ...[...plan.remarks, ...plan.rules.map((each) => `Always: ${each}`)].map((each) => `  ${oneLine(each)}`),
    `  ${cleanText(run)}`,
  ];
  terminal.write(`${lines.join('\n')}\n`);
}
