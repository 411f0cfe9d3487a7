/** Counts everything in a state again, and finds what could never proceed [K15.2, K15.3]. */
import type { Frame, Instance, RunState } from '../../src/kernel/model/state.ts';

export function recount(state: RunState): readonly string[] {
  return [
    ...state.frames.flatMap((frame) => recountFrame(state, frame)),
    ...state.instances.flatMap((instance) => recountInstance(state, instance)),
    ...(state.status === 'running' && !state.suspended ? findStandstill(state) : []),
    ...(state.status === 'completed' || state.status === 'cancelled' ? findRemains(state) : []),
  ];
}

const isIdle = ({ draining, undoes, phase }: Instance): boolean =>
  draining || undoes !== null || phase === 'failed';

function recountFrame(state: RunState, frame: Frame): string[] {
  const mine = state.instances.filter((instance) => instance.frame === frame.id);
  const busy = mine
    .filter(
      ({ group, undoes, draining, phase }) => group === 0 && undoes === null && !draining && phase !== 'open',
    )
    .map(({ task }) => task)
    .sort((a, b) => a - b);
  const parent = state.instances.find(({ id }) => id === frame.parent);
  return [
    ...unequal(`frame ${frame.id}: live`, frame.live, mine.length),
    ...unequal(`frame ${frame.id}: idle`, frame.idle, mine.filter(isIdle).length),
    ...(frame.phase === 'ended' ? [] : unequal(`frame ${frame.id}: busy`, frame.busy.join(), busy.join())),
    ...(frame.parent === 0 || parent?.child === frame.id ? [] : [`frame ${frame.id} has no owner`]),
  ];
}

function recountInstance(state: RunState, { id, group, each, phase, draining }: Instance): string[] {
  const isOrphan = group !== 0 && !state.instances.some((other) => other.id === group);
  if (each === null || phase !== 'group') return isOrphan ? [`instance ${id} has no owner`] : [];
  const members = state.instances.filter((other) => other.group === id);
  const active = members.filter((member) => !member.draining && member.undoes === null).length;
  return [
    ...unequal(`group ${id}: members`, each.members, members.length),
    ...(draining ? [] : unequal(`group ${id}: active`, each.active, active)),
  ];
}

/** Something external must be able to advance a running run: an answer, a person, a time, a signal. */
function findStandstill({ instances }: RunState): string[] {
  const left = instances.filter(({ phase }) => phase === 'ready' || phase === 'parked');
  const waits = instances.some(
    ({ phase }) => !['ready', 'parked', 'failed', 'nested', 'group'].includes(phase),
  );
  return [
    ...left.map(({ id, phase }) => `instance ${id} is ${phase} although the run continues`),
    ...(waits ? [] : ['the run waits for nothing']),
  ];
}

function findRemains({ frames, instances }: RunState): string[] {
  return [
    ...unequal('frames after the end', frames.length, 1),
    ...unequal('instances after the end', instances.length, 0),
  ];
}

const unequal = (what: string, found: number | string, expected: number | string): string[] =>
  found === expected ? [] : [`${what} is ${found}, not ${expected}`];
