/** Finds the work that compensations of a program reverse: the calls whose outputs their steps read. */
import { type Net, needsOf, type Program, type Task } from '../../kernel/index.ts';
import type { JournalEntry } from '../../runtime/index.ts';

/** By the name of a step: the tasks whose work it reverses. */
export type ReversingSteps = ReadonlyMap<string, readonly string[]>;

export interface CompensatedWork {
  readonly task: string;
  /** The event that completed it. */
  readonly doneAt: number;
  /** The event that completed its compensation; null if it has none. */
  readonly undoneAt: number | null;
}

export function reversingSteps({ nets }: Program): ReversingSteps {
  const steps = new Map<string, readonly string[]>();
  for (const net of nets.filter(isCompensation)) {
    const calls = nets
      .filter(({ id }) => workflowOf(id) === workflowOf(net.id))
      .flatMap(({ tasks }) => tasks.filter(({ work }) => work.kind === 'call'));
    for (const { id, work } of net.tasks) {
      const reads = new Set(readsOf(work));
      const reversed = calls.filter(({ outputs = [] }) => outputs.some(({ to }) => reads.has(to)));
      if (reversed.length > 0)
        steps.set(
          id,
          reversed.map((call) => call.id),
        );
    }
  }
  return steps;
}

/** The steps of a compensation skip what was never done, and store no output. */
function isCompensation({ tasks }: Net): boolean {
  const steps = tasks.filter(({ work }) => work.kind !== 'pass');
  return (
    steps.length > 0 && steps.every(({ onUnset, outputs = [] }) => onUnset === 'skip' && outputs.length === 0)
  );
}

const workflowOf = (net: string): string => net.split('/')[0] ?? '';

function readsOf(work: Task['work']): readonly string[] {
  if (work.kind === 'net') return (work.input ?? []).flatMap(({ value }) => needsOf(value));
  return work.kind === 'call' && work.input !== undefined ? needsOf(work.input) : [];
}

/** @returns the same list if the event has no part in a compensation */
export function addCompensated(
  before: readonly CompensatedWork[],
  { seq, notes }: JournalEntry,
  steps: ReversingSteps,
): readonly CompensatedWork[] {
  if (steps.size === 0) return before;
  const reversible = new Set([...steps.values()].flat());
  let work = before;
  for (const note of notes) {
    if (note.kind !== 'completed') continue;
    const reversed = steps.get(note.task) ?? [];
    if (reversed.length > 0) {
      work = work.map((each) =>
        each.undoneAt === null && reversed.includes(each.task) ? { ...each, undoneAt: seq } : each,
      );
    } else if (reversible.has(note.task)) work = [...work, { task: note.task, doneAt: seq, undoneAt: null }];
  }
  return work;
}
