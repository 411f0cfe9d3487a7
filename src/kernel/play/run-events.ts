/** Events about the whole run: start, data, signals, suspension, reopening, cancellation. */
import type { Location } from '../link/linked.ts';
import type { Named, RunEvent } from '../model/event.ts';
import type { Frame } from '../model/state.ts';
import { nothing } from '../values/materialise.ts';
import { becomeUncertain } from './call-events.ts';
import { cancelAll } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { isPlaying } from './enabling.ts';
import { createMembers } from './group.ts';
import { countExecution, putToken, queueInstance } from './instances.ts';
import { editKnown } from './known-instance.ts';
import { createFrame } from './open-frame.ts';
import { Refusal } from './refusal.ts';
import { succeed } from './succeed.ts';
import { clearDue } from './timers.ts';
import { assign } from './variables.ts';

type EventOf<K extends RunEvent['kind']> = Extract<RunEvent, { kind: K }>;

export const onStarted = (draft: Draft, event: EventOf<'started'>): void => {
  if (!Number.isInteger(event.seed) || event.seed < 0 || event.seed >= 2 ** 32) {
    throw new Refusal('malformed', 'The seed must be a whole number from 0 to 4294967295.');
  }
  const { root, unbound } = draft.program;
  const input = event.input ?? {};
  const known = new Set(root.parameters.map(({ name }) => name));
  refuseUnknown(Object.keys(input), (name) => known.has(name));
  const missing = root.parameters.filter(
    ({ name, slot, required }) => required && root.slots[slot] === null && !Object.hasOwn(input, name),
  );
  if (missing.length > 0) {
    throw new Refusal(
      'missing-parameter',
      `Required parameters are missing: ${quoted(missing.map(({ name }) => name))}.`,
    );
  }
  const bindings = event.bindings ?? {};
  const open = unbound.filter((operation) => !Object.hasOwn(bindings, operation));
  if (open.length > 0) throw new Refusal('unbound-call', `No connector is bound to ${quoted(open)}.`);
  draft.status = 'running';
  draft.seed = event.seed;
  draft.bindings = Object.fromEntries(unbound.map((operation) => [operation, bindings[operation]!]));
  const slots = root.slots.slice();
  for (const { name, slot } of root.parameters) if (Object.hasOwn(input, name)) slots[slot] = input[name]!;
  const frame = createFrame(draft, root, { parent: 0, above: 0, depth: 1 }, slots);
  putToken(draft, frame.id, root.input);
};

export const onDataUpdated = (draft: Draft, event: EventOf<'dataUpdated'>): void => {
  const frame = draft.findFrame(event.frame ?? draft.frames[0]!.id);
  if (frame === undefined) throw new Refusal('unknown-frame', `Frame ${event.frame} does not exist.`);
  if (!isPlaying(frame)) throw new Refusal('wrong-phase', `Frame ${frame.id} is ending.`);
  setVariables(draft, frame, event.set);
};

const setVariables = (draft: Draft, frame: Frame, set: Named): void => {
  const { declared } = draft.net(frame);
  refuseUnknown(Object.keys(set), (name) => declared(name) !== undefined);
  for (const { to, name } of inSlotOrder(set, declared)) assign(draft, frame, to, set[name]!);
};

/** The order of names in the event has no effect [K1.1]. */
const inSlotOrder = (set: Named, declared: (name: string) => Location | undefined) =>
  Object.keys(set)
    .map((name) => ({ name, to: declared(name)! }))
    .sort((a, b) => a.to.up - b.to.up || a.to.slot - b.to.slot);

const refuseUnknown = (names: readonly string[], isKnown: (name: string) => boolean): void => {
  const unknown = names.filter((name) => !isKnown(name)).sort();
  if (unknown.length > 0) throw new Refusal('unknown-name', `Unknown variable: ${quoted(unknown)}.`);
};

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

