/**
 * The state of a run in the reference: everything by name, no derived counts. An event works on a clone, so the state
 * may be changed in place.
 */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { NetWork } from '../../src/kernel/model/program.ts';
import type { FramePhase, InstancePhase, RunStatus } from '../../src/kernel/model/state.ts';

export interface World {
  status: RunStatus;
  suspended: boolean;
  at: number;
  seed: number;
  draws: number;
  next: number;
  frames: Frame[];
  instances: Instance[];
  signals: { name: string; payload: Payload }[];
  bindings: Map<string, string>;
  output: Payload;
  failure: Failure | null;
}

export interface Frame {
  id: number;
  net: string;
  /** How it accesses the frame above it [K13.5]. The root is its own. */
  scope: NetWork['scope'];
  parent: number;
  above: number;
  depth: number;
  phase: FramePhase;
  /** Place ids, one per token. */
  tokens: string[];
  /** Task ids. */
  busy: string[];
  /** Executions so far. */
  children: number;
  /** Set variables, declared or written locally. */
  variables: Map<string, Payload>;
  visits: Map<string, number>;
  undo: UndoEntry[];
  failure: Failure | null;
  result: Payload | null;
}

export interface UndoEntry {
  instance: number;
  net: string;
  task: string;
  input: Payload;
}

export interface Instance {
  id: number;
  frame: number;
  /** The task by net and id. Of an undo: the undone task, whose net may be that of a frame below. */
  net: string;
  task: string;
  group: number;
  index: number;
  ordinal: number;
  phase: InstancePhase;
  draining: boolean;
  attempt: number;
  late: 'no' | 'awaited' | 'unknown';
  expired: boolean;
  input: Payload | null;
  holder: string;
  paused: boolean;
  due: number | null;
  deadline: number | null;
  signal: string;
  child: number;
  undoes: UndoEntry | null;
  each: Group | null;
}

export interface Group {
  /** `null` if the `each` has no list. */
  items: Payload | null;
  /** Number of instances before any was added. */
  initial: number;
  added: Payload[];
  total: number;
  created: number;
  active: number;
  members: number;
  completed: number;
  max: number;
  /** 0: none. */
  threshold: number;
  /** 0: no limit. */
  concurrency: number;
  results: (Payload | null)[];
  failures: { index: number; failure: Failure }[];
  last: number;
}

export function createWorld(): World {
  return {
    status: 'created',
    suspended: false,
    at: 0,
    seed: 0,
    draws: 0,
    next: 1,
    frames: [],
    instances: [],
    signals: [],
    bindings: new Map(),
    output: { value: null },
    failure: null,
  };
}
