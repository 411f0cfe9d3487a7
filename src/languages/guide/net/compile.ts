/**
 * Compiles a guide to one net. Each step is an offer behind a gate task, which passes completed steps and steps whose
 * condition does not hold. Loops lead back; a confirmation is another offer after the step.
 */
import {
  type Assign,
  compiledEffort,
  type Expression,
  type Flow,
  type Program,
} from '../../../kernel/index.ts';
import { createNet, finishNet, inputPlace, outputPlace, passTask } from '../../net-draft.ts';
import type { Guide, LoopStep, ParallelStep } from '../model/schema.ts';
import {
  compileConfirmation,
  compilePrompt,
  differsPerPass,
  maxVisitsOf,
  placeAfter,
} from './compile-prompt.ts';
import { conditionVariables, guideExpression, variablesOfLoops } from './computed.ts';
import { functionsOfGuide, functionsOfLoop } from './functions-of-guide.ts';
import { type GuideCompileContext, type StepContext, visitLimit } from './guide-compile-context.ts';
import {
  beginPlace,
  beginTask,
  branchEndPlace,
  contextVariable,
  countVariable,
  decisionVariable,
  doneVariable,
  enterPlace,
  enterTask,
  entryPlace,
  gateTask,
  itemsVariable,
  joinTask,
  nextPassPlace,
  nextPassTask,
  outputVariable,
  passVariable,
  remarkVariable,
} from './guide-names.ts';
import type { LoopScope } from './guide-source.ts';
import { loopNames } from './loop-values.ts';
import { type PlannedLoop, type PlannedStep, parallelSteps, planSteps, promptSteps } from './plan-steps.ts';
import { toLoopScope } from './to-loop-scope.ts';

/** Enough to pass ten thousand completions in one advance, and low enough to detect an endless loop soon. */
const maxSteps = 50_000;

/** @param guide without errors */
export function compileGuide(guide: Guide, sourceOf: GuideCompileContext['sourceOf']): Program {
  const net = createNet(guide.id);
  const steps = planSteps(guide);
  net.variables.push({ name: contextVariable, initial: {}, parameter: 'optional' });
  const context: GuideCompileContext = { guide, net, sourceOf };
  const stepContext: StepContext = { loops: [], functions: functionsOfGuide(guide), remarks: [], visits: 1 };
  compileChain(context, stepContext, steps, inputPlace, outputPlace);
  const outputs = promptSteps(steps).map(({ id }) => ({ name: id, value: read(outputVariable(id)) }));
  const result: Expression = {
    kind: 'record',
    fields: [
      { name: 'context', value: read(contextVariable) },
      { name: 'outputs', value: { kind: 'record', fields: outputs } },
    ],
  };
  return {
    semantics: 1,
    root: guide.id,
    nets: [finishNet(net, 'abort', result)],
    onMisfit: 'refuse',
    limits: { steps: maxSteps, effort: compiledEffort },
  };
}

const read = (name: string): Expression => ({ kind: 'read', name });

/** Compiles steps in sequence, from one place to another. */
function compileChain(
  context: GuideCompileContext,
  stepContext: StepContext,
  steps: readonly PlannedStep[],
  from: string,
  to: string,
): void {
  if (steps.length === 0) throw new Error('A chain of steps needs at least one step.');
  steps.forEach((step, at) => {
    const next = steps[at + 1];
    const begin = at === 0 ? from : entryPlace(step.id);
    compileStep(context, stepContext, step, begin, next === undefined ? to : entryPlace(next.id));
  });
}

function compileStep(
  context: GuideCompileContext,
  stepContext: StepContext,
  step: PlannedStep,
  from: string,
  to: string,
): void {
  switch (step.kind) {
    case 'prompt':
      compilePrompt(context, stepContext, step, from, to);
      return;
    case 'loop':
      compileLoop(context, stepContext, step, from, to);
      return;
    case 'parallel':
      compileParallel(context, stepContext, step, from, to);
      return;
  }
}

function compileLoop(
  context: GuideCompileContext,
  outer: StepContext,
  planned: PlannedLoop,
  from: string,
  to: string,
): void {
  const { loop, body } = planned;
  const stepContext = insideOf(loop, outer);
  const { id, rule, maxIterations } = loop;
  const { net } = context;
  const source = context.sourceOf(loop);
  const scope = toLoopScope(loop);
  const steps = promptSteps(body).map((step) => step.id);
  net.variables.push({ name: passVariable(id), initial: 0 });
  const begin = compileEntrance(context, stepContext, loop, steps, from, to, enterPlace(id));
  const start = { from: [begin], join: 'xor', split: 'and' } as const;
  const outputs: Assign[] = [
    { to: passVariable(id), value: { kind: 'value', value: 0 } },
    ...takenBy(loop, stepContext),
  ];
  if (rule.kind === 'forEach') net.variables.push({ name: itemsVariable(id), initial: [] });
  if (rule.kind === 'for') net.variables.push({ name: countVariable(id), initial: 0 });
  if (rule.kind === 'control') net.variables.push({ name: decisionVariable(id), initial: null });
  net.tasks.push({
    ...passTask(enterTask(id), source, { ...start, flows: [{ to: nextPassPlace(id) }], outputs }),
    ...visitLimit(stepContext.visits),
  });
  const after = loop.confirmation.kind === 'never' ? to : placeAfter(loop);
  const visits = stepContext.visits * (maxIterations + 1);
  const [first] = body;
  const inside = first === undefined ? after : entryPlace(first.id);
  const condition = rule.kind === 'while' || rule.kind === 'until' ? rule.condition : null;
  const loops = [...stepContext.loops, scope];
  // A condition that differs per pass decides by itself; the completions belong to the passes in which it holds.
  const counted =
    rule.kind === 'forEach' || rule.kind === 'for' || differsPerPass(condition, loops) ? [] : steps;
  const goOn = guideExpression(
    {
      do: 'goOn',
      loop: scope,
      until: rule.kind === 'until',
      condition,
      loops,
      most: maxIterations,
      steps: counted,
    },
    [
      ...new Set([
        ...variablesOfLoops([scope]),
        ...(condition === null && rule.kind !== 'control' ? [] : conditionVariables(loops)),
        ...(rule.kind === 'control' ? [decisionVariable(id)] : []),
        ...counted.map(doneVariable),
      ]),
    ],
  );
  net.tasks.push({
    ...passTask(nextPassTask(id), source, {
      from: [nextPassPlace(id)],
      join: 'xor',
      split: 'xor',
      flows: [
        { to: inside, guard: goOn },
        { to: after, default: true },
      ],
      outputs: [
        {
          to: passVariable(id),
          value: guideExpression({ do: 'more', variable: passVariable(id) }, [passVariable(id)]),
        },
      ],
    }),
    ...visitLimit(visits),
  });
  const functions = [...stepContext.functions, ...functionsOfLoop(loop)];
  if (body.length > 0) {
    compileChain(context, { ...stepContext, loops, functions, visits }, body, inside, nextPassPlace(id));
  }
  compileConfirmation(context, stepContext, loop, { output: null, checks: [], back: enterPlace(id) }, to);
}