/** To the wait that it names, to the oldest wait for it, or stored for the next one [K13.2]. */
export const onSignalled = (draft: Draft, event: EventOf<'signalled'>): void => {
  const { name, payload } = event;
  if (typeof name !== 'string' || name === '') throw new Refusal('malformed', 'A signal needs a name.');
  const waits = (id: number): boolean => {
    const instance = draft.instance(id);
    return instance?.phase === 'waiting' && instance.signal === name;
  };
  if (event.instance !== undefined && !waits(editKnown(draft, event.instance).id)) {
    throw new Refusal('wrong-phase', `Instance ${event.instance} does not wait for “${name}”.`);
  }
  const waiting = event.instance ?? draft.instances.find(({ id }) => waits(id))?.id;
  if (waiting !== undefined) {
    const instance = draft.editInstance(waiting);
    clearDue(draft, instance);
    succeed(draft, instance, payload);
    return;
  }
  const limit = draft.program.limits.signals;
  if (draft.signals.length >= limit) {
    throw new Refusal(
      'too-many-signals',
      `${limit} signals without a wait are already stored, which is the limit.`,
    );
  }
  draft.signals = draft.signals.concat({ name, payload });
};

export const onInstanceAdded = (draft: Draft, event: EventOf<'instanceAdded'>): void => {
  const group = editKnown(draft, event.instance);
  const { each } = group;
  if (group.phase !== 'group' || each === null || group.draining) {
    throw new Refusal('wrong-phase', `Instance ${group.id} is not an active each.`);
  }
  if (!draft.task(group).each!.dynamic) {
    throw new Refusal('not-dynamic', `“${draft.task(group).id}” takes no further instances.`);
  }
  if (each.active === 0) throw new Refusal('no-sibling', 'No instance is active any more.');
  if (each.total >= each.max) {
    throw new Refusal('too-many-instances', `There are ${each.total} instances, which is the maximum.`);
  }
  group.each = {
    ...each,
    total: each.total + 1,
    added: each.added.concat(event.item),
    results: each.results.concat(null),
  };
  createMembers(draft, group);
};

export const onSuspended = (draft: Draft): void => {
  if (draft.suspended) throw new Refusal('already-suspended', 'The run is already suspended.');
  draft.suspended = true;
};

export const onResumed = (draft: Draft): void => {
  if (!draft.suspended) throw new Refusal('not-suspended', 'The run is not suspended.');
  draft.suspended = false;
  draft.touchAll();
};

/**
 * Failed work starts again under a new id and so a new idempotency key; so does interrupted work, except calls: they
 * continue under their own, as calls whose outcome is unknown [K9.3].
 */
export const onReopened = (draft: Draft, event: EventOf<'reopened'>): void => {
  const root = draft.frames[0]!;
  if (root.phase === 'ended') {
    throw new Refusal('undo-begun', 'The work of the run has been undone. Fork it instead.');
  }
  if (event.set !== undefined) setVariables(draft, root, event.set);
  draft.status = 'running';
  draft.failure = null;
  draft.output = nothing;
  for (const { id, phase } of draft.frames.slice()) {
    if (phase !== 'settling' && phase !== 'collapsing') continue;
    const frame = draft.editFrame(id);
    frame.phase = 'active';
    frame.failure = null;
  }
  for (const { id } of draft.instances.slice()) {
    // Restarted work may have cancelled it: a call that fails because of its doubt can end its group.
    const phase = draft.instance(id)?.phase;
    if (phase === 'failed' || phase === 'parked') beginAnew(draft, draft.editInstance(id));
    else if (phase === 'nested') draft.editInstance(id).expired = false;
  }
  draft.touchAll();
};

const beginAnew = (draft: Draft, instance: EditableInstance): void => {
  if (instance.late !== 'no') {
    instance.late = 'no';
    instance.phase = 'calling';
    becomeUncertain(draft, instance);
    return;
  }
  draft.removeInstance(instance);
  const anew = queueInstance(draft, instance);
  if (instance.ordinal > 0) countExecution(draft, anew);
};

export const onCancelRequested = (draft: Draft, event: EventOf<'cancelRequested'>): void => {
  const root = draft.editFrame(draft.frames[0]!.id);
  if (!isPlaying(root) && root.phase !== 'collapsing') {
    throw new Refusal('run-ending', 'The run is already ending.');
  }
  draft.suspended = false;
  root.phase = event.undo === true ? 'reverting' : 'cancelling';
  root.tokens = [];
  root.failure = null;
  cancelAll(draft, root.id);
  draft.touchAll();
};
