/** What became of a run: its result on the output stream, all else beside it. */
import { cleanText } from '../drawing/index.ts';
import type { RunView, RunWait } from '../operations/index.ts';
import type { Host } from './host.ts';
import { hasEnded, openItems } from './live/run-stand.ts';
import { printJson, valueText } from './print-json.ts';
import { spentText } from './spent-text.ts';
import { createStyles, type Styles } from './styles.ts';

/** 0 completed, 1 failed, 3 cancelled, 4 waits for somebody. */
export function codeOfOutcome({ status }: Pick<RunView, 'status'>): number {
  switch (status) {
    case 'completed':
      return 0;
    case 'failed':
      return 1;
    case 'cancelled':
      return 3;
    default:
      return 4;
  }
}

/** @returns the exit code that says the same */
export function printOutcome(host: Host, view: RunView, asJson: boolean): number {
  const styles = createStyles(host.terminal.colour);
  if (asJson) {
    printJson(host, view);
  } else {
    host.terminal.write(`${stateLine(view, styles)}\n${adviceOf(view).map((line) => `  ${line}\n`).join('')}`);
    if (view.status === 'completed') host.out(`${valueText(view.output)}\n`);
  }
  return codeOfOutcome(view);
}

/** Where a run stands after it was moved: that is the result of whoever moved it. */
export function printStand(host: Host, view: RunView, asJson: boolean): void {
  if (asJson) {
    printJson(host, view);
    return;
  }
  const lines = [`${cleanText(view.run)}  ${stateLine(view, createStyles(host.colour))}`, ...adviceOf(view).map((line) => `  ${line}`)];
  host.out(lines.map((line) => `${line}\n`).join(''));
}

/** `✓ completed after 3.2 s`. */
export function stateLine(view: RunView, styles: Styles): string {
  const { status, state, failure, createdAt, endedAt } = view;
  const spent = endedAt === null ? '' : ` after ${spentText(Date.parse(endedAt) - Date.parse(createdAt))}`;
  switch (status) {
    case 'completed':
      return `${styles.good('✓ completed')}${spent}`;
    case 'failed': {
      const task = failure === null || failure.task === '' ? '' : ` at “${cleanText(failure.task)}”`;
      const why = failure === null ? '' : `: ${cleanText(failure.code)}, ${cleanText(failure.message)}`;
      return `${styles.bad('✗ failed')}${spent}${task}${why}`;
    }
    case 'cancelled':
      return `${styles.warning('– cancelled')}${spent}`;
    default:
      return `${styles.warning(`● ${state}`)}`;
  }
}

/** What it waits for, and what can be done about it. */
export function adviceOf(view: RunView): readonly string[] {
  const { run, status, state } = view;
  if (status === 'failed') return [`→ signalbox show ${run} tells what happened; signalbox reopen ${run} tries again.`];
  if (hasEnded(view)) return [];
  const isForkWaiting = openItems(view).some(({ reason }) => reason === 'approval');
  return [
    ...view.waitingFor.flatMap(describeWait),
    ...(state === 'suspended' && !isForkWaiting ? [`→ signalbox resume ${run} lets it go on.`] : []),
  ];
}

export function describeWait(wait: RunWait): readonly string[] {
  const name = cleanText(`${wait.task}${wait.index < 0 ? '' : ` #${wait.index + 1}`}`);
  switch (wait.kind) {
    case 'item': {
      const held = wait.holder === '' ? '' : ` (held by ${cleanText(wait.holder)})`;
      const asked = wait.message === '' ? '' : `: ${cleanText(wait.message)}`;
      return [`? ${name} asks${asked}${held}`, `  → signalbox answer ${wait.item}`];
    }
    case 'timer':
      return [`● ${name} waits until ${wait.due}`];
    case 'signal':
      return [`● ${name} waits for the signal “${cleanText(wait.signal)}”${wait.due === null ? '' : `, until ${wait.due} at most`}`];
    case 'call':
      return [`● ${name} calls ${cleanText(wait.operation)}${wait.attempt > 1 ? ` (try ${wait.attempt})` : ''}`];
  }
}

/** Whoever looks away is told that nothing is lost by it. */
export function tellLeft(host: Host, { run }: Pick<RunView, 'run'>, role: 'owner' | 'attached'): void {
  const goesOn =
    role === 'owner'
      ? 'It is kept, and goes on whenever a Signalbox runs on this data folder.'
      : 'It goes on: another process owns this data folder.';
  host.terminal.write(`\n${run} has not ended. ${goesOn}\n  → signalbox show ${run} --follow\n`);
}
