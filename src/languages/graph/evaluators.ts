import { expressionEvaluator } from '../../expression/index.ts';
import type { Evaluators } from '../../kernel/index.ts';
import { evaluatorName } from './bind-tree.ts';

/** What programs of this language name to compute their expressions. */
export const evaluators: Evaluators = { [evaluatorName]: expressionEvaluator };
