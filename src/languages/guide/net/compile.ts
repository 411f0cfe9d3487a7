/**
 * A guide becomes one net. Each step is an offer behind a gate, which lets past what was completed before and what is not
 * to be done; loops lead back; where a person has to agree, another offer follows.
 */
import type { Assign, Expression, Flow, Program } from '../../../kernel/index.ts';
import { createNet, finishNet, inputPlace, outputPlace, passTask } from '../../net-draft.ts';
import type { Guide, LoopStep, ParallelStep } from '../schema.ts';
import {
  compileConfirmation,
  compilePrompt,
  differsPerPass,
  placeAfter,
  visitsOf,
} from './compile-prompt.ts';
import { type Around, type Bench, limit } from './compile-scope.ts';
import { computed, conditionVariables, variablesOfLoops } from './computed.ts';
import { functionsOfGuide, functionsOfLoop } from './functions-of-guide.ts';
import {
  beginOf,
  beginPlace,
  branchEndPlace,
  contextVariable,
  countOf,
  decisionOfLoop,
  doneOf,
  enterOf,
  enterPlace,
  entryPlace,
  gateOf,
  itemsOf,
  joinOf,
  outputOf,
  passOf,
  remarkOf,
  turnOf,
  turnPlace,
} from './guide-names.ts';
import type { LoopScope } from './guide-source.ts';
import { loopNames } from './loop-values.ts';
import { type PlannedLoop, type PlannedStep, partsOf, planSteps, promptSteps } from './plan-steps.ts';
import { scopeOf } from './scope-of.ts';

/** Enough to go past ten thousand completions in one go, and little enough to find out soon that there is no end. */
const mostSteps = 50_000;

/** @param guide that has no mistakes */
export function compileGuide(guide: Guide, sourceOf: Bench['sourceOf']): Program {
  const net = createNet(guide.id);
  const steps = planSteps(guide);
  net.variables.push({ name: contextVariable, initial: {}, parameter: 'optional' });
  const bench: Bench = { guide, net, sourceOf };
  const around: Around = { loops: [], functions: functionsOfGuide(guide), remarks: [], visits: 1 };
  compileChain(bench, around, steps, inputPlace, outputPlace);
  const outputs = promptSteps(steps).map(({ id }) => ({ name: id, value: read(outputOf(id)) }));
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
    limits: { steps: mostSteps },
  };
}

const read = (name: string): Expression => ({ kind: 'read', name });

/** One after the other, from one place to another. */
function compileChain(
  bench: Bench,
  around: Around,
  steps: readonly PlannedStep[],
  from: string,
  to: string,
): void {
  if (steps.length === 0) throw new Error('A chain of steps has at least one.');
  steps.forEach((step, at) => {
    const next = steps[at + 1];
    const begin = at === 0 ? from : entryPlace(step.id);
    compileStep(bench, around, step, begin, next === undefined ? to : entryPlace(next.id));
  });
}

function compileStep(bench: Bench, around: Around, step: PlannedStep, from: string, to: string): void {
  switch (step.kind) {
    case 'prompt':
      compilePrompt(bench, around, step, from, to);
      return;
    case 'loop':
      compileLoop(bench, around, step, from, to);
      return;
    case 'parallel':
      compileParallel(bench, around, step, from, to);
      return;
  }
}

function compileLoop(bench: Bench, outer: Around, planned: PlannedLoop, from: string, to: string): void {
  const { loop, body } = planned;
  const around = insideOf(loop, outer);
  const { id, rule, maxIterations } = loop;
  const { net } = bench;
  const source = bench.sourceOf(loop);
  const scope = scopeOf(loop);
  const steps = promptSteps(body).map((step) => step.id);
  net.variables.push({ name: passOf(id), initial: 0 });
  const begin = compileEntrance(bench, around, loop, steps, from, to, enterPlace(id));
  const start = { from: [begin], join: 'xor', split: 'and' } as const;
  const outputs: Assign[] = [
    { to: passOf(id), value: { kind: 'value', value: 0 } },
    ...takenBy(loop, around),
  ];
  if (rule.kind === 'forEach') net.variables.push({ name: itemsOf(id), initial: [] });
  if (rule.kind === 'for') net.variables.push({ name: countOf(id), initial: 0 });
  if (rule.kind === 'control') net.variables.push({ name: decisionOfLoop(id), initial: null });
  net.tasks.push({
    ...passTask(enterOf(id), source, { ...start, flows: [{ to: turnPlace(id) }], outputs }),
    ...limit(around.visits),
  });
  const after = loop.confirmation.kind === 'never' ? to : placeAfter(loop);
  const visits = around.visits * (maxIterations + 1);
  const [first] = body;
  const inside = first === undefined ? after : entryPlace(first.id);
  const condition = rule.kind === 'while' || rule.kind === 'until' ? rule.condition : null;
  const loops = [...around.loops, scope];
  // What says something else in each pass is believed; what was completed says which pass that is.
  const counted =
    rule.kind === 'forEach' || rule.kind === 'for' || differsPerPass(condition, loops) ? [] : steps;
  const goOn = computed(
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
        ...(rule.kind === 'control' ? [decisionOfLoop(id)] : []),
        ...counted.map(doneOf),
      ]),
    ],
  );
  net.tasks.push({
    ...passTask(turnOf(id), source, {
      from: [turnPlace(id)],
      join: 'xor',
      split: 'xor',
      flows: [
        { to: inside, guard: goOn },
        { to: after, default: true },
      ],
      outputs: [{ to: passOf(id), value: computed({ do: 'more', variable: passOf(id) }, [passOf(id)]) }],
    }),
    ...limit(visits),
  });
  const functions = [...around.functions, ...functionsOfLoop(loop)];
  if (body.length > 0) {
    compileChain(bench, { ...around, loops, functions, visits }, body, inside, turnPlace(id));
  }
  compileConfirmation(bench, around, loop, { output: null, checks: [], back: enterPlace(id) }, to);
}

