import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { openTestTerminal } from '../../../test/cli/open-test-terminal.ts';
import { readScreen } from '../../../test/cli/read-screen.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

const document = `workflows:
  greet:
    description: Greets
    params:
      name: { type: str, required: true }
      times: { type: int, default: 1 }
    graph:
      say: { call: echo, args: { text: "Hello, $name", times: $times } }
  ask_first:
    description: Asks, then says
    graph:
      ask: { type: yield, message: How many?, expects: { count: int, note: { type: str, required: false } } }
      say: { call: echo, depends_on: [ask], args: { count: $ask.count } }
  break:
    description: Fails
    graph:
      bang: { call: fail, args: { message: "Nothing \\e[2Jworks", code: broken } }
  linger:
    description: Takes a long time
    graph:
      nap: { wait: 1 hour }
`;

function scratch(files: Readonly<Record<string, string>> = {}) {
  const made = openScratch({ 'workflows/w.yaml': document, ...files });
  opened.push(made);
  const run = (args: readonly string[], overrides: Parameters<Scratch['run']>[1] = {}) =>
    made.run([...args, '--data', 'data'], overrides);
  return { ...made, run };
}

test('[T7] prints the result on the output stream and the events on the error stream; exits with 0', async () => {
  const { run } = scratch();
  const { code, out, err } = await run(['run', 'greet', '--param', 'name=Ada']);
  expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { text: 'Hello, Ada', times: 1 } });
  expect(err).toMatch(
    /^run_\w+\n\s+\+0\.0 s {2}started with [^\n]+\n[^\n]+say calls echo [\s\S]*✓ completed after /,
  );
  const json = await run(['run', 'greet', '--params', '{"name": "Bo", "times": 2}', '--json']);
  expect({ code: json.code, err: json.err }).toEqual({ code: 0, err: '' });
  expect(JSON.parse(json.out)).toMatchObject({
    status: 'completed',
    output: { text: 'Hello, Bo', times: 2 },
  });
});

test('[T7] parameters are read as the workflow declares them; errors are reported at once, and nothing starts', async () => {
  const { run } = scratch({ 'p.json': '{"name": "File"}' });
  const wrong = await run(['run', 'greet', '--param', 'nmae=Ada', '--param', 'times=many']);
  expect({ code: wrong.code, out: wrong.out }).toEqual({ code: 2, out: '' });
  expect(wrong.err).toContain('The parameter “nmae” does not exist. Did you mean “name”?\n');
  expect(wrong.err).toContain('“times” (int) is a whole number');
  expect(wrong.err).toContain('“name” (str) is missing');
  const error = JSON.parse((await run(['run', 'greet', '--json'])).out).error;
  expect(error).toMatchObject({ code: 'invalid_parameters', violations: [{ path: 'params.name' }] });
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toEqual([]);
  const file = await run(['run', 'greet', '--params', 'p.json', '--param', 'times=7']);
  expect(JSON.parse(file.out)).toEqual({ text: 'Hello, File', times: 7 });
  expect((await run(['run', 'greet', '--params', 'gone.json'])).err).toBe(
    'gone.json cannot be read: the file does not exist.\n',
  );
});

test('[T7] a failed run exits with 1 and prints where and why; control characters do not reach the terminal', async () => {
  const { run } = scratch();
  const { code, out, err } = await run(['run', 'break']);
  expect({ code, out }).toEqual({ code: 1, out: '' });
  expect(err).toMatch(/✗ failed after \S+ \S+ at “bang”: broken, Nothing .*works\n {2}→ signalbox show run_/);
  expect(err).not.toContain('\u001b');
});

test('[T7] a text is printed as it is, unless it contains control characters', async () => {
  const { run } = scratch({
    'workflows/say.yaml': `workflows:
  say:
    params: { what: { type: str, required: true } }
    graph: { a: { call: echo } }
    result: $what
`,
  });
  const said = async (what: string) => (await run(['run', 'say', '--params', JSON.stringify({ what })])).out;
  expect(await said('two\nlines')).toBe('two\nlines\n');
  expect(await said('a\u001b[2J\u009b\u202e')).toBe('"a\\u001b[2J\\u009b\\u202e"\n');
});

test('[T7] without a terminal a question is printed with the command that answers it, and the code is 4', async () => {
  const { run } = scratch();
  const { code, out, err } = await run(['run', 'ask_first']);
  expect({ code, out }).toEqual({ code: 4, out: '' });
  expect(err).toMatch(
    /● waiting\n {2}\? ask asks: How many\?\n {4}count \(int\)\n {4}note \(str, optional\)\n {4}→ signalbox answer run_\w+\.\d+ count=… note=… --data data\n$/,
  );
});

test('[T7] at a terminal it is asked field by field, and again with the reason if an answer is invalid', async () => {
  const { run } = scratch();
  const testTerminal = openTestTerminal(['lots', '', '3']);
  const { code, out } = await run(['run', 'ask_first'], { terminal: testTerminal.terminal });
  expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { count: 3 } });
  expect(testTerminal.shown()).toContain('? How many?\n');
  expect(testTerminal.prompts()).toEqual(['count (int)', 'note (str, optional)', 'count (int)']);
  expect(testTerminal.shown()).toContain('✗ “count” must be a whole number.');
});

