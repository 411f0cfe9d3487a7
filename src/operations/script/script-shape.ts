/** The shapes of test files and scripts. */
import { parseDate, parseDuration } from '../../expression/index.ts';
import {
  anything,
  boolean,
  described,
  describeLocated,
  integer,
  type JsonSchema,
  list,
  nested,
  oneOf,
  report,
  shape,
  text,
  theValueOf,
  type ValueType,
} from '../../languages/index.ts';
import { mapOf } from '../documents/map-of.ts';

const name = described('name', { type: ['string', 'number', 'boolean'] });
const isTrue = described('true', { const: true });

/** Milliseconds, or a text such as `2 seconds`. */
const duration: ValueType<number> = {
  read(reporter, located) {
    const value = located.kind === 'scalar' ? located.value : null;
    const after = typeof value === 'string' ? parseDuration(value) : value;
    if (typeof after === 'number' && Number.isFinite(after) && after >= 0) return after;
    report(reporter, located, {
      rule: 'bad-value',
      message: 'A delay must be a number of milliseconds, or a text such as “2 seconds”.',
      expected: 'a duration',
      actual: describeLocated(located),
    });
    return undefined;
  },
  schema: () => ({ anyOf: [{ type: 'number', minimum: 0 }, { type: 'string' }] }),
  label: 'milliseconds or a duration',
};

const date: ValueType<number> = {
  read(reporter, located) {
    const value = located.kind === 'scalar' ? located.value : null;
    const start = typeof value === 'string' ? parseDate(value)?.milliseconds : value;
    if (typeof start === 'number' && Number.isInteger(start)) return start;
    report(reporter, located, {
      rule: 'bad-value',
      message: 'The start must be a date such as 2026-03-01, or milliseconds since 1970.',
      expected: 'a date',
      actual: describeLocated(located),
    });
    return undefined;
  },
  schema: () => ({ type: ['integer', 'string'] }),
  label: 'date',
};

export const failureShape = shape({
  name: 'failure',
  what: 'A failure',
  keys: {
    code: { type: text, what: 'The code', doc: 'The code of the failure.', placeholder: 'failed' },
    message: { type: text, what: 'The message', doc: 'The message. Default: the code.' },
    retryable: { type: boolean, what: '“retryable”', doc: 'Whether the call may be tried again.' },
  },
});

const fails = {
  type: described('code or failure', (refer) => ({ anyOf: [{ type: 'string' }, refer(failureShape)] })),
  doc: 'It fails: with a code, or with code, message and retryable.',
  example: 'not_found',
};

const after = { type: duration, doc: 'How long it takes.', example: '2 seconds' };

export const kindsOfOutcome = ['returns', 'fails', 'hangs', 'doubt'] as const;

export const outcomeShape = shape({
  name: 'outcome',
  what: 'The outcome of a call',
  keys: {
    returns: { type: anything, doc: 'What the call returns.' },
    fails,
    hangs: { type: isTrue, doc: 'It never answers.' },
    doubt: { type: isTrue, doc: 'It is unknown whether it was performed.' },
    after,
  },
  together: { oneOf: kindsOfOutcome.map((kind) => ({ required: [kind] })) },
});

export const kindsOfAnswer = ['answer', 'fails', 'never'] as const;

export const answerShape = shape({
  name: 'answer',
  what: 'An answer',
  keys: {
    answer: { type: anything, doc: 'The answer.' },
    fails,
    never: { type: isTrue, doc: 'It is never answered.' },
    by: { type: text, what: 'The name of who answers', doc: 'Who answers.' },
    after,
  },
  together: { oneOf: kindsOfAnswer.map((kind) => ({ required: [kind] })) },
});

const oneOrList = (one: JsonSchema): JsonSchema => ({
  anyOf: [
    { type: 'array', items: one },
    { allOf: [one], not: { type: 'array' } },
  ],
});

const outcomes = described('outcome, or list of outcomes', (refer) => oneOrList(refer(outcomeShape)));

const answers = described('answer, or list of answers', (refer) => {
  const spelledOut = { type: 'object', anyOf: kindsOfAnswer.map((kind) => ({ required: [kind] })) };
  return oneOrList({ anyOf: [refer(answerShape), { not: spelledOut }] });
});

const scriptKeys = {
  params: { type: mapOf(anything), doc: 'The parameters of the run, by name.' },
  calls: {
    type: mapOf(outcomes),
    doc: 'What calls return, by node or operation. A list applies to successive attempts.',
    example: { get_stock: { returns: { left: 3 } } },
  },
  answers: {
    type: mapOf(answers),
    doc: 'How questions are answered, by node. A list applies in order.',
    example: { ask: { yes: true } },
  },
  start: { type: date, doc: 'When the run starts. Default: 2026-01-01.', example: '2026-03-01' },
  seed: { type: integer({ minimum: 0 }), what: 'The seed', doc: 'The seed of random choices.' },
} as const;

export const scriptShape = shape({ name: 'script', what: 'A script', keys: scriptKeys });

const names = list(name);

export const expectationShape = shape({
  name: 'expectation',
  what: 'A set of expectations',
  whatOf: theValueOf,
  keys: {
    status: {
      type: oneOf(['completed', 'failed', 'cancelled', 'waiting', 'limit']),
      what: 'The status',
      doc: 'How the run ends. Default: failed if a failure is expected, else completed.',
    },
    took: {
      type: names,
      doc: 'Exactly these nodes run, in the order of their first start.',
    },
    never: { type: names, doc: 'Nodes that do not run.' },
    result: { type: anything, doc: 'The result.' },
    result_includes: { type: anything, doc: 'Fields of the result, which can have more.' },
    failure: { type: name, doc: 'The code of the failure, or a part of its message.' },
    calls: {
      type: names,
      doc: 'Exactly these operations are called, in this order, with retries and undos.',
    },
    asked: {
      type: names,
      doc: 'Exactly these nodes ask a question, in this order.',
    },
  },
});

export const caseShape = shape({
  name: 'case',
  what: 'A test case',
  keys: {
    name: { type: text, what: 'The name', doc: 'What the case shows.', placeholder: 'what it shows' },
    workflow: { type: text, what: 'The workflow', doc: 'The workflow to run. Default: the only one.' },
    ...scriptKeys,
    expect: { type: nested(expectationShape), doc: 'What the run must do.' },
  },
});

export const testFileShape = shape({
  name: 'tests',
  what: 'A file of test cases',
  whatOf: theValueOf,
  keys: {
    workflows: {
      type: text,
      what: 'The path under “workflows”',
      doc: 'The document of the workflows, relative to this file.',
    },
    api: {
      type: text,
      what: 'The path under “api”',
      doc: 'The OpenAPI document of the operations, relative to this file.',
    },
    cases: {
      type: list({ schema: (refer) => refer(caseShape), label: 'cases' }),
      doc: 'The cases. Each is one run.',
      placeholder: [],
    },
  },
});
