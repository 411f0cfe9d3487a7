/** Prints a run: facts, drawing, what it waits for, its events and its result. */
import { cleanText, signs } from '../../drawing/index.ts';
import type { HistoryEntry, ReplayedRun, RunView } from '../../operations/index.ts';
import type { Host } from '../host/host.ts';
import { cutEnd } from '../print/cut-end.ts';
import { describeStatus, describeUndone, describeWait } from '../print/describe-status.ts';
import { jsonText, valueText } from '../print/print-json.ts';
import { dateTimeText } from '../print/run-texts.ts';
import { createStyles, type Styles } from '../print/styles.ts';
import { alignTime } from './watcher.ts';

export interface ShownRun {
  readonly view: RunView;
  /** What it waits for, and the commands that continue it. */
  readonly advice: readonly string[];
  /** Drawing of the workflow with the states of its tasks. */
  readonly drawing: string;
  readonly entries: readonly HistoryEntry[];
  /** The event whose state is shown, and the number of events; null for the current state. */
  readonly at: { readonly event: number; readonly of: number } | null;
}

export function printRun(host: Host, { view, advice, drawing, entries, at }: ShownRun): void {
  const styles = createStyles(host.colour);
  const say = (...lines: readonly string[]) => host.out(lines.map((line) => `${line}\n`).join(''));
  say(titleOf(view, at, styles));
  say(
    `${describeStatus(view, styles)}, began ${dateTimeText(view.createdAt)}, started by ${cleanText(view.startedBy)}`,
  );
  if (view.origin !== null) say(originOf(view.origin));
  const undone = describeUndone(view);
  say(...[...undone, ...advice].map((line) => `  ${line}`));
  say('', drawing.replace(/\n$/, ''), '');
  // Nothing is cut if the output is not a terminal.
  const width = host.isTerminal ? host.columns - 1 : Number.POSITIVE_INFINITY;
  say(...timelineOf(entries).map((line) => cutEnd(line, width)));
  if (view.status === 'completed') say('', 'Result:', ...indented(valueText(view.output)));
  if (view.partial !== null) say('', 'So far:', ...indented([...undone, jsonText(view.partial)].join('\n')));
}

/** The state of a run after one of its events. */
export function printState(host: Host, view: ReplayedRun): void {
  const styles = createStyles(host.colour);
  const say = (...lines: readonly string[]) => host.out(lines.map((line) => `${line}\n`).join(''));
  say(titleOf(view, { event: view.seq, of: view.events }, styles), describeStatus(view, styles), '');
  say(
    ...Object.entries(view.tasks).map(([task, state]) => `  ${signOf.get(state) ?? ' '} ${cleanText(task)}`),
  );
  say(...view.waitingFor.flatMap(describeWait).map((line) => `  ${line}`));
  say('', 'Variables:', ...indented(jsonText(view.variables)));
  if (view.status === 'completed') say('', 'Result:', ...indented(valueText(view.output)));
}

const signOf: ReadonlyMap<string, string> = new Map(Object.entries(signs));

function titleOf(view: RunView, at: ShownRun['at'], styles: Styles): string {
  const version = view.version === '' ? '' : ` ${cleanText(view.version)}`;
  const when = at === null ? '' : `, as it was after event ${at.event} of ${at.of}`;
  return `${styles.strong(cleanText(view.run))}  ${cleanText(view.workflow)}${version}${when}`;
}

function originOf({ kind, run, at }: NonNullable<RunView['origin']>): string {
  return kind === 'fork'
    ? `forked from ${cleanText(run)} after event ${at}`
    : `imported: it was ${cleanText(run)} elsewhere, with ${at} events`;
}

/** Events are numbered because `fork` and `replay` refer to the numbers. */
function timelineOf(entries: readonly HistoryEntry[]): readonly string[] {
  const width = String(entries.at(-1)?.seq ?? 0).length;
  const leftOut = (entries[0]?.seq ?? 1) - 1;
  const before = leftOut === 0 ? [] : [`  … ${leftOut} earlier events: --all shows them`];
  const eventLines = entries.flatMap(({ seq, event, lines }) => {
    const shown = lines.length === 0 ? [`${' '.repeat(11)}(${event})`] : lines.map(alignTime);
    return shown.map((line, at) => `  ${(at === 0 ? String(seq) : '').padStart(width)}  ${line}`);
  });
  return [...before, ...eventLines];
}

const indented = (text: string): readonly string[] => text.split('\n').map((line) => `  ${line}`);
