/** Why a scripted answer to a step would be refused, for whoever plays a guide. */
import type { Json } from '../../kernel/index.ts';
import type { Context, StepItem } from '../../languages/index.ts';
import { partOf } from '../items/item-part.ts';
import { judgeOutput } from './judge-output.ts';

/** Null where it would be taken. @param item as its program offers it */
export function judgeAnswer(item: Json, input: Json, answer: Json): string | null {
  if (partOf(item, 'language') !== 'guide' || partOf(item, 'kind') !== 'step') return null;
  // Compiled here.
  const step = item as unknown as StepItem;
  const verdict = judgeOutput(step, partOf(answer, 'output'), input, contextIn(answer));
  if (verdict === null) return null;
  if (verdict.kind === 'malformed') return verdict.message;
  return verdict.valid ? null : verdict.issues.map(({ message }) => message).join(' ');
}

function contextIn(answer: Json): Context {
  const context = partOf(answer, 'context');
  const isObject = typeof context === 'object' && context !== null && !Array.isArray(context);
  return isObject ? (context as Context) : {};
}
