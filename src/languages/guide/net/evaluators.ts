import type { Evaluators } from '../../../kernel/index.ts';
import { guideEvaluator } from './evaluator.ts';
import { evaluatorName } from './guide-source.ts';

/** The evaluator that guide programs name for their expressions. */
export const guideEvaluators: Evaluators = { [evaluatorName]: guideEvaluator };