/** A parallel step that a person rejects is repeated, with their remark. */
const insideOf = (step: LoopStep | ParallelStep, outer: StepContext): StepContext => ({
  ...outer,
  visits: maxVisitsOf(step, outer),
  remarks: step.confirmation.kind === 'never' ? outer.remarks : [...outer.remarks, remarkVariable(step.id)],
});

/** Reads what a loop needs from the context when it is entered; the value stays until the loop ends. */
function takenBy({ id, rule }: LoopStep, { loops }: StepContext): readonly Assign[] {
  const reads = conditionVariables(loops);
  switch (rule.kind) {
    case 'forEach': {
      const need = {
        loop: id,
        variable: rule.items,
        kind: 'list',
        within: ownerOf(rule.items, loops),
      } as const;
      return [{ to: itemsVariable(id), value: guideExpression({ do: 'list', need, loops }, reads) }];
    }
    case 'for': {
      if (typeof rule.count === 'number') {
        return [{ to: countVariable(id), value: { kind: 'value', value: rule.count } }];
      }
      const need = {
        loop: id,
        variable: rule.count,
        kind: 'count',
        within: ownerOf(rule.count, loops),
      } as const;
      return [{ to: countVariable(id), value: guideExpression({ do: 'count', need, loops }, reads) }];
    }
    case 'control':
      return [{ to: decisionVariable(id), value: { kind: 'value', value: null } }];
    case 'while':
    case 'until':
      return [];
  }
}

/** The loop that sets a variable, if any. */
function ownerOf(variable: string, loops: readonly LoopScope[]): string | null {
  const [root = ''] = variable.split('.', 1);
  return loops.findLast((loop) => loopNames(loop).includes(root))?.id ?? null;
}

/**
 * A loop or a parallel step with a condition has a gate task. It is entered regardless of the condition if steps inside
 * it were completed.
 */
function compileEntrance(
  context: GuideCompileContext,
  { loops, visits }: StepContext,
  step: LoopStep | ParallelStep,
  steps: readonly string[],
  from: string,
  to: string,
  begin: string,
): string {
  const { runCondition } = step;
  const needsPlace = runCondition !== null || step.confirmation.kind !== 'never';
  if (!needsPlace) return from;
  const source = context.sourceOf(step);
  const counted = differsPerPass(runCondition?.condition ?? null, loops) ? [] : steps;
  const flows: Flow[] =
    runCondition === null
      ? [{ to: begin }]
      : [
          {
            to: begin,
            guard: guideExpression(
              { do: 'enter', condition: runCondition.condition, loops, steps: counted },
              [...conditionVariables(loops), ...counted.map(doneVariable)],
            ),
          },
          { to, default: true },
        ];
  context.net.tasks.push({
    ...passTask(gateTask(step.id), source, { from: [from], join: 'xor', split: 'xor', flows }),
    ...visitLimit(visits),
  });
  return begin;
}

function compileParallel(
  context: GuideCompileContext,
  outer: StepContext,
  step: ParallelStep,
  from: string,
  to: string,
): void {
  const stepContext = insideOf(step, outer);
  const { id, branches, synthesis } = step;
  const { net } = context;
  const source = context.sourceOf(step);
  const ids = parallelSteps(step).map((each) => each.id);
  const begin = compileEntrance(context, stepContext, step, ids, from, to, beginPlace(id));
  const after = step.confirmation.kind === 'never' ? to : placeAfter(step);
  net.tasks.push({
    ...passTask(beginTask(id), source, {
      from: [begin],
      join: 'xor',
      split: 'and',
      flows: branches.map((branch) => ({ to: entryPlace(branch.id) })),
    }),
    ...visitLimit(stepContext.visits),
  });
  for (const branch of branches) {
    compilePrompt(context, stepContext, branch, entryPlace(branch.id), branchEndPlace(branch.id));
  }
  const joined = synthesis === null ? after : entryPlace(synthesis.id);
  net.tasks.push({
    ...passTask(joinTask(id), source, {
      from: branches.map((branch) => branchEndPlace(branch.id)),
      join: 'and',
      split: 'and',
      flows: [{ to: joined }],
    }),
    ...visitLimit(stepContext.visits),
  });
  if (synthesis !== null) compilePrompt(context, stepContext, synthesis, joined, after);
  compileConfirmation(context, stepContext, step, { output: null, checks: [], back: beginPlace(id) }, to);
}
