/**
 * Simulates a run without side effects: calls, answers and failures come from a script, otherwise from examples; time
 * jumps to the next due event. The same input returns the same simulation [M1, M2, M3].
 */
import {
  type Evaluators,
  HaltedError,
  type InstancePhase,
  type Json,
  link,
  type Machine,
  type Program,
  type Rejection,
  type RunEvent,
  type RunState,
  type Started,
} from '../../kernel/index.ts';
import type { Sample } from '../../languages/workflow.ts';
import { checkScript, simulatedConnector } from './check-script.ts';
import type { TaskFilter } from './leads-to.ts';
import { createNoteLocator } from './note-location.ts';
import { plainValue } from './plain-value.ts';
import { emptyScript, type Script } from './script.ts';
import { createScriptedAnswers } from './scripted-answers.ts';
import type { RefusedAnswer, Simulation, SimulationResult, WaitingFor } from './simulation.ts';
import { createSimulationHost, taskOfInstance } from './simulation-host.ts';
import { createTimeline } from './timeline.ts';
import { createTrace } from './trace.ts';

export interface Runnable {
  readonly program: Program;
  readonly evaluators: Evaluators;
  readonly samples: readonly Sample[];
  /**
   * Why an answer would be refused before its run receives it; `null` if it would not. Only for scripted answers: an
   * example represents any valid answer.
   */
  readonly checkAnswer?: (
    item: Json,
    input: Json,
    output: Json,
    variables: Simulation['variables'],
  ) => string | null;
}

export interface SimulationInput {
  readonly params: { readonly [name: string]: Json };
  readonly script?: Script;
  /** Limit of events. Default: 10,000. */
  readonly limit?: number;
  /** Which tasks appear in the timeline and the lists of tasks. Default: all. */
  readonly shows?: TaskFilter;
}

const defaultLimit = 10_000;
/** Limit of notes: what happens inside the net, in all events. */
const maxNotes = 200_000;
/** Start of 2026, UTC. */
const defaultStart = 1_767_225_600_000;

export function simulate(runnable: Runnable, input: SimulationInput): SimulationResult {
  const { program, evaluators } = runnable;
  const linked = link(program, { evaluators });
  const scriptProblems = checkScript(program, input.script ?? emptyScript);
  if (linked.kind === 'problems')
    return { kind: 'problems', problems: [...linked.problems, ...scriptProblems] };
  if (scriptProblems.length > 0) return { kind: 'problems', problems: scriptProblems };
  try {
    return play(linked.machine, runnable, input);
  } catch (error) {
    if (!(error instanceof HaltedError)) throw error;
    return { kind: 'problems', problems: [{ code: 'halted', net: '', task: '', message: error.message }] };
  }
}

function play(
  machine: Machine,
  { program, samples, checkAnswer }: Runnable,
  input: SimulationInput,
): SimulationResult {
  const { params, script = emptyScript, limit = defaultLimit, shows = () => true } = input;
  const host = createSimulationHost(program, createScriptedAnswers(script, samples));
  const noteLocator = createNoteLocator(program);
  const timeline = createTimeline(program, noteLocator, shows);
  const trace = createTrace(program, shows);
  const events: RunEvent[] = [];
  const refused: RefusedAnswer[] = [];
  let state = machine.initial;
  let noted = 0;

  const take = (event: RunEvent): Rejection | null => {
    const step = machine.advance(state, event);
    if (step.kind === 'rejection') return step;
    events.push(event);
    state = step.state;
    noted += step.notes.length;
    const notes = noteLocator.follow(step);
    trace.add(notes);
    timeline.add(event, step, notes);
    host.perform(step);
    return null;
  };

  const findMismatch = (event: RunEvent): Rejection | null => {
    const offer = event.kind === 'itemCompleted' ? host.offerOf(event.instance) : undefined;
    if (event.kind !== 'itemCompleted' || offer?.reason !== 'work') return null;
    if (!Object.hasOwn(script.answers, offer.task)) return null;
    const [input, output] = [plainValue(offer.input), plainValue(event.output)];
    const message = checkAnswer?.(offer.item, input, output, variablesOf(program, state)) ?? null;
    return message === null ? null : { kind: 'rejection', code: 'expression', message };
  };

  const refuse = (event: RunEvent, rejection: Rejection): void => {
    const { code, message } = rejection;
    const where = 'instance' in event ? noteLocator.find(event.instance ?? 0) : undefined;
    refused.push({ at: event.at, net: where?.net ?? '', task: where?.task ?? '', code, message });
    timeline.refuse(event, rejection);
    host.replace(event, rejection);
  };

  const playOn = (): Simulation['status'] => {
    while (state.status === 'running') {
      const event = host.next(state);
      if (event === undefined) return 'waiting';
      if (events.length >= limit || noted >= maxNotes) return 'limit';
      const rejection = findMismatch(event) ?? take(event);
      if (rejection !== null) refuse(event, rejection);
    }
    return state.status === 'created' ? 'waiting' : state.status;
  };

  const begins = startOf(program, params, script);
  const mismatch = take(begins);
  if (mismatch !== null)
    return { kind: 'problems', problems: [{ ...mismatch, net: program.root, task: '' }] };
  const status = playOn();
  return {
    kind: 'simulation',
    status,
    output: plainValue(state.output),
    failure: state.failure,
    variables: variablesOf(program, state),
    events,
    timeline: timeline.entries,
    took: trace.took(),
    untaken: trace.untaken(),
    calls: host.calls,
    asked: host.asked,
    waitingFor: status === 'waiting' ? waitsOf(program, state) : [],
    refused,
    spent: state.at - begins.at,
  };
}

/** The first event: the given parameters, with every unbound operation of the program bound. */
function startOf(program: Program, params: SimulationInput['params'], script: Script): Started {
  const works = program.nets.flatMap(({ tasks }) =>
    tasks.flatMap(({ work, undo }) => [
      ...(work.kind === 'call' ? [work] : []),
      ...(undo === undefined ? [] : [undo]),
    ]),
  );
  const unbound = works.filter(({ connector }) => connector === undefined);
  return {
    kind: 'started',
    at: script.start ?? defaultStart,
    seed: script.seed ?? 1,
    input: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, { value }])),
    bindings: Object.fromEntries(unbound.map(({ operation }) => [operation, simulatedConnector])),
  };
}

/** The slots of a frame begin with the variables that its net declares, in order. */
function variablesOf(program: Program, { frames }: RunState): Simulation['variables'] {
  const root = frames[0];
  const declared = program.nets.find(({ id }) => id === program.root)?.variables ?? [];
  return Object.fromEntries(
    declared.flatMap(({ name }, slot) => {
      const payload = root?.slots[slot] ?? null;
      return payload === null ? [] : [[name, plainValue(payload)]];
    }),
  );
}

function waitsOf(program: Program, state: RunState): readonly WaitingFor[] {
  return state.instances.flatMap((instance) => {
    const kind = waitKinds[instance.phase];
    if (kind === undefined) return [];
    const { index, signal, input } = instance;
    const shown = input === null ? null : plainValue(input);
    return [{ kind, ...taskOfInstance(program, state, instance), index, signal, input: shown }];
  });
}

const waitKinds: { readonly [phase in InstancePhase]?: WaitingFor['kind'] } = {
  open: 'answer',
  offered: 'answer',
  held: 'answer',
  doubt: 'verdict',
  waiting: 'signal',
  calling: 'call',
};
