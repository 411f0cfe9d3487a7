/** Converts the log events of one case to activities with transitions of the standard lifecycle. */
import type { LoggedKind } from '../event-kinds.ts';
import type { LoggedEvent } from '../logged-event.ts';
import { type ActivityState, type Goal, type Transition, transitionsTo } from './lifecycle.ts';

export interface ActivityEvent {
  readonly event: LoggedEvent;
  readonly net: string;
  readonly task: string;
  readonly undoes: boolean;
  /** Distinguishes repeated activities in a case. */
  readonly label: string;
  readonly transition: Transition;
  /** Who or what does it; empty if not applicable. */
  readonly resource: string;
}

interface Activity {
  readonly net: string;
  readonly task: string;
  readonly undoes: boolean;
  readonly instance: number;
  /** An attempt after a failed one is another activity. */
  readonly life: number;
  readonly kind: 'call' | 'item' | 'net' | 'task';
  readonly state: ActivityState;
  /** Its holder, or the connector. */
  readonly resource: string;
  /** Its work item is suspended. */
  readonly isPaused: boolean;
  /** It was active when the case failed and stayed as it was. */
  readonly isParked: boolean;
}

/** The outcome of an activity, if it needs no further check. */
const goals: { readonly [Kind in LoggedKind]?: Goal } = {
  item_offered: 'scheduled',
  item_checked_out: 'running',
  item_released: 'paused',
  item_suspended: 'paused',
  item_completed: 'completed',
  item_forced: 'completed',
  item_failed: 'failed',
  call_started: 'running',
  call_completed: 'completed',
  call_failed: 'failed',
  task_started: 'running',
  task_completed: 'completed',
  task_failed: 'failed',
  task_skipped: 'passedOver',
  undo_started: 'running',
  undo_completed: 'completed',
  undo_failed: 'failed',
};

const begins: ReadonlySet<LoggedKind> = new Set([
  'item_offered',
  'call_started',
  'task_started',
  'undo_started',
]);
const completes: ReadonlySet<LoggedKind> = new Set([
  'item_completed',
  'item_forced',
  'call_completed',
  'task_completed',
  'undo_completed',
]);

export class Activities {
  readonly #activities = new Map<number, Activity>();
  /** How often each has begun. */
  readonly #lives = new Map<number, number>();
  readonly #emitted: ActivityEvent[] = [];

  /** Returns what the next event of the case adds to its trace. */
  add(event: LoggedEvent): readonly ActivityEvent[] {
    this.#emitted.length = 0;
    if (event.instance === 0) this.#addOfCase(event);
    else this.#addOfWork(event);
    return [...this.#emitted];
  }

  #addOfCase(event: LoggedEvent): void {
    const all = [...this.#activities.values()];
    const open = all.filter(({ state }) => state !== 'closed');
    switch (event.kind) {
      case 'case_suspended':
        // A call in progress is answered anyway.
        for (const activity of open)
          if (activity.kind !== 'call') this.#moveTo(activity, 'paused', event, '');
        return;
      case 'case_resumed':
        for (const activity of open) this.#resume(activity, event);
        return;
      case 'case_completed':
        for (const activity of open) this.#moveTo(activity, 'withdrawn', event, '');
        return;
      case 'case_failed':
        for (const activity of open) this.#park(activity, event);
        return;
      case 'case_cancelled':
        for (const activity of open) this.#moveTo(activity, 'aborted', event, '');
        return;
      case 'case_reopened':
        for (const activity of all) this.#unpark(activity, event);
        return;
      default:
    }
  }

  #addOfWork(event: LoggedEvent): void {
    const activity = this.#activityOf(event);
    if (activity === undefined) return;
    const { kind, by } = event;
    switch (kind) {
      case 'item_delegated':
        this.#delegate(activity, event);
        return;
      case 'item_resumed':
        this.#resume(this.#set({ ...activity, isPaused: false }), event);
        return;
      case 'item_skipped':
        // No principal: the deadline has passed.
        this.#moveTo(activity, by === '' ? 'passedOver' : 'skipped', event, by);
        return;
      case 'item_withdrawn':
      case 'call_cancelled':
      case 'task_cancelled':
        this.#moveTo(activity, event.endsWithCase ? 'aborted' : 'withdrawn', event, '');
        return;
      case 'item_failed':
        this.#moveTo(activity, by === '' && isUntaken(activity) ? 'withdrawn' : 'failed', event, by);
        return;
      case 'item_released':
        this.#moveTo(activity, 'paused', event, by);
        this.#change(activity, { resource: '' });
        return;
      case 'item_suspended':
        this.#moveTo(activity, 'paused', event, by);
        this.#change(activity, { isPaused: true });
        return;
      default: {
        const goal = goals[kind];
        if (goal !== undefined)
          this.#moveTo(activity, goal, event, by || activity.resource || event.connector);
      }
    }
  }

