/** A guide ready to be followed from a list of completed steps: its program linked, and what its tasks stand for. */
import { type Json, link, type Machine, type Program, type RunState } from '../../../kernel/index.ts';
import { guideEvaluators } from '../net/evaluators.ts';
import { beginPlace, enterOf, enterPlace, gateOf, openPlace, turnOf } from '../net/guide-names.ts';
import type { LoopScope } from '../net/guide-source.ts';
import { type PlannedLoop, type PlannedStep, partsOf, planSteps } from '../net/plan-steps.ts';
import { scopeOf } from '../net/scope-of.ts';
import type { Guide, WrittenCondition } from '../schema.ts';

export interface GuideMachine {
  readonly program: Program;
  readonly machine: Machine;
  /** What is done by tasks that only route, by the id of the task. */
  readonly routes: ReadonlyMap<string, Route>;
  /** What can be completed, in the order of the guide. */
  readonly steps: ReadonlyMap<string, StepPlace>;
  /** The loops that take something from the context, with those around them. */
  readonly loops: readonly LoopPlace[];
  readonly readVariable: (state: RunState, variable: string) => Json | undefined;
}

export type Route =
  | { readonly kind: 'enter'; readonly loop: string }
  /** `most`: passes at the most. */
  | { readonly kind: 'turn'; readonly loop: string; readonly most: number }
  /** `open` is where it leads when the step is to be done. */
  | { readonly kind: 'gate'; readonly place: StepPlace; readonly open: string };

export interface StepPlace {
  readonly id: string;
  readonly title: string;
  readonly runCondition: WrittenCondition | null;
  readonly loops: readonly LoopScope[];
}

export interface LoopPlace {
  readonly step: PlannedLoop;
  readonly loops: readonly LoopScope[];
}

/** @param program that the guide was compiled to */
export function createGuideMachine(guide: Guide, program: Program): GuideMachine {
  const linked = link(program, { evaluators: guideEvaluators });
  if (linked.kind !== 'machine') throw new Error(linked.problems.map(({ message }) => message).join(' '));
  const routes = new Map<string, Route>();
  const steps = new Map<string, StepPlace>();
  const loops: LoopPlace[] = [];
  const visit = (step: PlannedStep, around: readonly LoopScope[]): void => {
    if (step.kind === 'loop') {
      const place = { ...step.loop, loops: around };
      routes.set(gateOf(step.id), { kind: 'gate', place, open: enterPlace(step.id) });
      routes.set(enterOf(step.id), { kind: 'enter', loop: step.id });
      routes.set(turnOf(step.id), { kind: 'turn', loop: step.id, most: step.loop.maxIterations });
      loops.push({ step, loops: around });
      for (const each of step.body) visit(each, [...around, scopeOf(step.loop)]);
      return;
    }
    const place = { ...step, loops: around };
    const open = step.kind === 'prompt' ? openPlace(step.id) : beginPlace(step.id);
    routes.set(gateOf(step.id), { kind: 'gate', place, open });
    if (step.kind === 'prompt') steps.set(step.id, place);
    for (const each of step.kind === 'prompt' ? step.checks : partsOf(step)) visit(each, around);
  };
  for (const step of planSteps(guide)) visit(step, []);
  const slots = new Map((program.nets[0]?.variables ?? []).map(({ name }, slot) => [name, slot]));
  return {
    program,
    machine: linked.machine,
    routes,
    steps,
    loops,
    readVariable: (state, variable) => {
      const payload = state.frames[0]?.slots[slots.get(variable) ?? -1];
      return payload != null && 'value' in payload ? payload.value : undefined;
    },
  };
}
