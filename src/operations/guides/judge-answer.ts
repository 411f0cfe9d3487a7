/** Explains why a scripted answer to a step would be refused, for simulations. */
import type { Effort, Json } from '../../kernel/index.ts';
import type { StepItem } from '../../languages/index.ts';
import { partOf } from '../items/item-part.ts';
import { contextOf } from './context-size.ts';
import { judgeOutput } from './judge-output.ts';

/**
 * Null if the answer would be accepted.
 * @param item as its program offers it
 * @param variables of the simulated run
 * @param effort for all answers of a request
 */
export function judgeAnswer(
  item: Json,
  input: Json,
  answer: Json,
  variables: Json,
  effort: Effort,
): string | null {
  if (partOf(item, 'language') !== 'guide' || partOf(item, 'kind') !== 'step') return null;
  // Compiled here.
  const step = item as unknown as StepItem;
  const context = { ...contextOf(variables), ...contextOf(answer) };
  const verdict = judgeOutput(step, partOf(answer, 'output'), input, context, effort);
  if (verdict === null) return null;
  if (verdict.kind === 'malformed') return verdict.message;
  return verdict.valid ? null : verdict.issues.map(({ message }) => message).join(' ');
}
