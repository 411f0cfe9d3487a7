import type { Evaluators } from '../../kernel/index.ts';
import { evaluatorName, questionEvaluator } from './evaluator.ts';

/** The expression evaluator of this language, by the name that programs use. */
export const evaluators: Evaluators = { [evaluatorName]: questionEvaluator };
