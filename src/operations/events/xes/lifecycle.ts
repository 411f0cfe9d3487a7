/** The standard XES lifecycle of an activity: states, transitions, and paths through it. */

export type ActivityState = 'start' | 'ready' | 'assigned' | 'running' | 'suspended' | 'closed';

interface Move {
  readonly from: readonly ActivityState[];
  readonly to: ActivityState;
}

export const standardLifecycle = {
  schedule: { from: ['start'], to: 'ready' },
  assign: { from: ['ready'], to: 'assigned' },
  reassign: { from: ['assigned'], to: 'assigned' },
  start: { from: ['assigned'], to: 'running' },
  suspend: { from: ['running'], to: 'suspended' },
  resume: { from: ['suspended'], to: 'running' },
  complete: { from: ['running'], to: 'closed' },
  autoskip: { from: ['start'], to: 'closed' },
  manualskip: { from: ['ready', 'assigned'], to: 'closed' },
  withdraw: { from: ['ready', 'assigned'], to: 'closed' },
  ate_abort: { from: ['running', 'suspended'], to: 'closed' },
  pi_abort: { from: ['ready', 'assigned', 'running', 'suspended'], to: 'closed' },
} as const satisfies Readonly<Record<string, Move>>;

export type Transition = keyof typeof standardLifecycle;

type Path = { readonly [State in ActivityState]?: Transition };

const toRunning = { start: 'schedule', ready: 'assign', assigned: 'start', suspended: 'resume' } as const;
const outOfRunning = { running: 'ate_abort', suspended: 'ate_abort' } as const;

/** A target of an activity, and the next transition to it from each state; without one it is reached. */
const pathsByGoal = {
  scheduled: { start: 'schedule' },
  assigned: { start: 'schedule', ready: 'assign' },
  running: toRunning,
  paused: { running: 'suspend' },
  completed: { ...toRunning, running: 'complete' },
  failed: { ...toRunning, ...outOfRunning },
  /** By a principal. */
  skipped: { start: 'schedule', ready: 'manualskip', assigned: 'manualskip', ...outOfRunning },
  /** By the workflow, which continues without it. */
  passedOver: { start: 'autoskip', ready: 'withdraw', assigned: 'withdraw', ...outOfRunning },
  withdrawn: { ready: 'withdraw', assigned: 'withdraw', ...outOfRunning },
  /** With its case. */
  aborted: { ready: 'pi_abort', assigned: 'pi_abort', running: 'pi_abort', suspended: 'pi_abort' },
} as const satisfies Readonly<Record<string, Path>>;

export type Goal = keyof typeof pathsByGoal;

/** The transitions that lead there, and the resulting state. */
export function transitionsTo(
  from: ActivityState,
  goal: Goal,
): { readonly transitions: readonly Transition[]; readonly state: ActivityState } {
  const path: Path = pathsByGoal[goal];
  const transitions: Transition[] = [];
  let state = from;
  for (let next = path[state]; next !== undefined; next = path[state]) {
    transitions.push(next);
    state = standardLifecycle[next].to;
  }
  return { transitions, state };
}
