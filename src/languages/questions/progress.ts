/**
 * How far a question flow has come, as the program keeps it in a variable. Every step is a pure function, so that a run
 * in the database and a session that its client holds are the same.
 */
import type { Json, Tree } from '../../expression/index.ts';
import { computeTree, holds, type LookUp, type Occasion } from './compute-tree.ts';
import type { Question } from './flow.ts';
import { problemOfValue, readGivenAnswer } from './validate-answer.ts';

export interface Progress {
  readonly history: readonly Feedback[];
  /** The last answer to each question. */
  readonly values: { readonly [question: string]: Json };
  /** What calls returned as choices, by question. */
  readonly choices: { readonly [question: string]: readonly string[] };
  /** Operations to perform at the end, in this order. */
  readonly registered: readonly Registration[];
  /** Results of performed operations, and null for each that was skipped. */
  readonly results: { readonly [operation: string]: Json };
  /** Operations whose condition did not hold: the result of one that was performed may be null, too. */
  readonly skipped?: readonly string[];
  /** The operation whose turn it is. */
  readonly turn: string | null;
}

/** One answer. Its id is its place in the history. */
export interface Feedback {
  readonly question: string;
  /** A reference `$NAME` if the question is sensitive. */
  readonly value: Json;
  readonly automatic: boolean;
  /** Milliseconds since 1970, as the caller says; otherwise as the clock of the server does. */
  readonly timestamp: number;
}

export interface Registration {
  readonly operation: string;
  /** Id of the answer that registered it. */
  readonly feedback: number;
}

/** An answer on its way into the history. */
export type Decision = Pick<Feedback, 'value' | 'automatic' | 'timestamp'>;

export const beginning: Progress = {
  history: [],
  values: {},
  choices: {},
  registered: [],
  results: {},
  turn: null,
};

export const valuesOf =
  ({ values }: Pick<Progress, 'values'>): LookUp =>
  (name) =>
    Object.hasOwn(values, name) ? values[name] : undefined;

/** The same for the arguments of operations. */
export const valuesOfOperations =
  (progress: Progress): LookUp =>
  (name) =>
    name === 'operations' ? progress.results : valuesOf(progress)(name);

/** The answer to a question without asking, if a valid one is known: given in advance, or computed. */
export function decide(
  progress: Progress,
  question: Question,
  given: { readonly [question: string]: Json },
  occasion: Occasion,
): Decision | null {
  const isFirst = !Object.hasOwn(progress.values, question.id);
  const known = isFirst && Object.hasOwn(given, question.id) ? given[question.id] : undefined;
  const advance = known === undefined ? undefined : readGivenAnswer(question, known);
  return (
    toDecision(progress, question, advance, false, occasion) ??
    toDecision(progress, question, automaticAnswer(progress, question, occasion), true, occasion)
  );
}

function toDecision(
  progress: Progress,
  question: Question,
  value: Json | undefined,
  automatic: boolean,
  occasion: Occasion,
): Decision | null {
  if (value === undefined || problemOf(progress, question, value, occasion) !== null) return null;
  return { value, automatic, timestamp: occasion.at };
}

/** `undefined` if it cannot be computed: then the question is asked. */
function automaticAnswer(
  progress: Progress,
  { automatic, type }: Question,
  occasion: Occasion,
): Json | undefined {
  if (automatic === null) return undefined;
  try {
    return asType(computeTree(automatic, valuesOf(progress), occasion), type);
  } catch {
    return undefined;
  }
}

/** An expression may compute a number for a text, and the other way round. */
function asType(value: Json, type: Question['type']): Json {
  if (type === 'string' || type === 'choice')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
  return typeof value === 'string' ? readGivenAnswer({ type }, value) : value;
}

export const problemOf = (progress: Progress, question: Question, value: Json, occasion: Occasion) =>
  problemOfValue(question, value, {
    ...occasion,
    values: progress.values,
    choices: fetchedChoices(progress, question),
  });

const maxEffort = 1_000_000;

/** The same outside of a program. */
export const problemAt = (progress: Progress, question: Question, value: Json, at: number) =>
  problemOf(progress, question, value, { at, effort: { left: maxEffort } });

export const fetchedChoices = (
  { choices }: Progress,
  { id }: Pick<Question, 'id'>,
): readonly string[] | undefined => (Object.hasOwn(choices, id) ? choices[id] : undefined);

/** Throws if the answer is not valid. @param output of the work item: `{ value, timestamp? }` */
export function accept(progress: Progress, question: Question, output: Json, occasion: Occasion): Decision {
  const { value = null, timestamp } = Object(output) as {
    readonly value?: Json;
    readonly timestamp?: Json;
  };
  const problem = problemOf(progress, question, value, occasion);
  if (problem !== null) throw new Error(problem.message);
  return {
    value,
    automatic: false,
    timestamp: typeof timestamp === 'number' ? timestamp : occasion.at,
  };
}

/** Adds an answer to the history, and registers the operations of its state. */
export function record(
  { history, values, registered, ...progress }: Progress,
  decision: Decision | null,
  question: string,
  operations: readonly string[],
): Progress {
  if (decision === null) throw new Error(`“${question}” has no answer.`);
  const feedback = history.length;
  return {
    ...progress,
    history: [...history, { question, ...decision }],
    values: { ...values, [question]: decision.value },
    registered: [
      // A state that is answered again registers its operations again, not twice.
      ...registered.filter(({ operation }) => !operations.includes(operation)),
      ...operations.map((operation) => ({ operation, feedback })),
    ],
  };
}

export const withChoices = (progress: Progress, question: string, choices: readonly string[]): Progress => ({
  ...progress,
  choices: { ...progress.choices, [question]: choices },
});

/** Gives the turn to the next registered operation whose condition holds, and skips those before it. */
export function nextTurn(
  progress: Progress,
  conditions: { readonly [operation: string]: Tree },
  occasion: Occasion,
): Progress {
  let { results, skipped = [] } = progress;
  for (const { operation } of progress.registered) {
    if (Object.hasOwn(results, operation)) continue;
    const condition = Object.hasOwn(conditions, operation) ? (conditions[operation] ?? null) : null;
    if (holds(condition, valuesOfOperations({ ...progress, results }), occasion)) {
      return { ...progress, results, skipped, turn: operation };
    }
    results = { ...results, [operation]: null };
    skipped = [...skipped, operation];
  }
  return { ...progress, results, skipped, turn: null };
}

export const withResult = (progress: Progress, operation: string, result: Json): Progress => ({
  ...progress,
  results: { ...progress.results, [operation]: result },
});
