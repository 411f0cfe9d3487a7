/** Compiles a prompt step: the gate task before it, its offer, its checks, and the confirmation by a person. */
import type { Assign, Expression, Flow, Source, Task } from '../../../kernel/index.ts';
import { passTask } from '../../net-draft.ts';
import { variablesIn } from '../conditions/variables-in.ts';
import type { Condition, Confirmation, Guide, PromptStep } from '../model/schema.ts';
import { compileShow, compileStepItem, confirmationItem } from './compile-step-item.ts';
import { answerField, conditionVariables, guideExpression, variablesOfLoops } from './computed.ts';
import { findDecidedLoop } from './find-decided-loop.ts';
import {
  type GuideCompileContext,
  maxVisits,
  type StepContext,
  visitLimit,
} from './guide-compile-context.ts';
import {
  askPlace,
  askTask,
  confirmedVariable,
  confirmPlace,
  confirmTask,
  contextVariable,
  decisionVariable,
  doneVariable,
  entryPlace,
  gateTask,
  noticeVariable,
  offerPlace,
  outputVariable,
  remarkVariable,
} from './guide-names.ts';
import type { LoopScope } from './guide-source.ts';
import { loopNames } from './loop-values.ts';

export function compilePrompt(
  context: GuideCompileContext,
  stepContext: StepContext,
  step: PromptStep,
  from: string,
  to: string,
): void {
  const after = step.confirmation.kind === 'never' ? to : placeAfter(step);
  const inner = { ...stepContext, visits: maxVisitsOf(step, stepContext) };
  [step, ...step.checks].forEach((each, at) => {
    const check = step.checks[at];
    const next = check === undefined ? null : entryPlace(check.id);
    const offered: PromptStep = {
      ...each,
      // The checks of a step that was done are always done, even if the condition changes in between.
      runCondition: at === 0 ? step.runCondition : null,
      confirmation: step.confirmation,
      checks: step.checks.slice(at),
    };
    const begin = at === 0 ? from : entryPlace(each.id);
    const told = noticeAssignments(step, at === 0);
    compileOffer(context, inner, offered, told, {
      from: begin,
      given: next ?? to,
      done: next ?? after,
      past: to,
    });
  });
  const checks = step.checks.map(({ id, title }) => ({ title, output: outputVariable(id) }));
  const back = offerPlace(step.id);
  compileConfirmation(context, stepContext, step, { output: outputVariable(step.id), checks, back }, to);
}

/**
 * Records the notice before the answer, so that an answer cannot avoid a confirmation by changing the condition's
 * variables.
 */
function noticeAssignments({ id, confirmation }: PromptStep, isFirst: boolean): readonly Assign[] {
  if (confirmation.kind !== 'when') return [];
  const before = isFirst ? null : noticeVariable(id);
  const reads = ['$input', ...(before === null ? [] : [before])];
  return [{ to: noticeVariable(id), value: guideExpression({ do: 'told', before }, reads) }];
}

/** The place where the gate task of a step starts, and the places to which it routes. */
interface GatePlaces {
  readonly from: string;
  /** If the step was completed before. */
  readonly given: string;
  readonly done: string;
  /** If the step is skipped. */
  readonly past: string;
}

function compileOffer(
  context: GuideCompileContext,
  stepContext: StepContext,
  step: PromptStep,
  told: readonly Assign[],
  places: GatePlaces,
): void {
  const { id } = step;
  const { net, guide } = context;
  const { loops, visits } = stepContext;
  const source = context.sourceOf(step);
  net.variables.push(
    { name: doneVariable(id), initial: 0, parameter: 'optional' },
    { name: outputVariable(id), initial: null },
    { name: remarkVariable(id), initial: '' },
  );
  net.tasks.push(compileGate(step, stepContext, source, places));
  const functions = [...stepContext.functions, ...step.functions];
  net.tasks.push({
    id,
    from: [offerPlace(id)],
    join: 'xor',
    split: 'and',
    flows: [{ to: places.done }],
    work: {
      kind: 'offer',
      item: compileStepItem(step, guide),
      input: compileShow(step, functions, stepContext, guide),
      unfinished: { kind: 'value', value: { output: null } },
    },
    outputs: [
      { to: outputVariable(id), value: collected(id, loops) },
      { to: contextVariable, value: guideExpression({ do: 'merge' }, [contextVariable, '$output']) },
      ...decisionAssignments(step, loops),
      ...told,
    ],
    ...visitLimit(visits),
    source,
  });
}

/** A step in a loop collects the outputs of all passes. */
function collected(id: string, loops: readonly LoopScope[]): Expression {
  if (loops.length === 0) return answerField('output', null);
  const variable = outputVariable(id);
  return guideExpression({ do: 'collect', variable, loops }, [
    '$output',
    variable,
    ...variablesOfLoops(loops),
  ]);
}

