import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const flow = `workflows:
  book:
    description: Books where there is room
    params:
      city: { type: str, required: true }
    graph:
      check: { call: check_rooms, args: { city: $city }, output: rooms }
      decide:
        type: branch
        depends_on: [check]
        on:
          - { when: $rooms.free > 0, goto: reserve }
          - { default: sorry }
      reserve: { call: reserve_room }
      sorry: { type: error, message: Nothing is free }
`;

const cases = `cases:
  - name: books
    params: { city: Paris }
    calls: { check_rooms: { returns: { free: 1 } }, reserve: { returns: { id: R1 } } }
    expect: { status: completed, took: [check, decide, reserve], result: { id: R1 } }
`;

const wrong = `  - name: is wrong
    params: { city: Paris }
    expect:
      status: failed
      never: [reserve]
`;

function scratch(files: Readonly<Record<string, string>>): Scratch {
  const made = openScratch({ 'flow.yaml': flow, ...files });
  opened.push(made);
  return made;
}

test('[T6][M5] passed cases are ticked, the summary counts them, and untaken branches are listed', async () => {
  const { run } = scratch({ 'flow.test.yaml': cases });
  expect(await run(['test', 'flow.test.yaml'])).toMatchObject({
    code: 0,
    err: '',
    out: 'flow.test.yaml\n  ✓ books\n\nNever taken in any case:\n  decide never went to sorry\n\n1 passed, 0 failed\n',
  });
});

test('[T6][M5] a failed case shows expected and actual values, at the position of the expectation', async () => {
  const { run } = scratch({ 'flow.test.yaml': cases + wrong });
  const { code, out } = await run(['test', 'flow.test.yaml']);
  expect(code).toBe(1);
  expect(out).toContain(`  ✗ is wrong
      flow.test.yaml:9:7  status
        expected  "failed"
        actual    "completed"
      flow.test.yaml:10:7  never
        expected  "reserve"
        actual    ["check","decide","reserve"]  (“reserve” has run)
`);
  expect(out).toMatch(/1 passed, 1 failed\n$/);
});

test('[T6] a workflow file means the test file next to it, a folder the test files in it', async () => {
  const { run } = scratch({
    'flow.test.yaml': cases,
    'deep/x.yaml': flow,
    'deep/x.test.yml': cases,
    'lone.yaml': flow,
  });
  expect((await run(['test', 'flow.yaml'])).out).toMatch(/^flow\.test\.yaml\n {2}✓ books/);
  expect((await run(['test', '.'])).out).toMatch(/2 passed, 0 failed\n$/);
  expect((await run(['test', 'flow.yaml', 'flow.test.yaml'])).out).toMatch(/1 passed, 0 failed\n$/);
  const lone = await run(['test', 'lone.yaml']);
  expect(lone).toMatchObject({
    code: 2,
    out: '',
    err: 'lone.yaml has no tests: lone.test.yaml does not exist.\n',
  });
  expect((await run(['test', '-'])).code).toBe(2);
});

test('[T6][C1] a test file may name its workflows and its API, as paths relative to itself', async () => {
  const api = `openapi: 3.1.0
paths:
  /rooms: { get: { operationId: check_rooms, parameters: [{ name: city, in: query }] } }
`;
  const named = `workflows: ../flow.yaml\napi: api.yaml\n${cases}`;
  const { run } = scratch({ 'tests/a.test.yaml': named, 'tests/api.yaml': api });
  const { code, out } = await run(['test', 'tests/a.test.yaml']);
  expect(code).toBe(1);
  expect(out).toMatch(/– books {2}not run[\s\S]*flow\.yaml:14:\d+ {2}unknown-call[\s\S]*reserve_room/);
  expect(out).toMatch(/0 passed, 0 failed, 1 not run, 1 error\n$/);
  const gone = scratch({ 'a.test.yaml': `workflows: gone.yaml\n${cases}` });
  expect(await gone.run(['test', 'a.test.yaml'])).toMatchObject({
    code: 2,
    err: 'gone.yaml cannot be read: the file does not exist.\n',
  });
});

test('[T6] --json prints the counts and every case with its mismatches', async () => {
  const { run } = scratch({ 'flow.test.yaml': cases + wrong });
  const { code, out } = await run(['test', 'flow.yaml', '--json']);
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({
    passed: 1,
    failed: 1,
    broken: 0,
    files: [
      {
        path: 'flow.test.yaml',
        passed: false,
        violations: [],
        cases: [
          {
            name: 'books',
            workflow: 'book',
            outcome: 'passed',
            status: 'completed',
            line: 2,
            mismatches: [],
          },
          { outcome: 'failed', mismatches: [{ what: 'status', line: 9, column: 7 }, { what: 'never' }] },
        ],
        untaken: ['decide never went to sorry'],
      },
    ],
  });
});

test('[T6][L2] errors of a test file are shown with their lines; its other cases are run', async () => {
  const { run } = scratch({ 'flow.test.yaml': cases + wrong.replace('status', 'staus') });
  const { code, out } = await run(['test', 'flow.test.yaml']);
  expect(code).toBe(1);
  expect(out).toMatch(
    /✓ books\n {2}– is wrong {2}not run[\s\S]*flow\.test\.yaml:9:7 {2}unknown-key\n[\s\S]*\^{5}\n→ /,
  );
  expect(out).toMatch(/1 passed, 0 failed, 1 not run, 1 error\n$/);
});
