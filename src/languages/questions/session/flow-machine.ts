/** A question flow that can be played: its linked program, and what its state says. */
import { link, type Machine, type Program, type RunState } from '../../../kernel/index.ts';
import { progressVariable } from '../evaluator.ts';
import { evaluators } from '../evaluators.ts';
import { type Flow, type FlowState, statesOf } from '../flow.ts';
import type { Progress } from '../progress.ts';

export interface FlowMachine {
  readonly flow: Flow;
  readonly program: Program;
  readonly machine: Machine;
  /** By the id of the question. */
  readonly states: ReadonlyMap<string, FlowState>;
}

const machines = new WeakMap<Program, FlowMachine>();

/** Links a program once. @param program the compiled flow */
export function machineOf(flow: Flow, program: Program): FlowMachine {
  const known = machines.get(program);
  if (known !== undefined) return known;
  const linked = link(program, { evaluators });
  if (linked.kind !== 'machine') throw new Error(linked.problems.map(({ message }) => message).join(' '));
  const states = new Map(statesOf(flow).map((state) => [state.question.id, state]));
  const made = { flow, program, machine: linked.machine, states };
  machines.set(program, made);
  return made;
}

/** The root net declares the variable. */
export function progressOf({ program }: FlowMachine, { frames }: RunState): Progress {
  const slot = (program.nets[0]?.variables ?? []).findIndex(({ name }) => name === progressVariable);
  const payload = frames[0]?.slots[slot] ?? null;
  if (payload === null || !('value' in payload)) throw new Error('The flow has no progress.');
  return payload.value as unknown as Progress;
}
