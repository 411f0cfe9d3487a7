/** Lists the context variables that a guide's decisions read, in the order of their use. */
import { variablesIn } from '../conditions/variables-in.ts';
import type { Confirmation, Guide, GuideStep, LoopRule } from '../model/schema.ts';
import { loopNames } from '../net/loop-values.ts';
import { type PlannedStep, planSteps } from '../net/plan-steps.ts';
import { toLoopScope } from '../net/to-loop-scope.ts';

/** Without the variables that loops set. */
export function variablesOfGuide(guide: Guide): readonly string[] {
  return [...new Set(namesIn(planSteps(guide), new Set()))];
}

function namesIn(steps: readonly PlannedStep[], own: ReadonlySet<string>): readonly string[] {
  return steps.flatMap((step) => namesInStep(step, own));
}

function namesInStep(step: PlannedStep, own: ReadonlySet<string>): readonly string[] {
  switch (step.kind) {
    case 'prompt':
      return others(namesOfHead(step), own);
    case 'parallel':
      return others([step, ...step.branches].flatMap(namesOfHead), own);
    case 'loop': {
      const { loop, body } = step;
      const inside = new Set([...own, ...loopNames(toLoopScope(loop))]);
      return [
        ...others(namesOfHead(loop), own),
        ...others(namesOfRule(loop.rule), inside),
        ...namesIn(body, inside),
      ];
    }
  }
}

const others = (names: readonly string[], own: ReadonlySet<string>): readonly string[] =>
  names.filter((name) => !own.has(name.split('.')[0] ?? name));

function namesOfHead({ runCondition, confirmation }: GuideStep): readonly string[] {
  return [
    ...(runCondition === null ? [] : variablesIn(runCondition.condition)),
    ...namesOfConfirmation(confirmation),
  ];
}

const namesOfConfirmation = (confirmation: Confirmation): readonly string[] =>
  confirmation.kind === 'when' ? variablesIn(confirmation.condition) : [];

function namesOfRule(rule: LoopRule): readonly string[] {
  switch (rule.kind) {
    case 'while':
    case 'until':
      return variablesIn(rule.condition);
    case 'for':
      return typeof rule.count === 'string' ? [rule.count] : [];
    case 'forEach':
      return [rule.items];
    case 'control':
      return [];
  }
}
