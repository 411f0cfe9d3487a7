/** The typed expression language: parses texts into trees, checks and evaluates them. Pure; imports no other layer. */
export { type Checked, checkExpression } from './check-expression.ts';
export { isDate, type ParsedDate, parseDate } from './date.ts';
export { describeDuration, parseDuration } from './duration.ts';
export { type Evaluated, evaluate } from './evaluate.ts';
export { type ExpressionEvaluator, expressionEvaluator } from './expression-evaluator.ts';
export { EvaluationFailure, type FailureReason } from './failure.ts';
export { editDistance, findNearest } from './find-nearest.ts';
export { functionNames } from './functions.ts';
export { createMatcher, findMatcher, type Matcher } from './matcher.ts';
export { type Parsed, parseExpression } from './parse-expression.ts';
export { parseTemplate } from './parse-template.ts';
export { mapParts, parts } from './parts.ts';
export { printExpression } from './print-expression.ts';
export { applyFixes, type ExpressionProblem, type ExpressionRule, type Fix } from './problem.ts';
export { readDates } from './read-dates.ts';
export { type Reference, referencesOf } from './references-of.ts';
export { createSearch, type Effort, type TextSearch } from './search-text.ts';
export type { BinaryOperator, Json, Span, Tree, TreeField } from './tree.ts';
export { isTrue } from './value.ts';
export {
  anyType,
  describeType,
  joinTypes,
  storedType,
  type Type,
  type TypeField,
  typeOfValue,
} from './value-type.ts';
export { withoutSpans } from './without-spans.ts';
