/** The started tasks of a run, in the order of their start, folded from its timeline. */
import type { TaskState } from '../../drawing/index.ts';
import type { TimelineEntry } from '../../operations/index.ts';
import { stateAfter } from '../../operations/offline.ts';

export interface TaskRow {
  readonly name: string;
  /** 1 in the workflow itself, more in called workflows. */
  readonly depth: number;
  readonly state: TaskState;
  /** The last start, and its end; in milliseconds. */
  readonly since: number;
  readonly until: number | null;
  /** What the task does, or why it failed. */
  readonly note: string;
}

export interface TaskBoard {
  readonly rows: readonly TaskRow[];
  readonly add: (entries: readonly TimelineEntry[]) => void;
}

export function createTaskBoard(): TaskBoard {
  const rows = new Map<string, TaskRow>();
  return {
    get rows() {
      return [...rows.values()];
    },
    add: (entries) => {
      for (const entry of entries) {
        if (entry.task === '') continue;
        const key = `${entry.net} ${entry.task} ${entry.index}`;
        const row = rowAfter(rows.get(key), entry);
        if (row !== undefined) rows.set(key, row);
      }
    },
  };
}

/** `undefined` if nothing changes. */
function rowAfter(before: TaskRow | undefined, entry: TimelineEntry): TaskRow | undefined {
  const { at, task, index, depth } = entry;
  const state = stateAfter(entry);
  const note = noteOf(entry);
  if (state === undefined)
    return before === undefined || note === undefined ? undefined : { ...before, note };
  const isUnderWay = state === 'under way';
  const isContinued = before !== undefined && before.until === null;
  return {
    name: index < 0 ? task : `${task} #${index + 1}`,
    depth,
    state,
    since: isContinued ? before.since : at,
    until: isUnderWay ? null : at,
    note: note ?? (isUnderWay ? (before?.note ?? '') : ''),
  };
}

/** `undefined` if the entry adds nothing to its sign. */
function noteOf(entry: TimelineEntry): string | undefined {
  switch (entry.kind) {
    case 'called':
      return `${entry.operation}${entry.attempt > 1 ? ` (attempt ${entry.attempt})` : ''}`;
    case 'asked':
      return entry.doubt ? 'asks for the outcome of its call' : 'asks';
    case 'started':
      return entry.work === 'wait' ? 'waits' : undefined;
    case 'failed':
      return entry.retryAt === null
        ? `${entry.failure.code}: ${entry.failure.message}`
        : `failed (${entry.failure.code}), retrying`;
    case 'doubted':
      return 'the outcome of its call is unknown';
    default:
      return undefined;
  }
}
