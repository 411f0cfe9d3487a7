/** Validates answers by the rules of their questions, and reads answers that are given as text. */
import { createMatcher, isTrue, type Json, printExpression, referencesOf } from '../../expression/index.ts';
import { describeJson } from '../describe-json.ts';
import { computeTree, type Occasion } from './compute-tree.ts';
import { isSensitive, type Question } from './flow.ts';

export interface AnswerProblem {
  /** The rule that the answer violates: type, required, length, regex, min_value, max_value, choices, format, rule, secret. */
  readonly rule: string;
  readonly message: string;
  readonly expected: string;
}

/** What answers are validated with. */
export interface AnswerContext extends Occasion {
  /** Earlier answers, by question. */
  readonly values: { readonly [question: string]: Json };
  /** Those that a call returned; `undefined` if none did. */
  readonly choices: readonly string[] | undefined;
}

const maxLength = 65_536;

/** A text as the type of its question, if it is written exactly as one; `{"value": …}` as its value. */
export function readGivenAnswer({ type }: Pick<Question, 'type'>, given: Json): Json {
  if (typeof given === 'object' && given !== null && !Array.isArray(given)) {
    const [key, ...others] = Object.keys(given);
    return key === 'value' && others.length === 0
      ? readGivenAnswer({ type }, (given as { readonly [key: string]: Json })['value'] ?? null)
      : given;
  }
  if (typeof given !== 'string') return given;
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
  const number = Number(given);
  return type === 'integer' && Number.isSafeInteger(number) && String(number) === given ? number : given;
}

/** Null if it is valid. @param context null: only what the value itself shows is validated */
export function problemOfValue(
  question: Question,
  value: Json,
  context: AnswerContext | null,
): AnswerProblem | null {
  if (isSensitive(question)) return problemOfSecret(question, value);
  return (
    problemOfType(question, value) ??
    (isEmptyAllowed(question, value) ? null : problemOfRules(question, value, context)) ??
    (context === null ? null : problemOfRule(question, value, context))
  );
}

/** A text may be left empty if its default is empty. */
const isEmptyAllowed = (question: Question, value: Json): boolean => value === '' && question.default === '';

/** The value is never quoted. */
function problemOfSecret({ secrets }: Question, value: Json): AnswerProblem | null {
  if (typeof value === 'string' && secrets.some((name) => value === `$${name}`)) return null;
  const expected = secrets.map((name) => `$${name}`).join(' or ');
  return {
    rule: 'secret',
    message: `Secrets are not sent. Set the environment variable on the server, and answer with its name: ${expected}.`,
    expected,
  };
}

const typeNames = {
  string: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
  choice: 'one of the choices',
};

function problemOfType({ type }: Question, value: Json): AnswerProblem | null {
  const isOfType =
    type === 'integer'
      ? Number.isSafeInteger(value)
      : typeof value === (type === 'boolean' ? 'boolean' : 'string');
  if (isOfType) return null;
  const expected = typeNames[type];
  const given = type === 'integer' && isNumeric(value) ? value : describeJson(value);
  const message =
    type === 'integer' && isNumeric(value) && Number.isInteger(Number(value))
      ? `The answer must be a whole number of at most 15 digits, but is ${given}.`
      : `The answer must be ${expected}, but is ${given}.`;
  return { rule: 'type', message, expected };
}

/** Written as a number, so that it can be shown. */
const isNumeric = (value: Json): boolean =>
  typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,40}(\.\d{1,40})?$/.test(value));

function problemOfRules(
  question: Question,
  value: Json,
  context: AnswerContext | null,
): AnswerProblem | null {
  if (typeof value === 'number') return problemOfRange(question, value);
  if (typeof value !== 'string') return null;
  if (question.type === 'choice') return problemOfChoice(question, value, context);
  const { regex, format } = question.rules;
  if (value.trim() === '') return { rule: 'required', message: 'An answer is required.', expected: 'a text' };
  if (value.length > maxLength) {
    const message = `The answer has ${value.length} characters, but at most ${maxLength} are allowed.`;
    return { rule: 'length', message, expected: `at most ${maxLength} characters` };
  }
  if (regex !== null && !isFound(regex, value, context)) {
    return { rule: 'regex', message: `Answer must match pattern: ${regex}`, expected: regex };
  }
  if (format === 'json' && !isJson(value)) {
    return { rule: 'format', message: 'The answer must be valid JSON.', expected: 'JSON' };
  }
  return null;
}

function problemOfRange({ rules: { min, max } }: Question, value: number): AnswerProblem | null {
  if (min !== null && value < min) {
    return {
      rule: 'min_value',
      message: `The answer must be at least ${min}, but is ${value}.`,
      expected: `at least ${min}`,
    };
  }
  if (max !== null && value > max) {
    return {
      rule: 'max_value',
      message: `The answer must be at most ${max}, but is ${value}.`,
      expected: `at most ${max}`,
    };
  }
  return null;
}

function problemOfChoice(
  question: Question,
  value: string,
  context: AnswerContext | null,
): AnswerProblem | null {
  const choices = choicesOf(question, context?.choices);
  if (choices === null || choices.includes(value)) return null;
  const expected = describeChoices(choices);
  if (value.trim() === '')
    return { rule: 'choices', message: 'An answer is required: one of the choices.', expected };
  return {
    rule: 'choices',
    message: `“${value.slice(0, 100)}” is not one of the choices: ${expected}.`,
    expected,
  };
}

/** Those that a call returned come before those of the document; null if they are not known. */
export const choicesOf = (
  { rules }: Question,
  fetched: readonly string[] | undefined,
): readonly string[] | null => fetched ?? rules.choices;

const maxShown = 30;

export const describeChoices = (choices: readonly string[]): string =>
  choices.length <= maxShown
    ? choices.join(', ')
    : `${choices.slice(0, maxShown).join(', ')} and ${choices.length - maxShown} more`;

/** A rule that compares with an answer that is not given does not apply. */
function problemOfRule(question: Question, value: Json, context: AnswerContext): AnswerProblem | null {
  const { rule, message } = question.rules;
  if (rule === null) return null;
  const values = { ...context.values, [question.id]: value };
  if (referencesOf(rule).some(({ name }) => !Object.hasOwn(values, name))) return null;
  try {
    if (isTrue(computeTree(rule, (name) => values[name], context))) return null;
  } catch {
    // An answer that the rule cannot be computed with does not fit.
  }
  const told = message === '' ? `The answer does not fit the rule ${printExpression(rule)}.` : message;
  return { rule: 'rule', message: told, expected: 'an answer that fits the rule' };
}

function isFound(regex: string, value: string, context: AnswerContext | null): boolean {
  const matcher = createMatcher(regex);
  return matcher.kind === 'matcher' && matcher.isFoundIn(value, context?.effort) === true;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
