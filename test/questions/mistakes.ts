/** Every mistake that an author can make, each at a random place of a random flow. */
import { duplicateNames } from './duplicate-names.ts';
import type { MistakeKind } from './mistake-kind.ts';
import { mistakesInCalls } from './mistakes-in-calls.ts';
import { mistakesInExpressions } from './mistakes-in-expressions.ts';
import { mistakesInQuestions } from './mistakes-in-questions.ts';
import { mistakesInShape } from './mistakes-in-shape.ts';
import { mistakesInWays } from './mistakes-in-ways.ts';

export const mistakeKinds: readonly MistakeKind[] = [
  ...mistakesInShape,
  ...mistakesInQuestions,
  ...mistakesInCalls,
  ...duplicateNames,
  ...mistakesInExpressions,
  ...mistakesInWays,
];
