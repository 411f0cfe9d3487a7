import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const trips = `workflows:
  book:
    description: Books where there is room
    params:
      city: { type: str, required: true }
      day: { type: date, required: true }
      guests: { type: int, default: 2 }
      tags: { type: list }
    graph:
      check:
        call: check_rooms
        args: { city: $city, day: $day, guests: $guests }
        output: rooms
      decide:
        type: branch
        depends_on: [check]
        on:
          - { when: $rooms.free > 0, goto: reserve }
          - { default: sorry }
      reserve:
        call: reserve_room
        on_error: { retry: 1, delay: 1 hour, fallback: sorry }
      sorry: { type: error, message: Nothing is free }
  ask:
    description: Asks first
    graph:
      which: { type: yield, message: Which one?, expects: { room: str } }
      take: { call: reserve_room, depends_on: [which], args: { room: $which.room } }
`;

const tests = `cases:
  - name: full
    workflow: book
    params: { city: Paris, day: 2026-03-01 }
    calls: { check_rooms: { returns: { free: 0 } } }
    expect: { failure: Nothing is free }
`;

function scratch(files: Readonly<Record<string, string>> = {}): Scratch {
  const made = openScratch({ 'trips.yaml': trips, 'trips.test.yaml': tests, ...files });
  opened.push(made);
  return made;
}

const book = ['simulate', 'trips.yaml', '--workflow', 'book'];
const given = ['--param', 'city=Paris', '--param', 'day=2026-03-01'];

test('[T5][M1] prints the timeline, the result, the generated values, and the branches never taken', async () => {
  const { run } = scratch();
  const { code, out, err } = await run([...book, ...given]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^book of trips\.yaml, simulated\n\n {2}\+0\.0 s {2}started with /);
  expect(out).toContain('check calls check_rooms {"city":"Paris","day":"2026-03-01","guests":2}');
  expect(out).toMatch(/✓ completed after 0 seconds of simulated time\nResult:\n/);
  expect(out).toContain('1 call was answered with examples: check\n');
  expect(out).toContain('so they returned null: reserve\n');
  expect(out).toMatch(/Never taken:\n {2}decide never went to sorry\n/);
});

test('[T5][M2] a script decides results, failures and delays; a retry after an hour takes no time', async () => {
  const { run } = scratch({
    'script.yaml': `calls:
  check_rooms: { returns: { free: 3 }, after: 2 seconds }
  reserve: [{ fails: busy }, { returns: { id: R1 } }]
params: { city: Oslo, day: 2026-03-01 }
`,
  });
  const { code, out } = await run([...book, '--script', 'script.yaml', '--param', 'city=Rome']);
  expect(code).toBe(0);
  expect(out).toContain('"city":"Rome"');
  expect(out).toMatch(/\+2\.0 s {2}reserve failed \(busy\), retry in 1 h 0 min/);
  expect(out).toContain('completed after 1 hour 2 seconds of simulated time');
  expect(out).toContain('"id": "R1"');
  expect(out).not.toContain('examples');
  const valued = await run([...book, '--script', 'script.yaml', '--params', '{"city":"Bern"}']);
  expect(valued.out).toContain('"city":"Bern"');
});

test('[T5] the exit code is 1 if the run fails or waits, and the reason is printed', async () => {
  const { run } = scratch({ 'never.yaml': 'answers: { which: { never: true } }' });
  const failed = await run(['simulate', 'trips.yaml', '--script', 'trips.test.yaml']);
  expect(failed.code).toBe(1);
  expect(failed.out).toMatch(/✗ failed after 0 seconds of simulated time: .*Nothing is free\nSo far:\n/);
  const waiting = await run(['simulate', 'trips.yaml', '--workflow=ask', '--script=never.yaml']);
  expect(waiting.code).toBe(1);
  expect(waiting.out).toContain('● waits for an answer to which');
  const answered = await run(['simulate', 'trips.yaml', '--workflow=ask']);
  expect(answered.code).toBe(0);
  expect(answered.out).toContain('Questions were answered with examples: which\n');
});

