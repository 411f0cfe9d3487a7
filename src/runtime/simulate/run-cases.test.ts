import { expect, test } from 'vitest';
import {
  assigns,
  call,
  expr,
  flow,
  oneNet,
  pass,
  read,
  sampleEvaluator,
  task,
  variables,
} from '../../testing/index.ts';
import type { Expectation, TestCase } from './check-case.ts';
import { runCases } from './run-cases.ts';
import { emptyScript, type Script } from './script.ts';

const bookFlight = oneNet(
  [
    task('search', 'i', 'p'),
    task('check', 'p', 'q', {
      work: call('check_availability'),
      outputs: assigns({ seats: read('$output') }),
    }),
    task('decide', 'q', [], {
      work: pass,
      split: 'xor',
      flows: [flow('r', expr(['lt', ['lit', 0], ['get', 'seats']])), flow('s')],
    }),
    task('book', 'r', 'o', {
      work: call('create_booking'),
      retry: { limit: 1, delay: 1000, backoff: 'fixed' },
      outputs: assigns({ made: read('$output') }),
    }),
    task('waitlist', 's', 'o'),
  ],
  {
    variables: [...variables('seats', 'made'), { name: 'origin', parameter: 'required' }],
    result: expr(['get?', 'made', null]),
  },
);

const find = (name: string) =>
  name === 'book_flight'
    ? { program: bookFlight, evaluators: { sample: sampleEvaluator }, samples: [] }
    : undefined;

const caseOf = (
  expected: Expectation,
  script: Partial<Script> = {},
  more: Partial<TestCase> = {},
): TestCase => ({
  name: 'a case',
  workflow: 'book_flight',
  params: { origin: 'NYC' },
  script: { ...emptyScript, ...script },
  expect: expected,
  ...more,
});

const messages = (testCase: TestCase) =>
  runCases([testCase], find)[0]?.mismatches.map(({ message }) => message);

const full: Partial<Script> = { calls: { check_availability: [{ kind: 'returns', value: 0 }] } };
const retried: Partial<Script> = {
  calls: {
    check_availability: [{ kind: 'returns', value: 3 }],
    create_booking: [
      { kind: 'fails', failure: { code: 'timeout', message: 'no answer' }, after: 2000 },
      { kind: 'returns', value: { id: 'B1', seat: { row: 4, place: 'A' } } },
    ],
  },
};
const broken: Partial<Script> = {
  calls: {
    check_availability: [{ kind: 'returns', value: 3 }],
    create_booking: [{ kind: 'fails', failure: { code: 'full', message: 'The plane is full.' } }],
  },
};

test('[M5] a case that passes has no mismatches', () => {
  const took = ['search', 'check', 'decide', 'waitlist'];
  expect(
    messages(caseOf({ status: 'completed', took, never: ['book'], result: null, asked: [] }, full)),
  ).toEqual([]);
  const calls = ['search', 'check_availability', 'create_booking', 'create_booking'];
  const result = { seat: { place: 'A', row: 4 }, id: 'B1' };
  expect(messages(caseOf({ calls, result, resultIncludes: { seat: { row: 4 } } }, retried))).toEqual([]);
  expect(messages(caseOf({ failure: 'full' }, broken))).toEqual([]);
  expect(messages(caseOf({ failure: 'plane is' }, broken))).toEqual([]);
});

