import { expect, test } from 'vitest';
import { applyEdits } from '../../languages/index.ts';
import { referencedFiles, runTests } from './run-tests.ts';

const flow = `workflows:
  book:
    description: Books, asks and pays
    params:
      city: { type: str, required: true }
      nights: { type: int, default: 1 }
    graph:
      check: { call: check_rooms, args: { city: $city, nights: $nights }, output: rooms }
      which: { type: yield, depends_on: [check], message: Which of $rooms.free?, expects: { room: str } }
      pay:
        call: pay
        depends_on: [which]
        args: { room: $which.room }
        timeout: 1 minute
        on_error: { retry: 1, delay: 5 seconds }
  other:
    description: Another
    graph:
      one: { call: do_one }
`;

const play = (cases: string, text = flow) =>
  runTests({ tests: { path: 't.yaml', text: cases }, file: { path: 'w.yaml', text }, api: null });

/** A case of `book`, with its own lines. */
const bookCase = (...lines: readonly string[]): string =>
  [
    'cases:',
    '  - name: it',
    '    workflow: book',
    '    params: { city: Rome }',
    ...lines.map((line) => `    ${line}`),
  ].join('\n');

test.each<[string, readonly string[]]>([
  [
    'an outcome alone is met again and again',
    ['calls: { pay: { fails: busy } }', 'expect: { failure: busy, calls: [check_rooms, pay, pay] }'],
  ],
  [
    'outcomes in a list come in order',
    [
      'calls: { pay: [{ fails: { code: busy, message: later } }, { returns: 5 }] }',
      'expect: { status: completed, result: 5 }',
    ],
  ],
  [
    'a failure may be marked as not retryable',
    [
      'calls: { pay: { fails: { code: no, retryable: false } } }',
      'expect: { failure: no, calls: [check_rooms, pay] }',
    ],
  ],
  ['what hangs meets its timeout', ['calls: { pay: { hangs: true } }', 'expect: { failure: timeout }']],
  [
    'a delay is a text or milliseconds',
    ['calls: { pay: { returns: 1, after: 2 minutes } }', 'expect: { failure: timeout }'],
  ],
  [
    'a call in doubt asks, and is answered',
    [
      'calls: { pay: { doubt: true } }',
      'answers: { pay: { answer: { verdict: succeeded, output: 8 } } }',
      'expect: { asked: [which, pay], result: 8 }',
    ],
  ],
  [
    'an answer is a value',
    [
      'answers: { which: { room: R7 } }',
      'calls: { pay: { returns: 1 } }',
      'expect: { asked: [which], result: 1 }',
    ],
  ],
  [
    'an answer may be delayed and name its author',
    [
      'answers: { which: [{ answer: { room: R7 }, by: ada, after: 1 hour }] }',
      'expect: { status: completed }',
    ],
  ],
  [
    'a question may never be answered',
    ['answers: { which: { never: true } }', 'expect: { status: waiting, never: [pay] }'],
  ],
  ['a question may fail', ['answers: { which: { fails: refused } }', 'expect: { failure: refused }']],
  [
    'a part of the result is enough',
    ['calls: { pay: { returns: { a: 1, b: 2 } } }', 'expect: { result_includes: { b: 2 } }'],
  ],
  ['start and seed are taken', ['start: 2030-01-01', 'seed: 4', 'expect: { status: completed }']],
])('[M1][M5] %s', async (_, lines) => {
  const { passed, violations, cases } = await play(bookCase(...lines));
  expect(violations).toEqual([]);
  expect(cases[0]?.mismatches).toEqual([]);
  expect(passed).toBe(true);
});

test('[M5] each case runs separately, and a failed one does not hide another', async () => {
  const { cases, passed } = await play(`${bookCase('expect: { status: failed }')}
  - name: next
    workflow: other
    expect: { took: [one] }
`);
  expect(passed).toBe(false);
  expect(cases.map(({ outcome, name }) => [name, outcome])).toEqual([
    ['it', 'failed'],
    ['next', 'passed'],
  ]);
  expect(cases[0]?.mismatches).toMatchObject([
    { what: 'status', expected: 'failed', actual: 'completed', line: 5, column: 15 },
  ]);
});

