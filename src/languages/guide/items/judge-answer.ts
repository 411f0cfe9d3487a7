/** Explains why a scripted answer to a step would be refused, for simulations. */
import type { Effort, Json } from '../../../kernel/index.ts';
import { partOf } from '../../part-of.ts';
import { contextOf } from '../runs/guide-values.ts';
import { judgeOutput } from './judge-output.ts';
import { stepItemOf } from './step-item.ts';

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
  const context = { ...contextOf(variables), ...contextOf(answer) };
  const verdict = judgeOutput(stepItemOf(item), partOf(answer, 'output'), input, context, effort);
  if (verdict === null) return null;
  if (verdict.kind === 'malformed') return verdict.message;
  return verdict.valid ? null : verdict.issues.map(({ message }) => message).join(' ');
}
