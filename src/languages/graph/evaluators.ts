import { expressionEvaluator } from '../../expression/index.ts';
import type { Evaluators } from '../../kernel/index.ts';
import { evaluatorName } from './bind-tree.ts';

/** The expression evaluators of this language, by the name that programs use. */
export const evaluators: Evaluators = { [evaluatorName]: expressionEvaluator };
