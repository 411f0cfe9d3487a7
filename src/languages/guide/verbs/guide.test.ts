import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../../test/cli/open-test-terminal.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `id: fix-bug
name: Fix a bug
description: From the report to the fix
version: 1.0.0
preconditions: [The bug was seen]
steps:
  - id: understand
    title: Understand it
    prompt: Read the report of {{ticket}}.
    agentRole: You are a careful engineer.
    guidance: [Ask whoever saw it]
    validationCriteria:
      - { type: contains, value: because, message: Say why it happens }
      - { type: length, min: 12, message: Write more than a word }
  - id: big-plan
    title: Make a plan
    prompt: Plan it
    runCondition: { var: size, equals: large }
  - id: each-file
    type: loop
    title: Change every file
    loop: { type: forEach, items: files, itemVar: file, maxIterations: 9 }
    body:
      - { id: change, title: Change a file, prompt: 'Change {{file}}' }
  - { id: report, title: Report, prompt: Report it, requireConfirmation: true }
`;

function scratch(files: Readonly<Record<string, string>> = {}) {
  const made = openScratch({ 'workflows/g.yaml': document, ...files });
  opened.push(made);
  const run = (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
  const walk = async (args: readonly string[], typed: readonly (string | undefined)[]) => {
    const testTerminal = openTestTerminal(typed);
    const result = await run(['guide', ...args], { terminal: testTerminal.terminal });
    return { ...result, shown: testTerminal.shown(), prompts: testTerminal.prompts() };
  };
  return { ...made, run, walk };
}

const ready = ['--context', 'ticket=BUG-7', '--context', 'files=["a.ts","b.ts"]'];

test('[U9.1][U8.2][U4.3] leads through the steps, shows the progress and what does not apply, and asks again if an output is not accepted', async () => {
  const { walk } = scratch();
  const { code, out, shown } = await walk(
    ['fix-bug', ...ready],
    [
      'It breaks',
      '.',
      ':keep',
      'because of dates.',
      '.',
      'done a',
      '.',
      'done b',
      '.',
      'All is well',
      '.',
      'yes',
    ],
  );
  expect(code).toBe(0);
  expect(shown).toMatch(/^Fix a bug \(4 steps\)\n {2}Before you begin: The bug was seen\n/);
  expect(shown).toContain('── Step 1 of 4 · Understand it ──');
  expect(shown).toContain('  Read the report of BUG-7.\n');
  expect(shown).toContain('  You are a careful engineer.\n');
  expect(shown).toContain('  - Say why it happens\n');
  expect(shown).toContain(
    '  ✗ Say why it happens\n  ✗ Write more than a word\n  → Review validation criteria',
  );
  expect(shown).toContain(
    '  – “Make a plan” does not apply: “size” is not set\n\n── Step 3 of 4 · Change a file ──',
  );
  expect(shown).toContain('  Change every file: pass 2 of 2, “b.ts”\n');
  expect(shown).toMatch(/── Step 4 of 4 · confirm · Report [\s\S]*Output\n {2}All is well\n/);
  expect(out).toBe(`✓ Understand it: It breaks (and 1 more line)
– Make a plan: did not apply: “size” is not set
✓ Change a file: {"1":"done a","2":"done b"}
✓ Report: All is well
`);
});

test('[U9.1] leaving prints how to continue, and the guide continues where it was left', async () => {
  const { run, walk } = scratch();
  const left = await walk(['fix-bug', ...ready], ['It breaks because of dates', '.', ':quit']);
  expect(left.code).toBe(4);
  const [, command = ''] =
    /To continue:\n {2}→ signalbox (guide --run run_\w+) --data data\n$/.exec(left.shown) ?? [];
  const [, ...again] = command.split(' ');
  const resumed = await walk(again, ['x', '.', 'y', '.', 'z', '.', 'y']);
  expect(resumed.shown).toMatch(/── Step 3 of 4 · Change a file ──[\s\S]*?pass 1 of 2, “a.ts”/);
  expect(resumed.code).toBe(0);
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toHaveLength(1);
});

test('[U9.1] variables that the step and the next loop need are asked for, and set, or left', async () => {
  const { walk } = scratch();
  const { code, shown } = await walk(
    ['fix-bug'],
    [
      'BUG-9',
      'It breaks',
      ':set size = large',
      'because of dates',
      '.',
      'the plan',
      '.',
      'a.ts, b.ts',
      ':quit',
    ],
  );
  expect(code).toBe(4);
  expect(shown).toContain('ticket (the step uses it; Enter leaves it unset) = BUG-9\n');
  expect(shown).toContain('Read the report of [unset: ticket].');
  expect(shown).toContain('── Step 2 of 4 · Make a plan ──');
  expect(shown).toContain('The loop “each-file” iterates over “files” of the context');
  expect(shown).toContain('pass 1 of 2, “a.ts”');
  const left = await walk(['fix-bug'], [':qiut', ':quit']);
  expect(left).toMatchObject({ code: 4, shown: expect.stringContaining('Did you mean “:quit”?') });
});

test('[U9.1] variables that the first loop needs are asked for before it starts', async () => {
  const { run, walk } = scratch({
    'workflows/first.yaml': `id: loop-first
name: Loop first
description: Begins with a loop
version: 1.0.0
steps:
  - id: rounds
    type: loop
    title: Rounds
    loop: { type: for, count: times, maxIterations: 9 }
    body: [{ id: turn, title: Turn, prompt: Turn }]
`,
  });
  const { code, shown } = await walk(['loop-first'], ['many', '2', ':quit']);
  expect({ code, shown }).toEqual({ code: 4, shown: expect.stringContaining('Rounds: pass 1 of 2\n') });
  expect(shown.match(/times \(a whole number from 0 to 1000\) = /g)).toHaveLength(2);
  const without = await run(['guide', 'loop-first']);
  expect(without).toMatchObject({ code: 1, out: '', err: expect.stringContaining('“times” of the context') });
});

test('[U9.1][U8.3] a no returns to the step, with the remark', async () => {
  const { walk } = scratch();
  const { code, shown } = await walk(
    ['fix-bug', '--context', 'ticket=1', '--context', 'files=[]'],
    [
      'It breaks because of dates',
      '.',
      'first',
      '.',
      'perhaps',
      ':help',
      'no',
      'name the ticket',
      'second',
      '.',
      'yes',
    ],
  );
  expect(code).toBe(0);
  expect(shown).toContain('Use :back, :other or :quit here.\n');
  expect(shown).toContain('What should be changed? name the ticket\n');
  expect(shown).toMatch(/Not confirmed\n {2}name the ticket\n/);
});

test('[U9.1][U8.4] :back repeats a step in a copy of the run, which keeps the earlier steps', async () => {
  const { run, walk } = scratch();
  const { code, out, shown } = await walk(
    ['fix-bug', ...ready],
    [
      ':back',
      'It breaks because of dates',
      '.',
      'done a',
      '.',
      ':back',
      'yes',
      'better a',
      '.',
      'done b',
      '.',
      'r',
      '.',
      'yes',
    ],
  );
  expect(shown).toContain('This is the first step.');
  expect(shown).toContain('Go back to “Change a file”, in a copy of this run (yes or no)? yes\n');
  expect(shown).toContain('The original run is kept. To end it: signalbox cancel run_');
  expect({ code, out }).toMatchObject({
    code: 0,
    out: expect.stringContaining('✓ Change a file: {"1":"better a","2":"done b"}'),
  });
  expect(shown.match(/pass 1 of 2/g)).toHaveLength(2);
  const { runs } = JSON.parse((await run(['runs', '--json'])).out);
  expect(runs.map(({ state }: { state: string }) => state).toSorted()).toEqual(['completed', 'waiting']);
});

test('[U9.1] an output, a guide and its context may come from a file', async () => {
  const { walk } = scratch({
    'else/my.yaml': document.replace('fix-bug', 'my-bug'),
    'c.json': '{"ticket": "T-1", "files": ["a.ts"]}',
    'why.md': 'It breaks\nbecause of dates\n',
  });
  const { shown } = await walk(
    ['else/my.yaml', '--context-file', 'c.json'],
    [':file gone.md', ':file why.md', ':quit\nsurplus'],
  );
  expect(shown).toContain('Read the report of T-1.');
  expect(shown).toContain('── Step 3 of 4 · Change a file ──');
  expect(shown).toContain('  1 line was pasted after the last one and is ignored.\n');
});

test('[U9.2][T7] run asks the steps of a guide as questions, and show draws the progress', async () => {
  const { run } = scratch();
  const testTerminal = openTestTerminal(['It breaks because of dates', '', undefined]);
  const left = await run(['run', 'fix-bug', '--params', '{"context": {"files": []}}'], {
    terminal: testTerminal.terminal,
  });
  expect(left.code).toBe(4);
  expect(testTerminal.prompts()).toMatchObject([
    expect.stringMatching(/^output \(/),
    expect.stringMatching(/^context \(/),
    expect.stringMatching(/^output \(/),
  ]);
  expect((await run(['show', 'last'])).out).toMatch(/✓ Understand it[\s\S]*● Report/);
});

test('[U9.1] of parallel steps any can be chosen, and one can be skipped', async () => {
  const { walk } = scratch({
    'workflows/views.yaml': `id: two-views
name: Two views
description: Looks from two sides
version: 1.0.0
metaGuidance: [Be brief]
steps:
  - id: look
    type: parallel
    title: Look
    parallelDelegations: [{ workflowId: fix-bug, goal: Safety }, { workflowId: fix-bug, goal: Speed }]
    synthesis: { prompt: Put it together }
`,
  });
  const { code, out, shown } = await walk(
    ['two-views'],
    [':other', 'fast', '.', 'safe', '.', ':other', ':skip'],
  );
  expect(shown).toMatch(/Two views \(3 steps\)\n {2}Always: Be brief\n/);
  expect(shown).toContain('Also open: ');
  expect(shown).toContain('No other step is open.');
  expect({ code, lines: out.trim().split('\n') }).toEqual({
    code: 0,
    lines: [
      expect.stringMatching(/^✓ .*: safe$/),
      expect.stringMatching(/^✓ .*: fast$/),
      expect.stringMatching(/^– .*: was skipped$/),
    ],
  });
});

test('[U9.1] without a terminal the first step is printed with the command that answers it, and the code is 4', async () => {
  const { run } = scratch();
  const { code, out, err } = await run(['guide', 'fix-bug', ...ready]);
  expect(code).toBe(4);
  expect(out).toContain('── Step 1 of 4 · Understand it ──');
  expect(err).toMatch(/→ signalbox answer run_\w+\.\d+ output=… context=… --data data\n/);
  expect(err).toMatch(/→ signalbox guide --run run_\w+ --data data {3}at a terminal\n$/);
  const json = await run(['guide', 'fix-bug', ...ready, '--json']);
  expect({ code: json.code, run: JSON.parse(json.out) }).toMatchObject({
    code: 4,
    run: { state: 'waiting' },
  });
});

test('[U9.1][U8.2][U8.3] without a terminal, steps are answered by their items, but nothing is confirmed', async () => {
  const { run } = scratch();
  await run(['guide', 'fix-bug', '--context', 'files=[]']);
  const refused = await run(['answer', 'last', 'output=no idea']);
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining('Say why it happens') });
  expect(await run(['answer', 'last', 'output=because of dates'])).toMatchObject({ code: 0 });
  expect(await run(['answer', 'last', 'output=fixed'])).toMatchObject({ code: 0 });
  const forged = await run(['answer', 'last', 'confirmed=true']);
  expect(forged).toMatchObject({ code: 1, out: '', err: expect.stringContaining('person') });
  const asked = await run(['guide', '--run', 'last']);
  expect(asked.code).toBe(4);
  expect(`${asked.out}${asked.err}`).toMatch(/Report/);
});

test('[U9.1] usage errors are reported, and nothing starts', async () => {
  const { run, walk } = scratch({
    'workflows/w.yaml': 'workflows:\n  hello:\n    graph:\n      a: { call: echo }\n',
    'bad.json': '[]',
  });
  const codeAndErr = async (...args: readonly string[]) => {
    const { code, err } = await run(['guide', ...args]);
    return `${code} ${err}`;
  };
  expect(await codeAndErr()).toContain('2 Name a guide, or a run of a guide with --run, not both.');
  expect(await codeAndErr('fix-bug', '--run', 'last')).toContain('not both');
  expect(await codeAndErr('fix-bgu')).toContain('Did you mean “fix-bug”?');
  expect(await codeAndErr('hello')).toMatch(
    /^2 “hello” is not a guide\.\n→ Use “signalbox run hello --data data”/,
  );
  expect(await codeAndErr('fix-bug', '--context', 'ticket')).toContain('A variable must be NAME=VALUE');
  expect(await codeAndErr('fix-bug', '--context-file', 'bad.json')).toContain('must hold a JSON object');
  expect(await codeAndErr('gone.yaml')).toContain('the file does not exist');
  expect((await walk(['--run', 'last'], [])).code).toBe(2);
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toEqual([]);
});

test('[U9.1] control characters of a guide or of typed text do not reach the terminal', async () => {
  const { walk } = scratch({
    'evil.txt': 'typed \u001b[2J that',
    'workflows/evil.json': JSON.stringify({
      id: 'evil-guide',
      name: 'Evil\u001b[2J',
      description: 'x',
      version: '1.0.0',
      steps: [
        { id: 'one', title: 'One\u001b[31m', prompt: 'Do \u009b2J {{it}}', requireConfirmation: true },
        { id: 'two', title: 'Two', prompt: 'Then' },
      ],
    }),
  });
  const { shown, out, prompts } = await walk(
    ['evil-guide'],
    ['\u001b[31m', ':file evil.txt', 'yes', ':bakc \u009b2J', 'end', '.'],
  );
  const asked = `${shown}${out}${prompts.join('\n')}`.replaceAll('  │ :bakc \u009b2J\n', '');
  expect(asked.split('\n').filter((line) => /\p{Cc}/u.test(line))).toEqual([]);
  expect(asked).toContain('Output');
  expect(asked).toContain('“:bakc ');
});
