/** A guide ready to be followed from a list of completed steps: its linked program, and the meaning of its tasks. */
import { type Json, link, type Machine, type Program, type RunState } from '../../../kernel/index.ts';
import type { Guide, WrittenCondition } from '../model/schema.ts';
import { guideEvaluators } from '../net/evaluators.ts';
import { beginPlace, enterPlace, enterTask, gateTask, nextPassTask, offerPlace } from '../net/guide-names.ts';
import type { LoopScope } from '../net/guide-source.ts';
import { type PlannedLoop, type PlannedStep, parallelSteps, planSteps } from '../net/plan-steps.ts';
import { toLoopScope } from '../net/to-loop-scope.ts';

export interface GuideMachine {
  readonly program: Program;
  readonly machine: Machine;
  /** Routes by the id of the routing task. */
  readonly routes: ReadonlyMap<string, GuideRoute>;
  /** The steps that can be completed, in the order of the guide. */
  readonly steps: ReadonlyMap<string, StepPosition>;
  /** The loops that read the context, with the loops around them. */
  readonly loops: readonly LoopPosition[];
  readonly readVariable: (state: RunState, variable: string) => Json | undefined;
}

export type GuideRoute =
  | { readonly kind: 'enter'; readonly loop: string }
  | { readonly kind: 'turn'; readonly loop: string; readonly maxPasses: number }
  /** `open` is the place to which the route leads if the step must be done. */
  | { readonly kind: 'gate'; readonly position: StepPosition; readonly open: string };

export interface StepPosition {
  readonly id: string;
  readonly title: string;
  readonly runCondition: WrittenCondition | null;
  readonly loops: readonly LoopScope[];
}

export interface LoopPosition {
  readonly step: PlannedLoop;
  readonly loops: readonly LoopScope[];
}

const machines = new WeakMap<Program, GuideMachine>();

/** Links a program once. */
export function machineOf(guide: Guide, program: Program): GuideMachine {
  const known = machines.get(program);
  if (known !== undefined) return known;
  const made = createGuideMachine(guide, program);
  machines.set(program, made);
  return made;
}

/** @param program the compiled guide */
export function createGuideMachine(guide: Guide, program: Program): GuideMachine {
  const linked = link(program, { evaluators: guideEvaluators });
  if (linked.kind !== 'machine') throw new Error(linked.problems.map(({ message }) => message).join(' '));
  const routes = new Map<string, GuideRoute>();
  const steps = new Map<string, StepPosition>();
  const loops: LoopPosition[] = [];
  const addStep = (step: PlannedStep, outerLoops: readonly LoopScope[]): void => {
    if (step.kind === 'loop') {
      const position = { ...step.loop, loops: outerLoops };
      routes.set(gateTask(step.id), { kind: 'gate', position, open: enterPlace(step.id) });
      routes.set(enterTask(step.id), { kind: 'enter', loop: step.id });
      routes.set(nextPassTask(step.id), { kind: 'turn', loop: step.id, maxPasses: step.loop.maxIterations });
      loops.push({ step, loops: outerLoops });
      for (const each of step.body) addStep(each, [...outerLoops, toLoopScope(step.loop)]);
      return;
    }
    const position = { ...step, loops: outerLoops };
    const open = step.kind === 'prompt' ? offerPlace(step.id) : beginPlace(step.id);
    routes.set(gateTask(step.id), { kind: 'gate', position, open });
    if (step.kind === 'prompt') steps.set(step.id, position);
    for (const each of step.kind === 'prompt' ? step.checks : parallelSteps(step)) addStep(each, outerLoops);
  };
  for (const step of planSteps(guide)) addStep(step, []);
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
