/** Possible events of one instance, by its phase, with their weights. */
import type { RunEvent } from '../../src/kernel/model/event.ts';
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Program, Task } from '../../src/kernel/model/program.ts';
import type { Instance, RunState } from '../../src/kernel/model/state.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { inSomeForm, randomAnswer } from './random-payload.ts';

export type Candidate = readonly [weight: number, make: () => RunEvent];

export interface EventContext {
  readonly random: Random;
  readonly program: Program;
  readonly state: RunState;
  readonly at: number;
  /** Relative frequency of failures; the default is 1. */
  readonly failures: number;
  /** Frequency of actions on items besides their completion. */
  readonly itemActivity: number;
}

export function instanceEvents(context: EventContext, instance: Instance): Candidate[] {
  const { random, at, state } = context;
  const { id, phase } = instance;
  switch (phase) {
    case 'calling':
      return [...callEvents(context, instance, 8), ...timerEvents(context, instance)];
    case 'doubt':
      return [...callEvents(context, instance, 0.5), ...doubtEvents(context, instance)];
    case 'open':
    case 'offered':
    case 'held':
      return [...itemEvents(context, instance), ...timerEvents(context, instance)];
    case 'waiting': {
      const payload = randomAnswer(random, '');
      const named = random.chance(0.3) ? { instance: id } : {};
      const signal = (): RunEvent => ({ kind: 'signalled', at, name: instance.signal, payload, ...named });
      return [[instance.signal === '' ? 0 : 6, signal], ...timerEvents(context, instance)];
    }
    case 'backoff':
    case 'ready':
      return [
        ...(instance.late === 'no' ? [] : callEvents(context, instance, 2)),
        ...timerEvents(context, instance),
      ];
    case 'group': {
      const dynamic = findTask(context.program, state, instance)?.each?.create === 'dynamic';
      const item = inSomeForm(random, random.int(9));
      return [[dynamic ? 0.8 : 0, () => ({ kind: 'instanceAdded', at, instance: id, item })]];
    }
    default:
      return timerEvents(context, instance);
  }
}

/** Fires due timers. Deadlines rarely: most work is done in time. */
function timerEvents({ at, random }: EventContext, { id, due, deadline, phase }: Instance): Candidate[] {
  const fire = (timer: 'wait' | 'retry' | 'timeout', time: number): RunEvent => {
    const late = random.chance(0.2) ? random.int(30) : 0;
    return { kind: 'timerFired', at: Math.max(at, time) + late, instance: id, timer };
  };
  const events: Candidate[] = [];
  if (due !== null) events.push([6, () => fire(phase === 'waiting' ? 'wait' : 'retry', due)]);
  if (deadline !== null) events.push([deadline <= at ? 1.5 : 0.5, () => fire('timeout', deadline)]);
  return events;
}

function callEvents(context: EventContext, instance: Instance, weight: number): Candidate[] {
  const { random, program, state, at, failures } = context;
  const { id, attempt, phase } = instance;
  const task = findTask(program, state, instance);
  const operation = instance.undoes === null && task?.work.kind === 'call' ? task.work.operation : 'undo';
  const answer = { at, instance: id, attempt };
  const failure = () => randomFailure(random);
  return [
    [weight, () => ({ kind: 'callSucceeded', ...answer, output: randomAnswer(random, operation) })],
    [weight * 0.15 * failures, () => ({ kind: 'callFailed', ...answer, failure: failure() })],
    [phase === 'calling' ? weight * 0.06 * failures : 0, () => ({ kind: 'callInDoubt', ...answer })],
  ];
}

function randomFailure(random: Random): Failure {
  return {
    code: random.pick(['unavailable', 'refused', 'broken']),
    message: 'as the test wants it',
    ...(random.chance(0.25) ? { retryable: random.chance(0.3) } : {}),
    ...(random.chance(0.15) ? { retryAfter: random.int(500) } : {}),
    ...(random.chance(0.2) ? { data: { detail: [1, null] } } : {}),
  };
}

function doubtEvents(context: EventContext, instance: Instance): Candidate[] {
  const { random, at } = context;
  const verdict = random.weighted<() => Payload>([
    [5, () => ({ value: { verdict: 'succeeded', output: random.int(5) } })],
    [1, () => ({ value: { verdict: 'failed', message: 'it did not happen' } })],
    [3, () => ({ value: { verdict: 'retry' } })],
    [0.4, () => ({ value: { verdict: 'perhaps' } })],
    [0.2, () => ({ value: null })],
  ]);
  const by = holderOf(context, instance);
  return [
    [4, () => ({ kind: 'itemCompleted', at, instance: instance.id, ...by, output: verdict() })],
    ...handling(context, instance),
  ];
}

function itemEvents(context: EventContext, instance: Instance): Candidate[] {
  const { random, program, state, at, failures, itemActivity } = context;
  const { phase, paused } = instance;
  const of = { at, instance: instance.id };
  const by = holderOf(context, instance);
  const task = findTask(program, state, instance);
  const form = task?.work.kind === 'offer' ? JSON.stringify(task.work.item) : '';
  const output = () => randomAnswer(random, form);
  const optional = () => (random.chance(0.5) ? { output: output() } : {});
  const free = paused ? 0.05 : 1;
  return [
    [free * (phase === 'held' ? 5 : 1.2), () => ({ kind: 'itemCompleted', ...of, ...by, output: output() })],
    [free * 0.35 * failures, () => ({ kind: 'itemFailed', ...of, ...by, failure: randomFailure(random) })],
    [0.15 * itemActivity, () => ({ kind: 'itemForced', ...of, ...by, ...optional() })],
    [free * 0.15 * itemActivity, () => ({ kind: 'itemSkipped', ...of, ...by, ...optional() })],
    ...handling(context, instance),
  ];
}

/** Holding, releasing, delegating and pausing, which items and doubts have in common. */
function handling(context: EventContext, { id, holder, paused, phase }: Instance): Candidate[] {
  const { random, at, itemActivity } = context;
  const of = { at, instance: id };
  const people = ['ann', 'bob'];
  const held = holder !== '';
  const by = random.chance(0.8) && held ? { by: holder } : {};
  const free = paused ? 0.05 : itemActivity * 0.8;
  return [
    [
      held ? 0 : paused ? 0.1 : phase === 'doubt' ? 0.5 : 5,
      () => ({ kind: 'itemHeld', ...of, by: random.pick(people) }),
    ],
    [held ? free * 0.6 : 0, () => ({ kind: 'itemReleased', ...of, ...by })],
    [held ? free * 0.4 : 0, () => ({ kind: 'itemRolledBack', ...of, ...by })],
    [free * 0.4, () => ({ kind: 'itemDelegated', ...of, to: random.pick(people) })],
    [free * 0.4, () => ({ kind: 'itemSuspended', ...of, by: random.pick(people) })],
    [paused ? 6 : 0, () => ({ kind: 'itemResumed', ...of })],
  ];
}

/** Mostly the permitted user. */
function holderOf({ random }: EventContext, { holder }: Instance): { by?: string } {
  if (random.chance(0.2)) return {};
  return { by: holder === '' ? 'ann' : holder };
}

/** The task of ordinary work; an undo has none here. */
function findTask(program: Program, state: RunState, instance: Instance): Task | undefined {
  const frame = state.frames.find(({ id }) => id === instance.frame);
  return frame === undefined ? undefined : program.nets[frame.net]?.tasks[instance.task];
}