/** What somebody may not agree to as a whole is come by again, with what they said. */
const insideOf = (step: LoopStep | ParallelStep, outer: Around): Around => ({
  ...outer,
  visits: visitsOf(step, outer),
  remarks: step.confirmation.kind === 'never' ? outer.remarks : [...outer.remarks, remarkOf(step.id)],
});

/** What a loop takes from the context when it is entered, and keeps until it ends. */
function takenBy({ id, rule }: LoopStep, { loops }: Around): readonly Assign[] {
  const reads = conditionVariables(loops);
  switch (rule.kind) {
    case 'forEach': {
      const need = {
        loop: id,
        variable: rule.items,
        kind: 'list',
        within: ownerOf(rule.items, loops),
      } as const;
      return [{ to: itemsOf(id), value: computed({ do: 'list', need, loops }, reads) }];
    }
    case 'for': {
      if (typeof rule.count === 'number') {
        return [{ to: countOf(id), value: { kind: 'value', value: rule.count } }];
      }
      const need = {
        loop: id,
        variable: rule.count,
        kind: 'count',
        within: ownerOf(rule.count, loops),
      } as const;
      return [{ to: countOf(id), value: computed({ do: 'count', need, loops }, reads) }];
    }
    case 'control':
      return [{ to: decisionOfLoop(id), value: { kind: 'value', value: null } }];
    case 'while':
    case 'until':
      return [];
  }
}

/** The loop that gives a variable, where one does. */
function ownerOf(variable: string, loops: readonly LoopScope[]): string | null {
  const [root = ''] = variable.split('.', 1);
  return loops.findLast((loop) => loopNames(loop).includes(root))?.id ?? null;
}

/** A loop or a parallel step with a condition has a gate; one with completions inside is entered whatever it says. */
function compileEntrance(
  bench: Bench,
  { loops, visits }: Around,
  step: LoopStep | ParallelStep,
  steps: readonly string[],
  from: string,
  to: string,
  begin: string,
): string {
  const { runCondition } = step;
  const needsPlace = runCondition !== null || step.confirmation.kind !== 'never';
  if (!needsPlace) return from;
  const source = bench.sourceOf(step);
  const counted = differsPerPass(runCondition?.condition ?? null, loops) ? [] : steps;
  const flows: Flow[] =
    runCondition === null
      ? [{ to: begin }]
      : [
          {
            to: begin,
            guard: computed({ do: 'enter', condition: runCondition.condition, loops, steps: counted }, [
              ...conditionVariables(loops),
              ...counted.map(doneOf),
            ]),
          },
          { to, default: true },
        ];
  bench.net.tasks.push({
    ...passTask(gateOf(step.id), source, { from: [from], join: 'xor', split: 'xor', flows }),
    ...limit(visits),
  });
  return begin;
}

function compileParallel(bench: Bench, outer: Around, step: ParallelStep, from: string, to: string): void {
  const around = insideOf(step, outer);
  const { id, branches, synthesis } = step;
  const { net } = bench;
  const source = bench.sourceOf(step);
  const ids = partsOf(step).map((each) => each.id);
  const begin = compileEntrance(bench, around, step, ids, from, to, beginPlace(id));
  const after = step.confirmation.kind === 'never' ? to : placeAfter(step);
  net.tasks.push({
    ...passTask(beginOf(id), source, {
      from: [begin],
      join: 'xor',
      split: 'and',
      flows: branches.map((branch) => ({ to: entryPlace(branch.id) })),
    }),
    ...limit(around.visits),
  });
  for (const branch of branches) {
    compilePrompt(bench, around, branch, entryPlace(branch.id), branchEndPlace(branch.id));
  }
  const joined = synthesis === null ? after : entryPlace(synthesis.id);
  net.tasks.push({
    ...passTask(joinOf(id), source, {
      from: branches.map((branch) => branchEndPlace(branch.id)),
      join: 'and',
      split: 'and',
      flows: [{ to: joined }],
    }),
    ...limit(around.visits),
  });
  if (synthesis !== null) compilePrompt(bench, around, synthesis, joined, after);
  compileConfirmation(bench, around, step, { output: null, checks: [], back: beginPlace(id) }, to);
}
