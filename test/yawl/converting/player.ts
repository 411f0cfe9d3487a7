/** A run on the kernel without replays, for many runs in a row. */
import {
  type Evaluators,
  type Instance,
  type Json,
  link,
  type Payload,
  type Program,
  type RunEvent,
  type RunState,
} from '../../../src/kernel/index.ts';

export interface Player {
  readonly state: RunState;
  readonly output: Json;
  /** The tasks that wait for an answer, by name. */
  waiting(): string[];
  answer(task: string, output: Json): void;
}

/** Throws if an event is refused. */
export function startPlayer(
  program: Program,
  evaluators: Evaluators,
  input: { readonly [name: string]: Json },
): Player {
  const linked = link(program, { evaluators });
  if (linked.kind !== 'machine') throw new Error(linked.problems.map(({ message }) => message).join('\n'));
  const { machine } = linked;
  let state = machine.initial;
  const send = (event: RunEvent): void => {
    const step = machine.advance(state, event);
    if (step.kind === 'rejection') throw new Error(`${event.kind}: ${step.code}: ${step.message}`);
    state = step.state;
  };
  const at = 1_000;
  const nameOf = ({ frame, task }: Instance): string => {
    const net = state.frames.find(({ id }) => id === frame)?.net ?? -1;
    return program.nets[net]?.tasks[task]?.id ?? '?';
  };
  const open = () => state.instances.filter(({ phase }) => ['open', 'offered', 'held'].includes(phase));
  /** Forwarding nodes do not wait. */
  const settle = (): void => {
    for (let due = dueIn(state); due !== undefined; due = dueIn(state)) {
      send({ kind: 'timerFired', at: Math.max(at, due.due ?? 0), instance: due.id, timer: 'wait' });
    }
  };
  const named = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, { value }]));
  send({ kind: 'started', at, seed: 1, input: named });
  settle();
  return {
    get state() {
      return state;
    },
    get output() {
      return plain(state.output);
    },
    waiting: () => open().map(nameOf).sort(),
    answer(task, output) {
      const item = open().find((each) => nameOf(each) === task);
      if (item === undefined) throw new Error(`${task} does not wait.`);
      if (item.phase !== 'held') send({ kind: 'itemHeld', at, instance: item.id, by: 'ann' });
      const held = open().find((each) => nameOf(each) === task && each.phase === 'held') ?? item;
      send({ kind: 'itemCompleted', at, instance: held.id, output: { value: output } });
      settle();
    },
  };
}

const dueIn = ({ instances }: RunState): Instance | undefined => instances.find(({ due }) => due !== null);

function plain(payload: Payload): Json {
  if ('value' in payload) return payload.value;
  if ('list' in payload) return payload.list.map(plain);
  if ('blob' in payload) return { blob: payload.blob.hash };
  return Object.fromEntries(Object.entries(payload.record).map(([name, part]) => [name, plain(part)]));
}
