/** Random answers to a question: valid ones, and ones that violate a rule, as the reference says. */
import type { Random } from '../../src/testing/index.ts';
import { type QuestionDocument, type Scalar, variablesOf } from './flow-document.ts';
import { patterns, words } from './random-flow.ts';
import type { ReferenceSession } from './reference-session.ts';

/** `undefined` if none was found. */
export function validAnswer(random: Random, reference: ReferenceSession): Scalar | undefined {
  return search(random, reference, (problem) => problem === null);
}

export interface WrongAnswer {
  readonly value: Scalar;
  readonly rule: string;
}

export function wrongAnswer(random: Random, reference: ReferenceSession): WrongAnswer | undefined {
  const { current } = reference;
  const value = search(random, reference, (problem) => problem !== null);
  if (current === null || value === undefined) return undefined;
  return { value, rule: reference.problemOf(current, value) ?? '' };
}

function search(
  random: Random,
  reference: ReferenceSession,
  fits: (problem: string | null) => boolean,
): Scalar | undefined {
  const { current } = reference;
  if (current === null) return undefined;
  for (let attempt = 0; attempt < 60; attempt++) {
    const value = candidate(random, reference, current);
    if (fits(reference.problemOf(current, asRead(current, value)))) return asRead(current, value);
  }
  return undefined;
}

/** A text that is exactly a literal of the type is that literal. */
const asRead = ({ type }: QuestionDocument, value: Scalar): Scalar => {
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return type === 'integer' && typeof value === 'string' && /^(?:0|-?[1-9]\d{0,14})$/.test(value)
    ? Number(value)
    : value;
};

function candidate(random: Random, reference: ReferenceSession, question: QuestionDocument): Scalar {
  const { type, default: initial, validation = {} } = question;
  const texts = [...words, ...patterns.flatMap(([, matching]) => matching)];
  const odd: readonly Scalar[] = ['', '  ', '5.5', 'nothing', '{', 'A'.repeat(300), 1.5, 2 ** 53, 'TRUE'];
  const variables = variablesOf(reference.flow, question);
  const byType: Readonly<Record<QuestionDocument['type'], () => Scalar>> = {
    string: () =>
      validation.format === 'json'
        ? random.pick(['{"a": 1}', '[]', '"x"', 'null', ...texts])
        : random.pick(texts),
    integer: () => random.between((validation.min_value ?? -4) - 1, (validation.max_value ?? 12) + 1),
    boolean: () => random.chance(0.5),
    choice: () => random.pick([...reference.choicesOf(question), 'another']),
  };
  return random.weighted<() => Scalar>([
    [variables.length > 0 ? 40 : 0, () => `$${random.pick([...variables, 'OTHER'])}`],
    [10, byType[type]],
    [initial === undefined ? 0 : 1, () => initial ?? ''],
    [1, () => random.pick(odd)],
    [1, () => random.pick([true, 3, 'alpha'])],
  ])();
}

/** The same answer in one of the forms in which it can be sent. */
export function formOf(random: Random, value: Scalar): Scalar | { readonly value: Scalar } {
  const form = random.int(typeof value === 'string' ? 2 : 4);
  const sent = form >= 2 ? String(value) : value;
  return form % 2 === 0 ? sent : { value: sent };
}