  /**
   * The activity of an event, begun if the event begins it; `undefined` if there is none, or everything about it was
   * reported.
   */
  #activityOf(event: LoggedEvent): Activity | undefined {
    const { instance, kind } = event;
    const known = this.#activities.get(instance);
    // A question about a call is not an activity of the workflow.
    if (known?.kind === 'call' && event.isItem) return undefined;
    if (event.isLate) return undefined;
    if (known !== undefined && known.state !== 'closed') return known;
    // A failed one continues without an event when its case is reopened.
    const goesOn = known !== undefined && completes.has(kind);
    const isAnew = begins.has(kind) || kind === 'task_skipped' || goesOn;
    return isAnew ? this.#begin(event) : undefined;
  }

  #begin(event: LoggedEvent): Activity {
    const { instance, net, task, kind, connector } = event;
    const life = this.#nextLife(instance);
    const undoes = kind.startsWith('undo_');
    return this.#set({
      net,
      task,
      undoes,
      instance,
      life,
      kind: kindOf(event),
      state: 'start',
      resource: connector,
      isPaused: false,
      isParked: false,
    });
  }

  #delegate(activity: Activity, event: LoggedEvent): void {
    const { by, to } = event;
    if (activity.state === 'assigned') this.#emit(activity, 'reassign', event, to);
    else if (activity.state === 'ready') this.#moveTo(activity, 'assigned', event, to);
    else {
      const paused = this.#moveTo(activity, 'paused', event, by);
      this.#moveTo(paused, 'running', event, to);
    }
    this.#change(activity, { resource: to });
  }

  /** A suspended activity continues, unless it has no holder or something else blocks it. */
  #resume(activity: Activity, event: LoggedEvent): void {
    const { state, isPaused, resource, kind } = activity;
    const isIdle = isPaused || (kind === 'item' && resource === '');
    if (state === 'suspended' && !isIdle) this.#moveTo(activity, 'running', event, resource);
  }

  #park(activity: Activity, event: LoggedEvent): void {
    const goesOn = activity.kind === 'call' || activity.kind === 'net';
    const isParked = goesOn && (activity.state === 'running' || activity.state === 'suspended');
    this.#moveTo(activity, 'aborted', event, '');
    if (isParked) this.#set({ ...activity, state: 'closed', isParked });
  }

  /** A call or a net that was active continues under its own number. Everything else begins again under another one. */
  #unpark(activity: Activity, event: LoggedEvent): void {
    if (!activity.isParked) return;
    const life = this.#nextLife(activity.instance);
    const anew = this.#set({ ...activity, life, state: 'start', isParked: false });
    this.#moveTo(anew, 'running', event, activity.resource);
  }

  #nextLife(instance: number): number {
    const life = (this.#lives.get(instance) ?? 0) + 1;
    this.#lives.set(instance, life);
    return life;
  }

  #moveTo(activity: Activity, goal: Goal, event: LoggedEvent, resource: string): Activity {
    const { transitions, state } = transitionsTo(activity.state, goal);
    if (activity.state === 'assigned' && goal === 'running' && resource !== activity.resource) {
      this.#emit(activity, 'reassign', event, resource);
    }
    for (const transition of transitions) {
      this.#emit(activity, transition, event, transition === 'schedule' ? '' : resource);
    }
    const holds = goal === 'running' || goal === 'assigned';
    const after = { ...activity, state, resource: holds ? resource : activity.resource };
    // A failed one may be retried. Nothing more is reported of others that have ended.
    if (state !== 'closed' || event.kind.endsWith('_failed')) return this.#set(after);
    this.#activities.delete(activity.instance);
    return after;
  }

  #emit(
    { net, task, undoes, instance, life }: Activity,
    transition: Transition,
    event: LoggedEvent,
    resource: string,
  ): void {
    const label = life === 1 ? String(instance) : `${instance}/${life}`;
    this.#emitted.push({ event, net, task, undoes, label, transition, resource });
  }

  #change({ instance }: Activity, change: Partial<Activity>): void {
    const activity = this.#activities.get(instance);
    if (activity !== undefined) this.#set({ ...activity, ...change });
  }

  #set(activity: Activity): Activity {
    this.#activities.set(activity.instance, activity);
    return activity;
  }
}

function kindOf({ isItem, isNet, kind }: LoggedEvent): Activity['kind'] {
  if (isItem || isNet) return isItem ? 'item' : 'net';
  return /^(?:call|undo)_/.test(kind) ? 'call' : 'task';
}

const isUntaken = ({ state }: Activity): boolean => state === 'ready' || state === 'assigned';
