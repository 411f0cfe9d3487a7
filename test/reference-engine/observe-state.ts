/** The same projection as `observe`, from the state of the kernel itself. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { Resolve } from '../../src/kernel/model/payload.ts';
import type { Net, Program } from '../../src/kernel/model/program.ts';
import type { Frame, Instance, RunState, UndoEntry } from '../../src/kernel/model/state.ts';
import {
  byId,
  codeOf,
  type Observation,
  type ObservedFrame,
  type ObservedUndo,
  observeInstance,
  observePayload,
} from './observe.ts';

export function observeState(program: Program, state: RunState, resolve: Resolve): Observation {
  const { status, suspended, at, draws, next } = state;
  return {
    status,
    suspended,
    at,
    draws,
    next,
    output: observePayload(state.output, resolve),
    failure: codeOf(state.failure),
    signals: state.signals.map(({ name, payload }) => ({ name, payload: observePayload(payload, resolve) })),
    frames: byId(state.frames).map((frame) => observeFrame(program, frame, resolve)),
    instances: byId(state.instances).map((instance) =>
      observeInstance(instance, taskName(program, state, instance), resolve),
    ),
  };
}

function observeFrame(program: Program, frame: Frame, resolve: Resolve): ObservedFrame {
  const { id, parent, above, depth, phase, live, children } = frame;
  const net = at(program.nets, frame.net);
  const variables: [string, Json][] = [];
  // Slots begin with the declared variables, in order; a net that shares declares none.
  for (const [slot, { name }] of net.variables.entries()) {
    const payload = frame.slots[slot] ?? null;
    if (payload !== null) variables.push([name, observePayload(payload, resolve)]);
  }
  return {
    id,
    net: net.id,
    parent,
    above,
    depth,
    phase,
    children,
    tokens: frame.tokens.map((place) => at(net.places, place).id).sort(),
    busy: [...frame.busy].sort((a, b) => a - b).map((task) => at(net.tasks, task).id),
    live,
    idle: frame.idle,
    variables: Object.fromEntries(variables),
    undo: frame.undo.map((entry) => observeUndo(program, entry, resolve)),
    failure: codeOf(frame.failure),
    result: observePayload(frame.result, resolve),
  };
}

function observeUndo(program: Program, entry: UndoEntry, resolve: Resolve): ObservedUndo {
  const net = at(program.nets, entry.net);
  const { instance, input } = entry;
  return { instance, net: net.id, task: at(net.tasks, entry.task).id, input: observePayload(input, resolve) };
}

function taskName(program: Program, state: RunState, instance: Instance): string {
  return at(netOf(program, state, instance).tasks, instance.task).id;
}

/** The net of its task: for an undo, that of the undone task. */
function netOf(program: Program, state: RunState, { frame, undoes }: Instance): Net {
  if (undoes !== null) return at(program.nets, undoes.net);
  const home = state.frames.find(({ id }) => id === frame);
  if (home === undefined) throw new Error(`no frame ${frame}`);
  return at(program.nets, home.net);
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`nothing at ${index}`);
  return found;
}
