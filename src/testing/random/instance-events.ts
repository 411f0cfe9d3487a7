/** What can happen to one instance, by its phase, with how likely it is. */
import type { RunEvent } from '../../kernel/model/event.ts';
import type { Failure } from '../../kernel/model/failure.ts';
import type { Payload } from '../../kernel/model/payload.ts';
import type { Program, Task } from '../../kernel/model/program.ts';
import type { Instance, RunState } from '../../kernel/model/state.ts';
import type { Random } from '../seeded-random.ts';
import { inSomeForm, randomAnswer } from './random-payload.ts';

export type Candidate = readonly [weight: number, make: () => RunEvent];

export interface Moment {
  readonly random: Random;
  readonly program: Program;
  readonly state: RunState;
  readonly at: number;
  /** How likely failures are, 1 being usual. */
  readonly failures: number;
  /** How much is done to items besides working on them. */
  readonly fuss: number;
}

export function instanceEvents(moment: Moment, instance: Instance): Candidate[] {
  const { random, at, state } = moment;
  const { id, phase } = instance;
  switch (phase) {
    case 'calling':
      return [...callEvents(moment, instance, 8), ...timerEvents(moment, instance)];
    case 'doubt':
      return [...callEvents(moment, instance, 0.5), ...doubtEvents(moment, instance)];
    case 'open':
    case 'offered':
    case 'held':
      return [...itemEvents(moment, instance), ...timerEvents(moment, instance)];
    case 'waiting': {
      const payload = randomAnswer(random, '');
      const named = random.chance(0.3) ? { instance: id } : {};
      const signal = (): RunEvent => ({ kind: 'signalled', at, name: instance.signal, payload, ...named });
      return [[instance.signal === '' ? 0 : 6, signal], ...timerEvents(moment, instance)];
    }
    case 'backoff':
    case 'ready':
      return [
        ...(instance.late === 'no' ? [] : callEvents(moment, instance, 2)),
        ...timerEvents(moment, instance),
      ];
    case 'group': {
      const dynamic = findTask(moment.program, state, instance)?.each?.create === 'dynamic';
      const item = inSomeForm(random, random.int(9));
      return [[dynamic ? 0.8 : 0, () => ({ kind: 'instanceAdded', at, instance: id, item })]];
    }
    default:
      return timerEvents(moment, instance);
  }
}

/** Fires what is set, when it is due. Deadlines seldom: most work is done in time. */
function timerEvents({ at, random }: Moment, { id, due, deadline, phase }: Instance): Candidate[] {
  const fire = (timer: 'wait' | 'retry' | 'timeout', time: number): RunEvent => {
    const late = random.chance(0.2) ? random.int(30) : 0;
    return { kind: 'timerFired', at: Math.max(at, time) + late, instance: id, timer };
  };
  const events: Candidate[] = [];
  if (due !== null) events.push([6, () => fire(phase === 'waiting' ? 'wait' : 'retry', due)]);
  if (deadline !== null) events.push([deadline <= at ? 1.5 : 0.5, () => fire('timeout', deadline)]);
  return events;
}

function callEvents(moment: Moment, instance: Instance, weight: number): Candidate[] {
  const { random, program, state, at, failures } = moment;
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

function doubtEvents(moment: Moment, instance: Instance): Candidate[] {
  const { random, at } = moment;
  const verdict = random.weighted<() => Payload>([
    [5, () => ({ value: { verdict: 'succeeded', output: random.int(5) } })],
    [1, () => ({ value: { verdict: 'failed', message: 'it did not happen' } })],
    [3, () => ({ value: { verdict: 'retry' } })],
    [0.4, () => ({ value: { verdict: 'perhaps' } })],
    [0.2, () => ({ value: null })],
  ]);
  const by = holderOf(moment, instance);
  return [
    [4, () => ({ kind: 'itemCompleted', at, instance: instance.id, ...by, output: verdict() })],
    ...handling(moment, instance),
  ];
}

function itemEvents(moment: Moment, instance: Instance): Candidate[] {
  const { random, program, state, at, failures, fuss } = moment;
  const { phase, paused } = instance;
  const of = { at, instance: instance.id };
  const by = holderOf(moment, instance);
  const task = findTask(program, state, instance);
  const form = task?.work.kind === 'offer' ? JSON.stringify(task.work.item) : '';
  const output = () => randomAnswer(random, form);
  const optional = () => (random.chance(0.5) ? { output: output() } : {});
  const free = paused ? 0.05 : 1;
  return [
    [free * (phase === 'held' ? 5 : 1.2), () => ({ kind: 'itemCompleted', ...of, ...by, output: output() })],
    [free * 0.35 * failures, () => ({ kind: 'itemFailed', ...of, ...by, failure: randomFailure(random) })],
    [0.15 * fuss, () => ({ kind: 'itemForced', ...of, ...by, ...optional() })],
    [free * 0.15 * fuss, () => ({ kind: 'itemSkipped', ...of, ...by, ...optional() })],
    ...handling(moment, instance),
  ];
}

/** Holding, releasing, handing over and pausing, which items and doubts have in common. */
function handling(moment: Moment, { id, holder, paused, phase }: Instance): Candidate[] {
  const { random, at, fuss } = moment;
  const of = { at, instance: id };
  const people = ['ann', 'bob'];
  const held = holder !== '';
  const by = random.chance(0.8) && held ? { by: holder } : {};
  const free = paused ? 0.05 : fuss * 0.8;
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

/** Mostly the one who may. */
function holderOf({ random }: Moment, { holder }: Instance): { by?: string } {
  if (random.chance(0.2)) return {};
  return { by: holder === '' ? 'ann' : holder };
}

/** The task of ordinary work; of an undo there is none here. */
function findTask(program: Program, state: RunState, instance: Instance): Task | undefined {
  const frame = state.frames.find(({ id }) => id === instance.frame);
  return frame === undefined ? undefined : program.nets[frame.net]?.tasks[instance.task];
}
