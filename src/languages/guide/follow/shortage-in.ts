/** What a program that could not go on lacked: the loop that refused says it in its message. */
import type { Expression, Program } from '../../../kernel/index.ts';
import { createLookUp } from '../conditions/look-up.ts';
import { evaluatorName, type GuideSource, type LoopNeed } from '../net/guide-source.ts';
import { type Shortage, shortageOf } from '../net/loop-need.ts';
import type { Context } from '../values.ts';

/** Null where something else was in the way. @param message of the rejection */
export function shortageIn(program: Program, context: Context, message: string): Shortage | null {
  const lookUp = createLookUp(context);
  const assigned = program.nets.flatMap(({ tasks }) => tasks.flatMap(({ outputs = [] }) => outputs));
  const shortages = assigned.flatMap(({ value }) => {
    const need = needOf(value);
    return need === null ? [] : (shortageOf(need, lookUp) ?? []);
  });
  return shortages.find((shortage) => message.includes(shortage.claim)) ?? null;
}

function needOf(value: Expression): LoopNeed | null {
  if (value.kind !== 'eval' || value.evaluator !== evaluatorName) return null;
  // Written by the compiler.
  const source = value.source as unknown as GuideSource;
  return source.do === 'list' || source.do === 'count' ? source.need : null;
}
