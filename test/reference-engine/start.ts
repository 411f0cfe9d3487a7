/** Starts an instance, or its next attempt. The order is: input, timeout, then the effects. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Json } from '../../src/kernel/model/json.ts';
import type { NetWork, Task, WaitWork } from '../../src/kernel/model/program.ts';
import {
  attempt,
  type EvaluationScope,
  ExpressionError,
  evaluate,
  evaluateDelay,
  evaluateMoment,
  evaluateText,
  evaluateValue,
  readsUnset,
  scopeOf,
} from './evaluate.ts';
import { fail, permanent, retryable } from './fail.ts';
import { createFrame, type Given } from './frame.ts';
import { nothing } from './payloads.ts';
import { EventMismatch, getFrame, noted, type Play, taskOf } from './play.ts';
import { getNet, limitsOf } from './program-lookup.ts';
import { requestCall, requestOffer } from './requests.ts';
import { startGroup } from './start-group.ts';
import { succeed } from './succeed.ts';
import { momentOf, setDeadline, setDue } from './timers.ts';
import type { Instance } from './world.ts';

export function start(play: Play, instance: Instance): void {
  const task = taskOf(play, instance);
  if (instance.undoes !== null) {
    beginAttempt(play, instance);
    requestCall(play, instance);
  } else if (task.each !== undefined && instance.group === 0) {
    startGroup(play, instance, task.each);
  } else {
    beginAttempt(play, instance);
    startWork(play, instance, task);
  }
}

function beginAttempt(play: Play, instance: Instance): void {
  instance.attempt += 1;
  instance.late = 'no';
  play.notes.push({ kind: 'started', ...noted(instance), attempt: instance.attempt });
}

function startWork(play: Play, instance: Instance, task: Task): void {
  const { work } = task;
  switch (work.kind) {
    case 'call':
      startCall(play, instance, task);
      return;
    case 'offer':
      startOffer(play, instance, task);
      return;
    case 'net':
      startNet(play, instance, task, work);
      return;
    case 'wait':
      startWait(play, instance, work);
      return;
    case 'pass':
      succeed(play, instance, { output: nothing, how: 'completed', rejects: false });
      return;
    case 'fail': {
      const made = attempt(() => {
        const failure = failureFrom(evaluateValue(play, scopeOf(play, instance), work.failure));
        if (instance.attempt === 1) setDeadline(play, instance);
        return failure;
      });
      if (made.ok) fail(play, instance, made.value, retryable);
      else fail(play, instance, made.failure, permanent);
      return;
    }
  }
}

/** A failure that the program raises is retried only if it says so. */
function failureFrom(value: Json): Failure {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    throw new ExpressionError('no failure');
  const { code, message, data, retryable: again } = value as { readonly [name: string]: Json };
  if (typeof code !== 'string' || typeof message !== 'string')
    throw new ExpressionError('no code or message');
  return { code, message, retryable: again === true, ...(data === undefined ? {} : { data }) };
}

/** K13.5: the input of the work, or one value of the mapping of a net, reads an unset name. */
export function wouldSkip(play: Play, scope: EvaluationScope, { work, onUnset }: Task): boolean {
  if (onUnset !== 'skip') return false;
  if (work.kind === 'net') return (work.input ?? []).some(({ value }) => readsUnset(play, scope, value));
  const input = work.kind === 'call' || work.kind === 'offer' ? work.input : undefined;
  return input !== undefined && readsUnset(play, scope, input);
}

/** Skips it without output. */
function skip(play: Play, instance: Instance): void {
  succeed(play, instance, { output: null, how: 'skipped', rejects: false });
}

function startCall(play: Play, instance: Instance, task: Task): void {
  const first = instance.attempt === 1;
  if (first && wouldSkip(play, scopeOf(play, instance), task)) {
    skip(play, instance);
    return;
  }
  const ready = attempt(() => {
    if (first) evaluateInput(play, instance, task);
    setDeadline(play, instance);
  });
  if (!ready.ok) {
    fail(play, instance, ready.failure, permanent);
    return;
  }
  requestCall(play, instance);
}

