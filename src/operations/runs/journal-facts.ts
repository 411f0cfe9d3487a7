/**
 * What the journal of a run tells and its state has forgotten: how much is done, how near the end it has come, and
 * which task failed. Folded from the notes; a journal only grows, so what was read is not read again.
 */
import { setImmediate } from 'node:timers/promises';
import type { Failure, Note, Program } from '../../kernel/index.ts';
import { type JournalEntry, Recent, type RunRecord, type Store } from '../../runtime/index.ts';
import { type Distances, distancesOf } from './distances-of.ts';

export interface JournalFacts {
  readonly seq: number;
  /** Tasks of the root that have ended. */
  readonly done: number;
  /** Tasks on the shortest way from the nearest point reached to the end. */
  readonly remaining: number;
  /** What failed for good last. */
  readonly failed: FailedTask | null;
}

interface FailedTask {
  readonly task: string;
  readonly frame: number;
  readonly failure: Failure;
}

const pageSize = 1000;
const mostRemembered = 1000;
const rootFrame = 1;

const remembered = new WeakMap<Store, Recent<JournalFacts>>();

export async function readFacts(store: Store, record: RunRecord, program: Program): Promise<JournalFacts> {
  const memory = remembered.get(store) ?? new Recent<JournalFacts>(mostRemembered);
  remembered.set(store, memory);
  const key = `${record.tenant}/${record.id}`;
  const known = memory.get(key);
  if (known?.seq === record.seq) return known;
  const distances = measured(program);
  const fresh: JournalFacts = { seq: 0, done: 0, remaining: distances.fromStart, failed: null };
  // Whoever asks for an earlier state of the run begins anew.
  let facts = known !== undefined && known.seq <= record.seq ? known : fresh;
  while (facts.seq < record.seq) {
    const limit = Math.min(pageSize, record.seq - facts.seq);
    const entries = await store.journals.read(record.tenant, record.id, facts.seq, limit);
    if (entries.length === 0) break;
    facts = entries.reduce((before, entry) => addEntry(before, entry, distances.from), facts);
    // A long journal leaves the others their turn.
    if (facts.seq < record.seq) await setImmediate();
  }
  if (known === undefined || known.seq < facts.seq) memory.set(key, facts);
  return facts;
}

/** Programs are many runs': each is measured once. */
function measured(program: Program): Distances {
  const known = distances.get(program) ?? distancesOf(program);
  distances.set(program, known);
  return known;
}

const distances = new WeakMap<Program, Distances>();

/** From 0 to 1, never falling; 1 only when it has completed. */
export function progressOf({ status }: Pick<RunRecord, 'status'>, { done, remaining }: JournalFacts): number {
  if (status === 'completed') return 1;
  return Math.floor((1000 * done) / (done + Math.max(1, remaining))) / 1000;
}

function addEntry(
  facts: JournalFacts,
  { seq, notes }: JournalEntry,
  distanceFrom: (place: string) => number,
): JournalFacts {
  const ended = new Set<string>();
  let { remaining, failed } = facts;
  for (const note of notes) {
    if (note.kind === 'flow' && note.frame === rootFrame) {
      ended.add(note.task);
      if (note.to !== null) remaining = Math.min(remaining, distanceFrom(note.to));
    }
    if (note.kind === 'failed' && note.retryAt === null) failed = originOf(failed, note);
  }
  return { seq, done: facts.done + ended.size, remaining, failed };
}

/** A failure goes up from frame to frame, and a frame above has a lower number: where it began is what failed. */
function originOf(before: FailedTask | null, note: Extract<Note, { kind: 'failed' }>): FailedTask {
  const { task, frame, failure } = note;
  const goesUp =
    before !== null &&
    frame < before.frame &&
    failure.code === before.failure.code &&
    failure.message === before.failure.message;
  return { task: goesUp ? before.task : task, frame, failure };
}
