/** Evaluates the expressions of question programs. Each reads and returns the progress of the flow. */
import type { Json, Tree } from '../../expression/index.ts';
import type { Compiled, Evaluator, Expression, Scope } from '../../kernel/index.ts';
import { partOf } from '../part-of.ts';
import { fillArguments } from './arguments.ts';
import { holds } from './compute-tree.ts';
import { type ChoicesFrom, mask, type Question } from './flow.ts';
import {
  accept,
  type Decision,
  decide,
  fetchedChoices,
  nextTurn,
  type Progress,
  record,
  valuesOf,
  valuesOfOperations,
  withChoices,
  withResult,
} from './progress.ts';
import { choicesOf, describeChoices } from './validate-answer.ts';

export const evaluatorName = 'questions';
/** The variables of a flow, beside its parameter. */
export const progressVariable = 'progress';
export const decisionVariable = 'decision';
/** Answers that the caller knows in advance, by question. */
export const answersParameter = 'answers';

/** What an expression of a program computes. Plain JSON. */
export type QuestionSource =
  | { readonly do: 'decide'; readonly question: Question }
  | { readonly do: 'isDecided' }
  | { readonly do: 'accept'; readonly question: Question }
  | { readonly do: 'record'; readonly question: string; readonly operations: readonly string[] }
  | { readonly do: 'holds'; readonly condition: Tree }
  | {
      readonly do: 'choices';
      readonly question: string;
      readonly items: readonly string[];
      readonly value: string | null;
    }
  | { readonly do: 'show'; readonly question: Question }
  | { readonly do: 'arguments'; readonly args: Tree; readonly sensitive: readonly string[] }
  | { readonly do: 'nextTurn'; readonly conditions: { readonly [operation: string]: Tree } }
  | { readonly do: 'isTurn'; readonly operation: string }
  | { readonly do: 'result'; readonly operation: string }
  | { readonly do: 'output'; readonly sensitive: readonly string[] };

export function questionExpression(source: QuestionSource, reads: readonly string[] = []): Expression {
  return {
    kind: 'eval',
    evaluator: evaluatorName,
    source: source as unknown as Json,
    reads: [progressVariable, ...reads],
  };
}

export const questionEvaluator: Evaluator = {
  compile(source, resolve) {
    const compute = compile(source as unknown as QuestionSource);
    const read =
      (scope: Scope): Read =>
      (name) => {
        const reference = resolve(name);
        return (reference === undefined ? undefined : scope.get(reference)) ?? null;
      };
    return (scope) => {
      const get = read(scope);
      // The program of this language set it.
      return compute(get(progressVariable) as unknown as Progress, get, scope) as Json;
    };
  },
};

type Read = (name: string) => Json;
type Compute = (progress: Progress, read: Read, scope: Parameters<Compiled>[0]) => unknown;

function compile(source: QuestionSource): Compute {
  switch (source.do) {
    case 'decide':
      return (progress, read, scope) =>
        decide(progress, source.question, Object(read(answersParameter)), scope);
    case 'isDecided':
      return (_, read) => read(decisionVariable) !== null;
    case 'accept':
      return (progress, read, scope) => accept(progress, source.question, read('$output'), scope);
    case 'record':
      return (progress, read) =>
        record(progress, read(decisionVariable) as Decision | null, source.question, source.operations);
    case 'holds':
      return (progress, _, scope) => holds(source.condition, valuesOf(progress), scope);
    case 'choices':
      return (progress, read) => withChoices(progress, source.question, readChoices(source, read('$output')));
    case 'show':
      return (progress) => show(progress, source.question);
    case 'arguments':
      return (progress, read, scope) => {
        const lookUp = valuesOfOperations(progress);
        return fillArguments(source, (name) => (name === 'result' ? read('$output') : lookUp(name)), scope);
      };
    case 'nextTurn':
      return (progress, _, scope) => nextTurn(progress, source.conditions, scope);
    case 'isTurn':
      return ({ turn }) => turn === source.operation;
    case 'result':
      return (progress, read) => withResult(progress, source.operation, read('$output'));
    case 'output':
      return ({ values, results }) => ({
        answers: { ...values, ...maskedOf(values, source.sensitive) },
        operations: results,
      });
  }
}

const maskedOf = (values: Progress['values'], sensitive: readonly string[]) =>
  Object.fromEntries(sensitive.filter((id) => Object.hasOwn(values, id)).map((id) => [id, mask]));

const maxChoices = 1_000;

/** Throws if the result of the call lists no texts there. */
export function readChoices(
  { items, value }: Pick<ChoicesFrom, 'items' | 'value'>,
  result: Json,
): readonly string[] {
  const list = items.reduce<Json>((part, key) => partOf(part, key) ?? null, result);
  if (!Array.isArray(list)) throw new Error(`The result of the call has no list at “${items.join('.')}”.`);
  const texts = (list as readonly Json[])
    .slice(0, maxChoices)
    .map((entry) => (value === null ? entry : (partOf(entry, value) ?? null)))
    .filter((entry) => typeof entry === 'string' || typeof entry === 'number')
    .map(String);
  if (texts.length === 0) throw new Error(`The result of the call lists no choices at “${items.join('.')}”.`);
  return [...new Set(texts)];
}

/** A result of the call that contains the choices, and nothing else. */
export const resultWithChoices = (
  { items, value }: Pick<ChoicesFrom, 'items' | 'value'>,
  choices: readonly string[],
): Json =>
  items.reduceRight<Json>(
    (inner, key) => ({ [key]: inner }),
    choices.map((choice) => (value === null ? choice : { [value]: choice })),
  );

/** What the work item shows. */
function show(progress: Progress, question: Question): { readonly [name: string]: Json } {
  const choices = choicesOf(question, fetchedChoices(progress, question));
  const before = valuesOf(progress)(question.id);
  return {
    message: [
      question.prompt,
      question.helpText,
      choices === null ? '' : `Choices: ${describeChoices(choices)}`,
    ]
      .filter((line) => line !== '')
      .join('\n'),
    question: question.id,
    number: progress.history.length + 1,
    ...(choices === null ? {} : { choices }),
    ...(before === undefined ? {} : { before }),
  };
}
