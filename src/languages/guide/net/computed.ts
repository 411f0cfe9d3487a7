/** Kernel expressions that the guide evaluator computes. */
import type { Json } from '../../../expression/index.ts';
import type { Expression } from '../../../kernel/index.ts';
import { contextVariable, countVariable, itemsVariable, passVariable } from './guide-names.ts';
import { evaluatorName, type GuideSource, type LoopScope } from './guide-source.ts';

export function guideExpression(source: GuideSource, reads: readonly string[]): Expression {
  // Plain data, written as such.
  return {
    kind: 'eval',
    evaluator: evaluatorName,
    source: source as unknown as Json,
    reads: [...new Set(reads)],
  };
}

/** A field of the answer to a work item. */
export const answerField = (field: string, otherwise: Json): Expression =>
  guideExpression({ do: 'answer', field, otherwise }, ['$output']);

/** The variables that a condition may read. */
export const conditionVariables = (loops: readonly LoopScope[]): readonly string[] => [
  contextVariable,
  ...variablesOfLoops(loops),
];

export const variablesOfLoops = (loops: readonly LoopScope[]): readonly string[] =>
  loops.flatMap(({ id, over }) => [
    passVariable(id),
    ...(over === 'list' ? [itemsVariable(id)] : []),
    ...(over === 'count' ? [countVariable(id)] : []),
  ]);