test('[T5] --json prints the whole simulation, and the same seed returns the same', async () => {
  const { run } = scratch();
  const args = [
    ...book,
    '--params',
    '{"city":"Paris","day":"2026-03-01","tags":["a"]}',
    '--json',
    '--seed',
    '7',
  ];
  const { code, out } = await run(args);
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    workflow: 'book',
    status: 'completed',
    took: ['check', 'decide', 'reserve'],
    events: [{ kind: 'started', seed: 7 }, {}, {}],
    standIns: { calls: ['check'], empty: ['reserve'], questions: [] },
  });
  expect((await run(args)).out).toBe(out);
});

test('[T5] --draw also draws the final state', async () => {
  const { run } = scratch();
  const { out } = await run([...book, ...given, '--draw']);
  expect(out).toMatch(/Workflow: book[\s\S]*✓ check[\s\S]*✓ reserve[\s\S]*– sorry[\s\S]*┘\n$/);
});

test('[T5][T2] invalid parameters are reported all at once, with suggestions and what is missing', async () => {
  const { run } = scratch();
  const { code, out, err } = await run([
    ...book,
    ...[
      '--param',
      'ctiy=Paris',
      '--param',
      'day=2026-02-30',
      '--param',
      'guests=many',
      '--param',
      'tags=[a, {b: 1}]',
    ],
  ]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err.split('\n')).toEqual([
    'The parameter “ctiy” does not exist. Did you mean “city”?',
    '“day” (date) is a date, such as 2026-01-15; this is "2026-02-30".',
    '“guests” (int) is a whole number, such as 2; this is "many".',
    '“city” (str) is missing: a text, such as city-1.',
    '',
  ]);
});

test('[T5][T2] an invalid parameter, seed, case or workflow is refused before anything is played', async () => {
  const { run } = scratch();
  const refused = async (...args: readonly string[]) => {
    const { code, out, err } = await run(['simulate', 'trips.yaml', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    return err;
  };
  expect(await refused('--param', 'city')).toContain('A parameter must be NAME=VALUE, not “city”.');
  expect(await refused('--param=a=1', '--param=a=2')).toContain('“a” is repeated');
  expect(await refused('--params', '[1]')).toContain('--params must be a JSON object');
  expect(await refused('--seed', 'x')).toContain('--seed must be a whole number');
  expect(await refused('--case', 'full')).toContain('--case needs --script');
  expect(await refused('--script', 'trips.test.yaml', '--case', 'ful')).toContain('Did you mean “full”?');
  expect(await refused()).toContain('Choose a workflow. Available: book, ask.');
  expect(await refused('--script', 'gone.yaml')).toContain(
    'gone.yaml cannot be read: the file does not exist.',
  );
});

test('[T5][L2] errors in the workflow or in the script are shown with their lines, and the exit code is 1', async () => {
  const { run } = scratch({
    'bad.yaml': trips.replace('$rooms.free', '$romms.free'),
    'script.yaml': 'calls:\n  check_roms: { retruns: 1 }\n',
  });
  const bad = await run(['simulate', 'bad.yaml', '--workflow', 'book', ...given]);
  expect(bad.code).toBe(1);
  expect(bad.err).toMatch(/bad\.yaml:18:\d+ {2}unknown-name/);
  const script = await run([...book, ...given, '--script', 'script.yaml']);
  expect(script).toMatchObject({ code: 1, out: '' });
  expect(script.err).toMatch(
    /script\.yaml:2:3 {2}unknown-call[\s\S]*check_rooms[\s\S]*script\.yaml:2:17 {2}unknown-key/,
  );
  const json = await run([...book, ...given, '--script', 'script.yaml', '--json']);
  expect(JSON.parse(json.out).files[0]).toMatchObject({ path: 'script.yaml', valid: false });
});
