/** Events of a whole run: its start, its data and signals, its suspension, its reopening and cancellation. */
import type { Named, RunEvent } from '../../src/kernel/model/event.ts';
import { becomeUncertain } from './calls.ts';
import { cancelAll } from './cancel.ts';
import { knownIn } from './fit.ts';
import { createFrame } from './frame.ts';
import { createMembers, getGroup } from './group.ts';
import { countExecution, countMembers, createInstance, removeInstance } from './instances.ts';
import {
  EventMismatch,
  findFrame,
  findInstance,
  getFrame,
  getRoot,
  instancesById,
  isPlaying,
  netOf,
  type Play,
  taskOf,
} from './play.ts';
import { getNet, limitsOf, unboundOperations } from './program-lookup.ts';
import { succeed } from './succeed.ts';
import { clearDue } from './timers.ts';
import { writeVariable } from './variables.ts';
import type { Frame } from './world.ts';

type Of<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

export function started(play: Play, event: Of<'started'>): void {
  const net = getNet(play.program, play.program.root);
  const input = new Map(Object.entries(event.input ?? {}));
  const bindings = new Map(Object.entries(event.bindings ?? {}));
  const parameters = net.variables.filter((variable) => variable.parameter !== undefined);
  for (const name of input.keys()) {
    if (!parameters.some((parameter) => parameter.name === name))
      throw new EventMismatch('unknown-name', name);
  }
  for (const { name, parameter, initial } of parameters) {
    if (parameter === 'required' && initial === undefined && !input.has(name))
      throw new EventMismatch('missing-parameter', name);
  }
  for (const operation of unboundOperations(play.program)) {
    if (!bindings.has(operation)) throw new EventMismatch('unbound-call', operation);
  }
  play.world.status = 'running';
  play.world.seed = event.seed;
  play.world.bindings = bindings;
  const given = [...input].map(([to, payload]) => ({ to, payload }));
  createFrame(play, net, { scope: 'own', parent: 0, above: 0, depth: 1 }, given);
}

/** K6.4. */
export function instanceAdded(play: Play, event: Of<'instanceAdded'>): void {
  const instance = knownIn(play, event.instance, ['group']);
  if (instance.draining) throw new EventMismatch('wrong-phase', 'it only drains');
  const group = getGroup(instance);
  if (taskOf(play, instance).each?.create !== 'dynamic') throw new EventMismatch('not-dynamic');
  if (group.active === 0) throw new EventMismatch('no-sibling');
  if (group.total >= group.max) throw new EventMismatch('too-many-instances');
  group.added.push(event.item);
  group.results.push(null);
  group.total += 1;
  createMembers(play, instance);
}

/** K13.3: all of them, or none. */
export function dataUpdated(play: Play, event: Of<'dataUpdated'>): void {
  const frame = findFrame(play, event.frame ?? getRoot(play).id);
  if (frame === undefined) throw new EventMismatch('unknown-frame');
  if (!isPlaying(frame)) throw new EventMismatch('wrong-phase', 'the frame is ending');
  updateData(play, frame, event.set);
}

function updateData(play: Play, frame: Frame, set: Named): void {
  const names = declaredNames(play, frame);
  for (const name of Object.keys(set)) {
    if (!names.includes(name)) throw new EventMismatch('unknown-name', name);
  }
  for (const [name, payload] of Object.entries(set)) writeVariable(play, frame, name, payload);
}

/** Of the net that owns the variables. */
function declaredNames(play: Play, frame: Frame): string[] {
  if (frame.scope === 'share') return declaredNames(play, getFrame(play, frame.above));
  return netOf(play, frame).variables.map((variable) => variable.name);
}

/** K13.2. */
export function signalled(play: Play, event: Of<'signalled'>): void {
  const { name, payload } = event;
  const waits = instancesById(play).filter(({ phase, signal }) => phase === 'waiting' && signal === name);
  const wait =
    event.instance === undefined ? waits[0] : waits.find((instance) => instance.id === event.instance);
  if (wait !== undefined) {
    clearDue(play, wait);
    succeed(play, wait, { output: payload, how: 'completed', rejects: false });
    return;
  }
  if (event.instance !== undefined) {
    knownIn(play, event.instance, ['waiting']);
    throw new EventMismatch('wrong-phase', 'it does not wait for that signal');
  }
  if (play.world.signals.length >= limitsOf(play.program).signals)
    throw new EventMismatch('too-many-signals');
  play.world.signals.push({ name, payload });
}

export function suspended(play: Play): void {
  if (play.world.suspended) throw new EventMismatch('already-suspended');
  play.world.suspended = true;
}

export function resumed(play: Play): void {
  if (!play.world.suspended) throw new EventMismatch('not-suspended');
  play.world.suspended = false;
}

/** K9.3. A run that failed in place still has its frames: its root has not ended. */
export function reopened(play: Play, event: Of<'reopened'>): void {
  const { world } = play;
  if (world.status !== 'failed') throw new EventMismatch('not-failed');
  if (getRoot(play).phase === 'ended') throw new EventMismatch('undo-begun');
  updateData(play, getRoot(play), event.set ?? {});
  world.status = 'running';
  world.failure = null;
  for (const frame of world.frames.filter(({ phase }) => phase === 'settling' || phase === 'collapsing')) {
    frame.phase = 'active';
    frame.failure = null;
  }
  for (const instance of instancesById(play)) {
    if (findInstance(play, instance.id) === undefined) continue;
    if (instance.phase === 'nested') instance.expired = false;
    if (instance.phase !== 'failed' && instance.phase !== 'parked') continue;
    if (instance.late !== 'no') {
      instance.late = 'no';
      instance.phase = 'calling';
      becomeUncertain(play, instance);
      continue;
    }
    const anew = createInstance(play, instance, 'ready');
    if (instance.ordinal > 0) countExecution(play, anew);
    // It replaces the old one in its group.
    if (instance.group !== 0) countMembers(play, instance.group, 1);
    removeInstance(play, instance);
  }
}

/** K9.4. */
export function cancelRequested(play: Play, event: Of<'cancelRequested'>): void {
  const root = getRoot(play);
  if (!isPlaying(root) && root.phase !== 'collapsing') throw new EventMismatch('run-ending');
  play.world.suspended = false;
  root.phase = event.undo === true ? 'reverting' : 'cancelling';
  root.tokens = [];
  root.failure = null;
  cancelAll(play, root);
}