test.each<[string, string, readonly string[]]>([
  ['unknown-key', 'calls', ['call: {}']],
  ['unknown-key', 'returns', ['calls: { pay: { retruns: 1 } }']],
  ['unknown-call', 'check_rooms', ['calls: { check_room: { returns: 1 } }']],
  ['unknown-call', 'makes no calls', ['calls: { which: { returns: 1 } }']],
  ['unknown-question', 'asks no question', ['answers: { check: 1 }']],
  ['unknown-question', 'which', ['answers: { wich: { room: A } }']],
  ['bad-value', 'one outcome', ['calls: { pay: { after: 1 } }']],
  ['bad-value', 'one outcome', ['calls: { pay: { returns: 1, hangs: true } }']],
  ['bad-value', 'has no effect', ['calls: { pay: { hangs: false } }']],
  ['bad-value', 'delay', ['calls: { pay: { returns: 1, after: soon } }']],
  ['bad-value', 'delay', ['calls: { pay: { returns: 1, after: -1 } }']],
  ['missing-key', 'code', ['calls: { pay: { fails: { message: x } } }']],
  ['wrong-type', 'map', ['calls: [pay]']],
  ['bad-value', 'one of', ['answers: { which: { answer: { room: A }, never: true } }']],
  ['wrong-type', '“room” must be a text', ['answers: { which: 1 }']],
  ['wrong-type', 'the value of “room”, or a map', ['answers: { which: [[A]] }']],
  ['wrong-type', 'must be', ['answers: { which: { room: [1] } }']],
  ['missing-key', 'needs', ['answers: { which: {} }']],
  ['bad-value', 'start', ['start: tomorrow']],
  ['wrong-type', 'seed', ['seed: x']],
  ['unknown-key', 'status', ['expect: { staus: completed }']],
  ['bad-value', 'completed', ['expect: { status: complete }']],
  ['unknown-name', 'check', ['expect: { took: [chek] }']],
  ['unknown-name', 'asks', ['expect: { asked: [pay] }']],
  ['unknown-name', 'check_rooms', ['expect: { calls: [check] }']],
  ['wrong-type', 'list', ['expect: { took: check }']],
])('[M5][L2] %s: %s', async (rule, reported, lines) => {
  const { violations, cases, passed } = await play(bookCase(...lines));
  expect(violations).toMatchObject([{ rule, line: 5 }]);
  expect(JSON.stringify(violations)).toContain(reported);
  expect(cases[0]).toMatchObject({ name: 'it', outcome: 'broken' });
  expect(passed).toBe(false);
  await expectProposalsToHelp(bookCase(...lines));
});

/** Applying all proposals together leaves only errors without a proposal. */
async function expectProposalsToHelp(text: string): Promise<void> {
  const { violations } = await play(text);
  const edits = violations.flatMap(({ suggestion }) => suggestion?.edits ?? []);
  const without = violations.filter(({ suggestion }) => suggestion === null);
  expect((await play(applyEdits(text, edits))).violations.map(({ message }) => message)).toEqual(
    without.map(({ message }) => message),
  );
}

test('[M5][L2] parameters are validated against the workflow: unknown, wrong type, missing', async () => {
  const text = `cases:
  - name: a
    workflow: book
    params: { ctiy: Rome, nights: "2" }
  - name: b
    workflow: book
    params:
  - name: d
    workflow: book
  - name: b
    workflow: boook
    params: { city: Rome }
  - workflow: other
  - name: c
`;
  const { violations } = await play(text);
  expect(violations.map(({ rule, line }) => [rule, line])).toEqual([
    ['unknown-parameter', 4],
    ['wrong-type', 4],
    ['missing-parameter', 7],
    ['missing-parameter', 8],
    ['duplicate-name', 10],
    ['unknown-workflow', 11],
    ['missing-key', 13],
    ['missing-key', 14],
  ]);
  await expectProposalsToHelp(text);
});

test('[M5][L2] a parameter that is already given is not proposed again', async () => {
  const text = 'cases: [{ name: a, workflow: book, params: { city: Rome, citty: Rome } }]';
  expect((await play(text)).violations).toMatchObject([
    { rule: 'unknown-parameter', actual: 'citty', suggestion: { text: 'Remove “citty”.' } },
  ]);
  await expectProposalsToHelp(text);
});

test('[M5][L3] a workflow with errors breaks only its own cases', async () => {
  const broken = flow.replace('$which.room', '$whihc.room');
  const { cases, definition, violations } = await play(
    `${bookCase()}\n  - { name: next, workflow: other }\n`,
    broken,
  );
  expect(violations).toEqual([]);
  expect(definition.valid).toBe(false);
  expect(cases.map(({ outcome }) => outcome)).toEqual(['broken', 'passed']);
});

test('[M5] branches that no case takes are reported, and workflows without cases', async () => {
  const { untaken } = await play(
    bookCase('answers: { which: { never: true } }', 'expect: { status: waiting }'),
  );
  expect(untaken).toEqual(['book: pay never ran', 'other: never run']);
});

test('[M5] a test file names its workflows and its API', () => {
  expect(referencedFiles({ path: 't.yaml', text: 'workflows: a.yaml\napi: b.json\ncases: []' })).toEqual({
    file: 'a.yaml',
    api: 'b.json',
  });
  for (const text of ['', '[', 'workflows: 7', 'cases: []', '- a']) {
    expect(referencedFiles({ path: 't.yaml', text })).toEqual({ file: null, api: null });
  }
});

test('[M5] any content of a test file is reported and nothing is thrown', async () => {
  for (const text of [
    '',
    '[',
    '7',
    'cases: 7',
    'cases: [7, null, [], {}]',
    'cases: [{name: [], expect: 3, params: 1, calls: {pay: 1}}]',
  ]) {
    const { passed, violations } = await play(text);
    expect(passed).toBe(false);
    expect(violations.length).toBeGreaterThan(0);
  }
});