test.each<[string, Expectation, Partial<Script>, string]>([
  ['a status', { status: 'failed' }, full, 'status: expected "failed", but the run completed.'],
  [
    'a failure nobody expected',
    {},
    broken,
    'status: expected "completed", but the run failed with full (The plane is full.).',
  ],
  [
    'the tasks that ran',
    { took: ['search'] },
    full,
    'took: expected ["search"], but received ["search","check","decide","waitlist"].',
  ],
  ['a task that ran', { never: ['waitlist'] }, full, 'never: expected "waitlist", but “waitlist” has run.'],
  [
    'a name that no task bears',
    { never: ['bok'] },
    full,
    'never: expected "bok", but the task “bok” does not exist.',
  ],
  [
    'the result',
    { result: { id: 'B1' } },
    retried,
    'result: expected {"id":"B1"}, but received {"id":"B1","seat":{"row":4,"place":"A"}}.',
  ],
  [
    'a result that should be null',
    { result: null },
    retried,
    'result: expected null, but received {"id":"B1","seat":{"row":4,"place":"A"}}.',
  ],
  [
    'a part of the result',
    { resultIncludes: { seat: { row: 5 } } },
    retried,
    'resultIncludes: expected {"seat":{"row":5}}, but received {"id":"B1","seat":{"row":4,"place":"A"}}.',
  ],
  [
    'a field that is not there',
    { resultIncludes: { price: null } },
    retried,
    'resultIncludes: expected {"price":null}, but received {"id":"B1","seat":{"row":4,"place":"A"}}.',
  ],
  [
    'the failure',
    { failure: 'empty' },
    broken,
    'failure: expected "empty", but received {"code":"full","message":"The plane is full."}.',
  ],
  [
    'the calls',
    { calls: ['search'] },
    full,
    'calls: expected ["search"], but received ["search","check_availability","waitlist"].',
  ],
  ['what was asked', { asked: ['approve'] }, full, 'asked: expected ["approve"], but received [].'],
])('[M5] a case reports the expected and the actual value: %s', (_, expected, script, message) => {
  expect(messages(caseOf(expected, script))).toEqual([message]);
});

test('[M5] a result with fewer fields than expected is a mismatch', () => {
  const result = { id: 'B1', seat: { row: 4, place: 'A' }, price: 3 };
  expect(messages(caseOf({ result }, retried))).toHaveLength(1);
});

test('[M5] all mismatches are reported at once', () => {
  const wrong = caseOf({ status: 'failed', took: [], result: 1, calls: [] }, full);
  expect(runCases([wrong], find)[0]?.mismatches.map(({ what }) => what)).toEqual([
    'status',
    'took',
    'calls',
    'result',
  ]);
});

test('[M5] lists are compared by length and position, also if additional fields are allowed', () => {
  const value = [{ a: 1, b: 2 }, { a: 3 }];
  const script: Partial<Script> = {
    calls: {
      check_availability: [{ kind: 'returns', value: 1 }],
      create_booking: [{ kind: 'returns', value }],
    },
  };
  expect(messages(caseOf({ resultIncludes: [{ a: 1 }, {}] }, script))).toEqual([]);
  expect(messages(caseOf({ resultIncludes: [{ a: 1 }] }, script))).toHaveLength(1);
  expect(messages(caseOf({ resultIncludes: [{}, { a: 1 }] }, script))).toHaveLength(1);
});

test('[M5] a case that waits reports what it waits for', () => {
  const hangs = { calls: { search: [{ kind: 'hangs' }] } } as const;
  expect(messages(caseOf({}, hangs))).toEqual([
    'status: expected "completed", but the run waits for the call of “search”.',
  ]);
  expect(messages(caseOf({ status: 'waiting' }, hangs))).toEqual([]);
});

test('[M5] a case that cannot start fails, and reports why', () => {
  const [nowhere, nothing] = runCases(
    [caseOf({}, {}, { workflow: 'book_fligt' }), caseOf({}, {}, { params: {} })],
    find,
  );
  expect(nowhere).toMatchObject({ simulation: null, mismatches: [{ what: 'start' }] });
  expect(nothing?.mismatches[0]?.message).toContain('origin');
});

test('[M5] cases run independently: outcomes are counted per case', () => {
  const results = runCases([caseOf({}, retried), caseOf({}, retried)], find);
  expect(results.map(({ simulation }) => simulation?.calls.length)).toEqual([4, 4]);
});
