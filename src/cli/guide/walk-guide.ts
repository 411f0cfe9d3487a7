/** Leads whoever is at the terminal through a guide: step after step, in a run that is kept whatever happens meanwhile. */

import { cleanText } from '../../drawing/index.ts';
import type { RunView } from '../../operations/index.ts';
import { adviseItem } from '../advise-run.ts';
import { oneLine } from '../clean-lines.ts';
import { countOf } from '../count-of.ts';
import { describeStand } from '../describe-stand.ts';
import type { Host } from '../host.ts';
import { askItem } from '../live/ask-item.ts';
import { hasEnded, isSettled } from '../live/run-stand.ts';
import { askableItems, whileOpen } from '../live/see-through.ts';
import { printJson } from '../print-json.ts';
import { printOutcome } from '../print-outcome.ts';
import type { Session } from '../session.ts';
import { createStyles } from '../styles.ts';
import { type AskedPage, askPage } from './ask-page.ts';
import { drawPage } from './draw-page.ts';
import { goBack } from './go-back.ts';
import type { GuidePlan } from './guide-plan.ts';
import { readPage } from './read-page.ts';
import { stepsDone } from './steps-done.ts';
import { sumUp } from './sum-up.ts';

/** What the shell expects of a program that Ctrl-C has ended. */
const interrupted = 130;
/** It waits for somebody. */
const waits = 4;
/** How long one question about news may take. */
const patience = 1_000;

interface Walk {
  readonly run: string;
  readonly plan: GuidePlan;
  readonly asJson: boolean;
}

/** @returns the exit code, as that of `run` */
export async function walkGuide(session: Session, host: Host, walk: Walk): Promise<number> {
  const leaving = new AbortController();
  const forget = host.terminal.onInterrupt(() => leaving.abort());
  try {
    return await goOn(session, host, walk, leaving.signal);
  } finally {
    forget();
  }
}

async function goOn(session: Session, host: Host, walk: Walk, leaving: AbortSignal): Promise<number> {
  const { plan, asJson } = walk;
  let { run } = walk;
  let turn = 0;
  const reasons = new Map<string, string>();
  for (let isNews = true; ; ) {
    const view = await settle(session, run, host.user, leaving);
    if (isNews && !asJson) tellSkipped(host, view, reasons);
    if (view.status === 'completed' && !asJson) return finish(session, host, { view, plan, reasons });
    const open = askableItems(view, host.user);
    if (hasEnded(view) || open.length === 0) return printOutcome(session, host, view, asJson);
    if (!host.terminal.asks) return hand(session, host, view, walk);
    const asked = await askOne(session, host, { view, plan, turn: turn % open.length, leaving });
    if (leaving.aborted) return leave(session, host, run, interrupted);
    isNews = asked.kind === 'answered' || asked.kind === 'gone';
    switch (asked.kind) {
      case 'quit':
        return leave(session, host, run, waits);
      case 'back':
        run = await goBack(session, host, plan, { run, step: asked.step, signal: leaving });
        if (leaving.aborted) return leave(session, host, run, interrupted);
        break;
      case 'other':
        turn += 1;
        if (open.length < 2) host.terminal.write('  No other step is open.\n');
        break;
      case 'answered':
        turn = 0;
    }
  }
}

/** Until somebody is asked, or it cannot go on by itself. */
async function settle(session: Session, run: string, user: string, leaving: AbortSignal): Promise<RunView> {
  let view = await session.call('runs.get', { run });
  while (!isSettled(view) && askableItems(view, user).length === 0 && !leaving.aborted) {
    view = await session.call('runs.get', { run, after: view.seq, waitMs: patience });
  }
  return view;
}

interface Turn {
  readonly view: RunView;
  readonly plan: GuidePlan;
  /** Which of those that are open. */
  readonly turn: number;
  readonly leaving: AbortSignal;
}

async function askOne(session: Session, host: Host, { view, plan, turn, leaving }: Turn): Promise<AskedPage> {
  const open = askableItems(view, host.user);
  const next = open[turn];
  if (next === undefined) return { kind: 'gone' };
  const beside = open.filter((each) => each !== next).map(({ task }) => plan.titles.get(task) ?? task);
  const item = await session.call('items.get', { item: next.item });
  const asked = await whileOpen(session, view, next.item, leaving, async (signal): Promise<AskedPage> => {
    if (item.guide === undefined) {
      const outcome = await askItem(host, session, item, signal);
      return { kind: outcome === 'declined' ? 'quit' : outcome };
    }
    return askPage({ host, session, item, plan, beside, signal });
  });
  return asked;
}

/** Nobody is there to be asked: the step, and what it is answered with. */
async function hand(session: Session, host: Host, view: RunView, { plan, asJson }: Walk): Promise<number> {
  if (asJson) {
    printJson(host, view);
    return waits;
  }
  for (const { item: id } of askableItems(view, host.user)) {
    const item = await session.call('items.get', { item: id });
    const page = readPage(item);
    if (page === null) continue;
    const sheet = { columns: host.columns, styles: createStyles(host.colour) };
    host.out(`${drawPage(page, plan, sheet).join('\n')}\n`);
    host.terminal.write(
      adviseItem(session, item)
        .map((line) => `  ${line}\n`)
        .join(''),
    );
  }
  host.terminal.write(`  → ${wayOn(session, view.run)}   at a terminal\n`);
  return waits;
}

/** Whoever leaves is told how to go on. */
function leave(session: Session, { terminal }: Host, run: string, code: number): number {
  terminal.write(`The guide is not at its end; its run is kept. Go on with:\n  → ${wayOn(session, run)}\n`);
  return code;
}

const wayOn = ({ again }: Session, run: string): string => `signalbox guide --run ${run}${again}`;

/** What the guide went past on its way here, and why. */
function tellSkipped({ terminal }: Host, { guide }: RunView, reasons: Map<string, string>): void {
  for (const { id, title, reason, iteration } of guide?.skipped ?? []) {
    reasons.set(id, reason);
    const pass = iteration === undefined ? '' : ` in pass ${iteration}`;
    terminal.write(`  ${oneLine(`– “${title}” does not apply${pass}: ${reason}`)}\n`);
  }
}

interface End {
  readonly view: RunView;
  readonly plan: GuidePlan;
  /** Why steps did not apply, by their ids: those that were told meanwhile. */
  readonly reasons: ReadonlyMap<string, string>;
}

async function finish(session: Session, host: Host, { view, plan, reasons }: End): Promise<number> {
  const done = await stepsDone(session, view, plan);
  host.terminal.write(`\n${describeStand(view, createStyles(host.terminal.colour))}\n`);
  host.out(`${sumUp(view, plan, { done, reasons }, host.columns).join('\n')}\n`);
  return 0;
}

/** What there is to know before the first step. */
export function greet({ terminal }: Host, { run, plan }: Walk): void {
  const styles = createStyles(terminal.colour);
  const head = `${oneLine(plan.title)} (${countOf(plan.steps.length, 'step')})`;
  const lines = [
    styles.strong(head),
    ...[...plan.remarks, ...plan.rules.map((each) => `Always: ${each}`)].map((each) => `  ${oneLine(each)}`),
    `  ${cleanText(run)}`,
  ];
  terminal.write(`${lines.join('\n')}\n`);
}