/** A step in a loop uses up its completions, one per pass. */
function compileGate(
  step: PromptStep,
  { loops, visits }: StepContext,
  source: Source,
  places: GatePlaces,
): Task {
  const { id, runCondition } = step;
  const { from, given, past } = places;
  const condition = runCondition?.condition ?? null;
  const routes = { from: [from], join: 'xor', split: 'xor' } as const;
  const open: Flow = { to: offerPlace(id) };
  if (loops.length === 0) {
    const isGiven = guideExpression({ do: 'left', steps: [id] }, [doneVariable(id)]);
    const flows: Flow[] = [
      { to: given, guard: isGiven },
      ...(condition === null
        ? [{ ...open, default: true }]
        : [
            { ...open, guard: holdsIn(condition, loops) },
            { to: past, default: true },
          ]),
    ];
    return { ...passTask(gateTask(id), source, { ...routes, flows }), ...visitLimit(visits) };
  }
  const perPass = differsPerPass(condition, loops);
  const way = guideExpression({ do: 'way', step: id, condition, loops, perPass }, [
    doneVariable(id),
    ...(condition === null ? [] : conditionVariables(loops)),
  ]);
  const went = (which: 'given' | 'open'): Expression =>
    guideExpression({ do: 'went', step: id, way: which }, [doneVariable(id)]);
  return {
    ...passTask(gateTask(id), source, {
      ...routes,
      flows: [
        { to: given, guard: went('given') },
        { ...open, guard: went('open') },
        { to: past, default: true },
      ],
      outputs: [{ to: doneVariable(id), value: way }],
    }),
    ...visitLimit(visits),
  };
}

/** Whether a condition reads variables of loops, and so may differ in each pass. */
export function differsPerPass(condition: Condition | null, loops: readonly LoopScope[]): boolean {
  const names = new Set(loops.flatMap(loopNames));
  return condition !== null && variablesIn(condition).some((name) => names.has(rootOf(name)));
}

const rootOf = (name: string): string => name.split('.')[0] ?? name;

const holdsIn = (condition: Condition, loops: readonly LoopScope[]): Expression =>
  guideExpression({ do: 'holds', condition, loops }, conditionVariables(loops));

/** A step's decision applies to the loop that it names; default: the loop around it. */
function decisionAssignments({ contract }: PromptStep, loops: readonly LoopScope[]): readonly Assign[] {
  if (contract === null) return [];
  const meant = findDecidedLoop(contract, loops);
  if (meant === undefined) return [];
  const variable = decisionVariable(meant.id);
  return [
    { to: variable, value: guideExpression({ do: 'decision', before: variable }, ['$output', variable]) },
  ];
}

interface ConfirmableStep {
  readonly id: string;
  readonly title: string;
  readonly confirmation: Confirmation;
  readonly at: Guide['at'];
}

/** The variables with the outputs to confirm. */
interface ConfirmationSubject {
  readonly output: string | null;
  readonly checks: readonly { readonly title: string; readonly output: string }[];
  /** The place to return to after a no. */
  readonly back: string;
}

/** A person may say no any number of times. */
export const maxVisitsOf = (
  { confirmation }: Pick<ConfirmableStep, 'confirmation'>,
  { visits }: StepContext,
): number => (confirmation.kind === 'never' ? visits : maxVisits);

/** The place after a step that may need confirmation. */
export const placeAfter = ({ id, confirmation }: ConfirmableStep): string =>
  confirmation.kind === 'when' ? askPlace(id) : confirmPlace(id);

export function compileConfirmation(
  context: GuideCompileContext,
  stepContext: StepContext,
  step: ConfirmableStep,
  subject: ConfirmationSubject,
  to: string,
): void {
  const { id, title, confirmation } = step;
  if (confirmation.kind === 'never') return;
  const { loops } = stepContext;
  const visits = maxVisitsOf(step, stepContext);
  const { net } = context;
  const source = context.sourceOf(step);
  const told = subject.output === null ? null : noticeVariable(id);
  if (confirmation.kind === 'when') {
    const flows: Flow[] = [
      {
        to: confirmPlace(id),
        guard: guideExpression({ do: 'ask', condition: confirmation.condition, loops, told }, [
          ...conditionVariables(loops),
          ...(told === null ? [] : [told]),
        ]),
      },
      { to, default: true },
    ];
    if (told !== null) net.variables.push({ name: told, initial: false });
    net.tasks.push({
      ...passTask(askTask(id), source, { from: [askPlace(id)], join: 'xor', split: 'xor', flows }),
      ...visitLimit(visits),
    });
  }
  net.variables.push({ name: confirmedVariable(id), initial: false });
  if (subject.output === null) net.variables.push({ name: remarkVariable(id), initial: '' });
  const { output, checks } = subject;
  const shown = { do: 'showConfirmation', step: id, title, output, checks, loops } as const;
  const outputs = [...(output === null ? [] : [output]), ...checks.map((check) => check.output)];
  net.tasks.push({
    id: confirmTask(id),
    from: [confirmPlace(id)],
    join: 'xor',
    split: 'xor',
    flows: [
      {
        to,
        guard: guideExpression({ do: 'is', variable: confirmedVariable(id), value: true }, [
          confirmedVariable(id),
        ]),
      },
      { to: subject.back, default: true },
    ],
    work: {
      kind: 'offer',
      item: confirmationItem(step),
      input: guideExpression(shown, [...conditionVariables(loops), ...outputs]),
      // Completing the item without an answer does not confirm.
      unfinished: { kind: 'value', value: { confirmed: false } },
    },
    outputs: [
      { to: confirmedVariable(id), value: answerField('confirmed', false) },
      { to: remarkVariable(id), value: guideExpression({ do: 'remark' }, ['$output']) },
    ],
    ...visitLimit(visits),
    source,
  });
}
