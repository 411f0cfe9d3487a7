/** Finds the variable that a rejected program lacks: the loop that rejected names it in its message. */
import type { Expression, Program } from '../../../kernel/index.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext } from '../model/guide-context.ts';
import { checkLoopInput, type LoopInputProblem } from '../net/check-loop-input.ts';
import { evaluatorName, type GuideSource, type LoopInput } from '../net/guide-source.ts';

/** Null if the program was rejected for another reason. @param message of the rejection */
export function findLoopInputProblem(
  program: Program,
  context: GuideContext,
  message: string,
): LoopInputProblem | null {
  const lookUp = createLookUp(context);
  const assigned = program.nets.flatMap(({ tasks }) => tasks.flatMap(({ outputs = [] }) => outputs));
  const problems = assigned.flatMap(({ value }) => {
    const need = needOf(value);
    return need === null ? [] : (checkLoopInput(need, lookUp) ?? []);
  });
  return problems.find((problem) => message.includes(problem.claim)) ?? null;
}

function needOf(value: Expression): LoopInput | null {
  if (value.kind !== 'eval' || value.evaluator !== evaluatorName) return null;
  // Written by the compiler.
  const source = value.source as unknown as GuideSource;
  return source.do === 'list' || source.do === 'count' ? source.need : null;
}
