/** A question flow that can be played: its linked program, and what its state says. */
import { link, type Machine, type Program, type RunEvent, type RunState } from '../../../kernel/index.ts';
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

/** The task for which the machine rejects an event, because an expression has no value; empty for another reason. */
export function failedTask({ program }: FlowMachine, state: RunState, event: RunEvent): string {
  const linked = link({ ...program, onMisfit: 'fail' }, { evaluators });
  const step = linked.kind === 'machine' ? linked.machine.advance(state, event) : null;
  if (step?.kind !== 'step') return '';
  const last = step.notes.findLast((note) => note.kind === 'failed' || note.kind === 'started');
  return last !== undefined && 'task' in last ? last.task : '';
}

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
