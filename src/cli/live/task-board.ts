/** The tasks of a run as far as they have begun, in the order in which they did: folded from its timeline. */
import type { TaskState } from '../../drawing/index.ts';
import type { TimelineEntry } from '../../operations/index.ts';
import { stateAfter } from '../../operations/offline.ts';

export interface TaskRow {
  readonly name: string;
  /** 1 in the workflow itself, more in those that it calls. */
  readonly depth: number;
  readonly state: TaskState;
  /** When it began last, and when that ended; in milliseconds. */
  readonly since: number;
  readonly until: number | null;
  /** What it does, or why it failed. */
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

/** Undefined where nothing changes. */
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

/** Undefined where the moment says nothing that its sign does not say. */
function noteOf(entry: TimelineEntry): string | undefined {
  switch (entry.kind) {
    case 'called':
      return `${entry.operation}${entry.attempt > 1 ? ` (try ${entry.attempt})` : ''}`;
    case 'asked':
      return entry.doubt ? 'asks what became of its call' : 'asks';
    case 'started':
      return entry.work === 'wait' ? 'waits' : undefined;
    case 'failed':
      return entry.retryAt === null
        ? `${entry.failure.code}: ${entry.failure.message}`
        : `failed (${entry.failure.code}), is tried again`;
    case 'doubted':
      return 'nobody knows what became of its call';
    default:
      return undefined;
  }
}
