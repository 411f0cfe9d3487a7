/**
 * Parses the outcomes of calls and the answers to questions in a script. A list applies in order; any other value
 * applies once.
 */

import type { Failure } from '../../kernel/index.ts';
import {
  findEntry,
  type Located,
  type Reporter,
  readBoolean,
  readShape,
  report,
  type ShapeFields,
  toJson,
} from '../../languages/index.ts';
import type { ScriptedAnswer, ScriptedOutcome } from '../../runtime/index.ts';
import type { ExpectedField } from '../data/expected-fields.ts';
import { checkAnswer, readAnswer } from './check-answer.ts';
import { answerShape, failureShape, kindsOfAnswer, kindsOfOutcome, outcomeShape } from './script-shape.ts';

export function parseOutcomes(reporter: Reporter, located: Located): readonly ScriptedOutcome[] {
  return eachOf(located).flatMap((each) => {
    const fields = readShape(reporter, each, outcomeShape);
    const outcome = fields === undefined ? undefined : parseOutcome(reporter, each, fields);
    return outcome === undefined ? [] : [outcome];
  });
}

function parseOutcome(
  reporter: Reporter,
  located: Located,
  fields: ShapeFields<typeof outcomeShape.keys>,
): ScriptedOutcome | undefined {
  const after = afterOf(fields.read('after'));
  const [kind, ...others] = kindsOfOutcome.filter((key) => fields.entry(key) !== undefined);
  const entry = kind === undefined ? undefined : fields.entry(kind);
  if (kind === undefined || entry === undefined || others.length > 0) {
    report(reporter, located, {
      rule: 'bad-value',
      message: 'A call has exactly one outcome: it returns, fails, hangs, or its outcome is unknown.',
      expected: `one of ${kindsOfOutcome.join(', ')}`,
      actual: kind === undefined ? 'none of these keys' : [kind, ...others].join(' and '),
    });
    return undefined;
  }
  switch (kind) {
    case 'returns':
      return { kind, value: toJson(entry.value), ...after };
    case 'fails': {
      const failure = parseFailure(reporter, entry.value);
      return failure === undefined ? undefined : { kind, failure, ...after };
    }
    case 'hangs':
      return isTrue(reporter, entry.value, kind) ? { kind } : undefined;
    case 'doubt':
      return isTrue(reporter, entry.value, kind) ? { kind, ...after } : undefined;
  }
}

/**
 * A map with one of the keys `answer`, `fails` or `never` says how it is answered; any other value is the answer. So
 * an answer that is a list, or has such a key itself, goes under `answer`.
 */
export function parseAnswers(
  reporter: Reporter,
  located: Located,
  expects: readonly ExpectedField[],
): readonly ScriptedAnswer[] {
  return eachOf(located).flatMap((each) => {
    const isSpelledOut =
      each.kind === 'map' && kindsOfAnswer.some((key) => findEntry(each, key) !== undefined);
    const given = isSpelledOut ? findEntry(each, 'answer')?.value : each;
    if (given !== undefined) checkAnswer(reporter, given, expects);
    if (!isSpelledOut) return [{ kind: 'answers', value: readAnswer(each, expects) }];
    const fields = readShape(reporter, each, answerShape);
    const answer = fields === undefined ? undefined : parseAnswer(reporter, each, fields, expects);
    return answer === undefined ? [] : [answer];
  });
}

function parseAnswer(
  reporter: Reporter,
  located: Located,
  fields: ShapeFields<typeof answerShape.keys>,
  expects: readonly ExpectedField[],
): ScriptedAnswer | undefined {
  const [kind, ...others] = kindsOfAnswer.filter((key) => fields.entry(key) !== undefined);
  const value = kind === undefined ? undefined : fields.value(kind);
  if (kind === undefined || value === undefined || others.length > 0) {
    report(reporter, located, {
      rule: 'bad-value',
      message: 'A question is answered, fails, or is never answered. Use one of them.',
      expected: `one of ${kindsOfAnswer.join(', ')}`,
      actual: kindsOfAnswer.filter((key) => fields.entry(key) !== undefined).join(' and '),
    });
    return undefined;
  }
  if (kind === 'never') return isTrue(reporter, value, kind) ? { kind } : undefined;
  const by = fields.read('by');
  const rest = { ...(by === undefined ? {} : { by }), ...afterOf(fields.read('after')) };
  if (kind === 'answer') return { kind: 'answers', value: readAnswer(value, expects), ...rest };
  const failure = parseFailure(reporter, value);
  return failure === undefined ? undefined : { kind, failure, ...rest };
}

/** A code alone, or `{code, message, retryable}`. */
function parseFailure(reporter: Reporter, located: Located): Failure | undefined {
  if (located.kind === 'scalar' && typeof located.value === 'string') {
    return { code: located.value, message: located.value };
  }
  const fields = readShape(reporter, located, failureShape);
  const code = fields?.read('code');
  if (fields === undefined || code === undefined) return undefined;
  const message = fields.read('message');
  const retryable = fields.read('retryable');
  return { code, message: message ?? code, ...(retryable === undefined ? {} : { retryable }) };
}

const afterOf = (after: number | undefined): { readonly after?: number } =>
  after === undefined ? {} : { after };

function isTrue(reporter: Reporter, located: Located, key: string): boolean {
  const value = readBoolean(reporter, located, `The value of “${key}”`);
  if (value === false) {
    report(reporter, located, {
      rule: 'bad-value',
      message: `“${key}: false” has no effect.`,
      expected: 'true',
      actual: 'false',
    });
  }
  return value === true;
}

function eachOf(located: Located): readonly Located[] {
  return located.kind === 'list' ? located.items : [located];
}
