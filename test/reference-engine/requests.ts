/** The effects that request external work. */
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Expression } from '../../src/kernel/model/program.ts';
import { attempt, evaluate, scopeOf } from './evaluate.ts';
import { nothing } from './payloads.ts';
import { getFrame, getInstance, type Play, taskOf } from './play.ts';
import type { Instance } from './world.ts';

/** A call, or the call of an undo; the connector is the program's or was bound at the start. */
export function requestCall(play: Play, instance: Instance): void {
  const { work, undo } = taskOf(play, instance);
  const called = instance.undoes === null ? work : undo;
  if (called === undefined || !('operation' in called))
    throw new Error(`instance ${instance.id} has no call`);
  const { connector, operation } = called;
  instance.phase = 'calling';
  play.effects.push({
    kind: 'call',
    instance: instance.id,
    attempt: instance.attempt,
    frame: instance.frame,
    net: instance.net,
    task: instance.task,
    connector: connector ?? play.world.bindings.get(operation) ?? '',
    operation,
    input: instance.input ?? nothing,
    undoes: instance.undoes?.instance ?? 0,
  });
}

export function requestOffer(play: Play, instance: Instance, reason: 'work' | 'doubt'): void {
  const { work } = taskOf(play, instance);
  play.effects.push({
    kind: 'offer',
    instance: instance.id,
    frame: instance.frame,
    net: instance.net,
    task: instance.task,
    reason,
    item: reason === 'work' && work.kind === 'offer' ? work.item : null,
    input: instance.input ?? nothing,
    index: instance.index,
    ordinal: instance.ordinal,
    lineage: lineageOf(play, instance.frame),
    group: instance.group,
    whom: reason === 'work' && work.kind === 'offer' ? evaluateWhom(play, instance, work.whom) : nothing,
    holder: instance.holder,
  });
}

/** From the root down: the ordinals of the executions around a frame. */
function lineageOf(play: Play, id: number): readonly number[] {
  const { above, parent } = getFrame(play, id);
  return parent === 0 ? [] : [...lineageOf(play, above), getInstance(play, parent).ordinal];
}

/** A failed computation names no assignee. */
function evaluateWhom(play: Play, instance: Instance, whom: Expression | undefined): Payload {
  if (whom === undefined) return nothing;
  const named = attempt(() => evaluate(play, scopeOf(play, instance), whom));
  return named.ok ? named.value : nothing;
}
