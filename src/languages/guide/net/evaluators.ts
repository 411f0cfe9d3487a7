import type { Evaluators } from '../../../kernel/index.ts';
import { guideEvaluator } from './evaluator.ts';
import { evaluatorName } from './guide-source.ts';

/** What programs of this language name to compute their expressions. */
export const guideEvaluators: Evaluators = { [evaluatorName]: guideEvaluator };