function startOffer(play: Play, instance: Instance, task: Task): void {
  if (wouldSkip(play, scopeOf(play, instance), task)) {
    skip(play, instance);
    return;
  }
  const held = instance.holder !== '';
  const ready = attempt(() => {
    evaluateInput(play, instance, task);
    // K7.5: a deadline from the hold starts here only if the item is already held.
    if (instance.attempt === 1 && (held || !countsFromHold(play, instance, task)))
      setDeadline(play, instance);
  });
  if (!ready.ok) {
    // A user can take a group later, when the input of its members can be computed [K2.2].
    if (instance.group !== 0 && instance.group === play.taken)
      throw new EventMismatch('expression', ready.failure.message);
    fail(play, instance, ready.failure, permanent);
    return;
  }
  requestOffer(play, instance, 'work');
  instance.phase = held ? 'held' : 'offered';
}

function countsFromHold(play: Play, instance: Instance, { timeout }: Task): boolean {
  return timeout !== undefined && momentOf(play, scopeOf(play, instance), timeout) === 'hold';
}

/** Of a call or an item; `null` if there is none. */
export function evaluateInput(play: Play, instance: Instance, { work }: Task): void {
  const input = work.kind === 'call' || work.kind === 'offer' ? work.input : undefined;
  instance.input = input === undefined ? nothing : evaluate(play, scopeOf(play, instance), input);
}

function startNet(play: Play, instance: Instance, task: Task, work: NetWork): void {
  const frame = getFrame(play, instance.frame);
  const scope = scopeOf(play, instance);
  if (wouldSkip(play, scope, task)) {
    skip(play, instance);
    return;
  }
  if (frame.depth + 1 > limitsOf(play.program).depth) {
    fail(play, instance, { code: 'depth-limit', message: 'frames nest too deep' }, permanent);
    return;
  }
  const given = attempt(() => {
    const mapping = evaluateMapping(play, scope, work);
    if (instance.attempt === 1) setDeadline(play, instance);
    return mapping;
  });
  if (!given.ok) {
    fail(play, instance, given.failure, permanent);
    return;
  }
  const place = { scope: work.scope, parent: instance.id, above: frame.id, depth: frame.depth + 1 };
  instance.child = createFrame(play, getNet(play.program, work.net), place, given.value).id;
  instance.phase = 'nested';
}

function evaluateMapping(play: Play, scope: EvaluationScope, work: NetWork): Given {
  const given = (work.input ?? []).map(({ to, value }) => ({ to, payload: evaluate(play, scope, value) }));
  for (const variable of getNet(play.program, work.net).variables) {
    const isSet = variable.initial !== undefined || given.some(({ to }) => to === variable.name);
    if (variable.parameter === 'required' && !isSet)
      throw new ExpressionError(`${variable.name} is not given`);
  }
  return given;
}

function startWait(play: Play, instance: Instance, work: WaitWork): void {
  const scope = scopeOf(play, instance);
  const awaited = attempt(() => {
    const given = [
      work.for === undefined ? null : evaluateDelay(play, scope, work.for),
      work.until === undefined ? null : evaluateMoment(play, scope, work.until),
    ];
    const moments = given.filter((moment) => moment !== null);
    const signal = work.signal === undefined ? '' : evaluateText(play, scope, work.signal);
    if (work.signal !== undefined && signal === '') throw new ExpressionError('a signal needs a name');
    if (moments.length === 0 && signal === '') throw new ExpressionError('it would never end');
    if (instance.attempt === 1) setDeadline(play, instance);
    return { due: moments.length === 0 ? null : Math.min(...moments), signal };
  });
  if (!awaited.ok) {
    fail(play, instance, awaited.failure, permanent);
    return;
  }
  const { due, signal } = awaited.value;
  const { signals, at } = play.world;
  const kept = signals.findIndex(({ name }) => name === signal);
  const [taken] = kept < 0 ? [] : signals.splice(kept, 1);
  if (taken !== undefined) {
    succeed(play, instance, { output: taken.payload, how: 'completed', rejects: false });
    return;
  }
  if (due !== null && due <= at) {
    succeed(play, instance, { output: nothing, how: 'completed', rejects: false });
    return;
  }
  instance.signal = signal;
  instance.phase = 'waiting';
  if (due !== null) setDue(play, instance, 'wait', due);
}