test.each([40, 100])(
  '[T7] a terminal of %i columns that redraws shows the tasks in one place, and questions between',
  async (columns) => {
    const { run } = scratch();
    const testTerminal = openTestTerminal(['3', ''], { canRedraw: true, columns });
    const { code, out } = await run(['run', 'ask_first'], { terminal: testTerminal.terminal });
    expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { count: 3 } });
    const screen = readScreen(testTerminal.shown(), columns);
    expect(Math.max(...screen.map((line) => line.length))).toBeLessThan(columns);
    const [question, count, note, title, ask, say, ...end] = screen;
    expect([question, count, note]).toEqual(['? How many?', '  count (int): 3', '  note (str, optional): ']);
    expect(title).toMatch(/^ask_first {2}completed {2}100 % /);
    expect([ask, say]).toEqual([
      expect.stringMatching(/^ {2}✓ ask +[\d.]+ m?s$/),
      expect.stringMatching(/^ {2}✓ say +[\d.]+ m?s$/),
    ]);
    expect(end).toEqual([expect.stringMatching(/^✓ completed after /), '']);
  },
);

test('[T7] a question without an answer leaves the run unchanged, and the code is 4', async () => {
  const { run } = scratch();
  const testTerminal = openTestTerminal([undefined]);
  const left = await run(['run', 'ask_first'], { terminal: testTerminal.terminal });
  expect({ code: left.code, out: left.out }).toEqual({ code: 4, out: '' });
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toMatchObject([
    { state: 'waiting', openItems: 1 },
  ]);
});

test('[T7] Ctrl-C leaves the run and prints that it continues and how to show it', async () => {
  const { run } = scratch();
  const testTerminal = openTestTerminal([]);
  const { code, out } = await run(['run', 'linger'], {
    terminal: testTerminal.terminal,
    pause: async () => testTerminal.interrupt(),
  });
  expect({ code, out }).toEqual({ code: 130, out: '' });
  expect(testTerminal.shown()).toMatch(
    /run_\w+ has not ended\. It is stored and continues when a Signalbox runs on this data folder\.\n {2}→ signalbox show run_\w+ --follow --data data\n$/,
  );
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toMatchObject([{ status: 'running' }]);
});

test('[T7] one key starts one run, and a cancelled run exits with 3', async () => {
  const { run } = scratch();
  const started = ['run', 'ask_first', '--key', 'monday'];
  expect((await run(started)).code).toBe(4);
  expect((await run(started)).code).toBe(4);
  expect(JSON.parse((await run(['runs', '--json'])).out).runs).toHaveLength(1);
  expect((await run(['cancel', 'last'])).code).toBe(0);
  expect((await run(started)).code).toBe(3);
});

test('[T7] --no-wait starts it and prints its id', async () => {
  const { run } = scratch();
  const { code, out, err } = await run(['run', 'linger', '--no-wait']);
  expect(code).toBe(0);
  expect(err).toContain('continues when a Signalbox runs on this data folder');
  expect(out).toMatch(/^run_\w+\n$/);
  const json = await run(['run', 'linger', '--no-wait', '--json']);
  expect(JSON.parse(json.out)).toMatchObject({ workflow: 'linger', status: 'running' });
});

test('[T7][T2] an unknown workflow is refused with a suggestion; an invalid one with its errors', async () => {
  const { run } = scratch({
    'workflows/bad.yaml': 'workflows:\n  bad:\n    graph:\n      a: { call: echo, depends_on: [b] }\n',
  });
  const unknown = await run(['run', 'gret']);
  expect({ code: unknown.code, out: unknown.out }).toEqual({ code: 2, out: '' });
  expect(unknown.err).toContain('Did you mean “greet”?');
  const bad = await run(['run', 'bad']);
  expect(bad.code).toBe(2);
  expect(bad.err).toMatch(/ {2}4:\d+ {2}The node “b” does not exist/);
});

test('[T7] a file is run in place; of several workflows in it one is named', async () => {
  const { run } = scratch({ 'else/one.yaml': document.replaceAll('Hello', 'Hi') });
  const several = await run(['run', 'else/one.yaml']);
  expect({ code: several.code, out: several.out }).toEqual({ code: 2, out: '' });
  expect(several.err).toContain('else/one.yaml holds several workflows: ');
  const named = await run(['run', 'else/one.yaml', '--workflow', 'greet', '--param', 'name=Ada']);
  expect(JSON.parse(named.out)).toMatchObject({ text: 'Hi, Ada' });
  expect((await run(['run', 'else/one.yaml', '--workflow', 'gret'])).err).toContain('Did you mean “greet”?');
  expect((await run(['run', 'data/signalbox.db'])).code).toBe(2);
  expect((await run(['run', 'gone.yaml'])).err).toBe('gone.yaml cannot be read: the file does not exist.\n');
});

test('[T7.1] a file is run whatever is around it: only the file is read', async () => {
  const { folder, run } = scratch({ 'else/one.yaml': document.replaceAll('Hello', 'Hi') });
  for (let at = 0; at < 5_100; at++) writeFileSync(join(folder, `else/${at}.json`), '');
  const { code, out } = await run(['run', 'else/one.yaml', '--workflow', 'greet', '--param', 'name=Ada']);
  expect({ code, out: JSON.parse(out) }).toEqual({ code: 0, out: { text: 'Hi, Ada', times: 1 } });
});

test('[T7.1] a file in a folder that is read is the same workflow; another one has another id', async () => {
  const { folder, run } = scratch({ 'else/flow.yaml': document.replaceAll('Hello', 'Hi') });
  symlinkSync(join(folder, 'workflows/w.yaml'), join(folder, 'link.yaml'));
  const started = async (file: string): Promise<object> => {
    const { out } = await run(['run', file, '--workflow', 'greet', '--param', 'name=Ada', '--json']);
    return JSON.parse(out);
  };
  expect(await started('workflows/w.yaml')).toMatchObject({ workflow: 'greet', status: 'completed' });
  expect(await started('link.yaml')).toMatchObject({ workflow: 'greet', status: 'completed' });
  expect(await started('else/flow.yaml')).toMatchObject({ workflow: 'flow.greet', status: 'completed' });
});
