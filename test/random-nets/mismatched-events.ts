/** Events that do not fit: late, duplicate, unknown, foreign, malformed. A few fit by chance. */
import type { RunEvent, TimerKind } from '../../src/kernel/model/event.ts';
import type { Program } from '../../src/kernel/model/program.ts';
import type { Instance, RunState } from '../../src/kernel/model/state.ts';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { startOf } from './random-start.ts';
import { epoch } from './random-work.ts';

const timers: readonly TimerKind[] = ['wait', 'retry', 'timeout'];

export function randomMismatchedEvent(
  random: Random,
  program: Program,
  state: RunState,
  previous: RunEvent | null,
): RunEvent {
  const at = Math.max(state.at, epoch);
  const known = state.instances.map(({ id }) => id);
  const instance = known.length > 0 && random.chance(0.85) ? random.pick(known) : random.int(state.next + 2);
  const timed = state.instances.filter(({ due, deadline }) => due !== null || deadline !== null);
  return random.weighted<() => RunEvent>([
    [
      5,
      () =>
        anyEvent(
          random,
          at,
          instance,
          state.instances.find(({ id }) => id === instance),
        ),
    ],
    [1, () => previous ?? startOf(random, program, at)],
    [0.7, () => ({ ...anyEvent(random, at, instance, undefined), at: at - random.between(1, 100) })],
    [timed.length > 0 ? 1.5 : 0, () => tooEarly(random, at, random.pick(timed))],
    [0.3, () => startOf(random, program, at)],
    [0.3, () => ({ kind: 'dataUpdated', at, set: { x0: { value: 1 }, 'no-such-name': { value: 1 } } })],
    [0.3, () => ({ kind: 'dataUpdated', at, set: { x0: { value: 1 } }, frame: random.int(state.next + 2) })],
    [0.3, () => ({ kind: 'dataUpdated', at, set: { r0: { value: 'x'.repeat(2000) } } })],
    [0.5, () => ({ kind: 'signalled', at, name: 'nobody', payload: { value: 1 } })],
    [0.3, () => ({ kind: 'signalled', at, name: 'ping', payload: { value: 1 }, instance })],
    [0.3, () => ({ kind: random.pick(['suspended', 'resumed', 'reopened']), at })],
    [0.2, () => ({ kind: 'noSuchKind', at, instance }) as unknown as RunEvent],
    [0.2, () => ({ kind: 'itemHeld', at, instance })],
    [0.2, () => ({ kind: 'itemDelegated', at, instance, to: '' })],
  ])();
}

/** Any event of an instance, independent of its phase, attempt and holder. */
function anyEvent(random: Random, at: number, id: number, instance: Instance | undefined): RunEvent {
  const attempt = (instance?.attempt ?? 1) + random.pick([-1, 0, 1]);
  const by = random.pick([{}, { by: 'ann' }, { by: 'mallory' }]);
  const of = { at, instance: id, ...by };
  const output = { value: 1 };
  const failure = { code: 'foreign', message: 'of another attempt' };
  return random.pick<RunEvent>([
    { kind: 'callSucceeded', ...of, attempt, output },
    { kind: 'callFailed', ...of, attempt, failure },
    { kind: 'callInDoubt', ...of, attempt },
    { kind: 'itemHeld', ...of },
    { kind: 'itemReleased', ...of },
    { kind: 'itemSuspended', ...of },
    { kind: 'itemResumed', ...of },
    { kind: 'itemRolledBack', ...of },
    { kind: 'itemDelegated', ...of, to: 'mallory' },
    { kind: 'itemCompleted', ...of, output },
    { kind: 'itemForced', ...of },
    { kind: 'itemFailed', ...of, failure },
    { kind: 'itemSkipped', ...of },
    { kind: 'timerFired', ...of, timer: random.pick(timers) },
    { kind: 'instanceAdded', ...of, item: output },
  ]);
}

function tooEarly(random: Random, at: number, { id, due, deadline }: Instance): RunEvent {
  const time = due ?? deadline ?? at;
  return {
    kind: 'timerFired',
    at: Math.max(at, time - random.between(1, 20)),
    instance: id,
    timer: random.pick(timers),
  };
}
