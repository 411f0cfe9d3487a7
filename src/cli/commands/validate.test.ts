import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { fixturePath } from '../../../test/fixture-path.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

function scratch(files: Readonly<Record<string, string>>): Scratch {
  const made = openScratch(files);
  opened.push(made);
  return made;
}

const good = `workflows:
  greet:
    description: Says hello
    params:
      who: { type: str, required: true }
    graph:
      hello:
        call: say_hello
        args: { name: $who }
`;
const bad = good.replace('params:', 'parms:').replace('$who', '$whom');
const api = `openapi: 3.1.0
info: { title: t, version: '1' }
paths:
  /hello:
    get: { operationId: sayHello, parameters: [{ name: name, in: query, schema: { type: string } }], responses: {} }
`;

test('[T3] valid files are named with their workflows, and the exit code is 0', async () => {
  const { run } = scratch({ 'good.yaml': good });
  expect(await run(['validate', 'good.yaml'])).toMatchObject({
    code: 0,
    err: '',
    out: '✓ good.yaml: greet\n1 file, 1 valid, 0 errors\n',
  });
});

test('[T3] the output has the position, the source line, a caret and the proposal, and the exit code is 1', async () => {
  const { run } = scratch({ 'good.yaml': good, 'bad.yaml': bad });
  const { code, out, err } = await run(['validate', 'good.yaml', 'bad.yaml']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^bad\.yaml:4:5 {2}unknown-key\n.*\n4 │ {5}parms:\n {2}│ {5}\^{5}\n→ .*params/m);
  expect(out).toMatch(
    /\n2 files, 1 valid, 2 errors, 1 warning\n→ “signalbox schema graph --reference” .*\n$/,
  );
  expect(out).not.toContain('\u001b');
  expect((await run(['validate', 'bad.yaml'], { colour: true })).out).toContain('\u001b[1;31m');
});

test('[T3] --json prints every file with its language, workflows, violations and warnings', async () => {
  const { run } = scratch({ 'good.yaml': good, 'bad.yaml': bad });
  const { code, out } = await run(['validate', '--json', 'good.yaml', 'bad.yaml']);
  expect(code).toBe(1);
  const { files } = JSON.parse(out);
  expect(files[0]).toEqual({
    path: 'good.yaml',
    language: 'graph',
    valid: true,
    workflows: [
      {
        line: 2,
        column: 3,
        name: 'greet',
        valid: true,
        description: 'Says hello',
        parameters: [{ name: 'who', type: 'str', required: true, description: '' }],
      },
    ],
    violations: [],
    warnings: [],
  });
  expect(files[1]).toMatchObject({ path: 'bad.yaml', valid: false, workflows: [{ valid: false }] });
  expect(files[1].violations[0]).toMatchObject({
    path: 'workflows.greet.parms',
    rule: 'unknown-key',
    message: expect.any(String),
    expected: expect.any(String),
    actual: 'parms',
    line: 4,
    column: 5,
    suggestion: { edits: [{ line: 4, column: 5, endLine: 4, endColumn: 10, text: 'params' }] },
  });
});

test('[T3][U1.3] a folder means the documents in it that a server would list, including invalid ones', async () => {
  const { run } = scratch({
    'flows/a.yaml': good,
    'flows/deep/b.yml': good.replace('greet', 'greet_2'),
    'flows/a.test.yaml': 'cases: []',
    'flows/cases.yaml': 'workflows: a.yaml\ncases: []',
    'flows/api.yaml': 'openapi: 3.1.0\n',
    'flows/broken.json': '{"id": "broken-guide", "name":',
    'flows/connectors.yaml': 'connectors: {}\n',
    'flows/data.json': '{"id": 7, "name": "n"}',
    'flows/misspelled.json':
      '{"id": "misspelled", "name": "n", "description": "d", "version": "1.0.0", "stepss": []}',
    'flows/other.yaml': 'a: 1',
    'flows/node_modules/c.yaml': bad,
    'flows/.hidden/d.yaml': bad,
    'flows/readme.md': bad,
    'empty/x.txt': '',
  });
  const { files } = JSON.parse((await run(['validate', 'flows', '--json'])).out);
  expect(
    files.map(({ path, valid }: { path: string; valid: boolean }) => [path.slice('flows/'.length), valid]),
  ).toEqual([
    ['a.yaml', true],
    ['broken.json', false],
    [join('deep', 'b.yml'), true],
    ['misspelled.json', false],
    ['other.yaml', false],
  ]);
  expect(files[3].violations[0]).toMatchObject({
    rule: 'unknown-key',
    suggestion: { edits: [{ text: '"steps"' }] },
  });
  expect(await run(['validate', 'empty'])).toMatchObject({
    code: 2,
    out: '',
    err: 'No workflow files in empty.\n',
  });
});

test('[T3] a named file without workflows is an error that names what is expected', async () => {
  const { run } = scratch({ 'other.yaml': 'a: 1', 'a.test.yaml': 'cases: []\nworkflows: a.yaml' });
  const { code, out } = await run(['validate', '--json', 'other.yaml', 'a.test.yaml']);
  expect(code).toBe(1);
  const { files } = JSON.parse(out);
  expect(files[0]).toMatchObject({
    language: null,
    valid: false,
    violations: [{ rule: 'unknown-language' }],
  });
  expect(files[0].violations[0].message).toContain('workflows');
  expect(files[1].violations[0].message).toContain('test cases');
});

test('[T3] an unreadable file is reported with the reason, the others are still checked, and the exit code is 2', async () => {
  const { run, folder } = scratch({ 'good.yaml': good, 'big.yaml': ' '.repeat(2_097_153) });
  mkdirSync(join(folder, 'dir.yaml'));
  writeFileSync(join(folder, 'latin.yaml'), Buffer.from([0x61, 0xe9, 0x62]));
  const { code, out, err } = await run(['validate', 'gone.yaml', 'big.yaml', 'latin.yaml', 'good.yaml']);
  expect(code).toBe(2);
  expect(err.split('\n')).toEqual([
    'gone.yaml cannot be read: the file does not exist.',
    'big.yaml cannot be read: it is larger than 2 MB.',
    'latin.yaml cannot be read: it is not UTF-8 text.',
    '',
  ]);
  expect(out).toContain('✓ good.yaml');
});

test('[Y1.3][Y1.1] every unreadable file of a folder is named, and XML is read by its encoding', async () => {
  const { run, folder } = scratch({ 'workflows/good.yaml': good });
  const order = readFileSync('test/yawl/specifications/order.yawl', 'utf8');
  const latin = order.replace(/^<\?xml.*?\?>/, '<?xml version="1.0" encoding="ISO-8859-1"?><!-- é -->');
  const write = (name: string, text: string, encoding: 'latin1' | 'utf16le'): void =>
    writeFileSync(join(folder, 'workflows', name), Buffer.from(text, encoding));
  write('latin.yawl', latin, 'latin1');
  write('wide.yawl', `\ufeff${latin.replace('ISO-8859-1', 'UTF-16')}`, 'utf16le');
  write('other.yawl', latin.replace('ISO-8859-1', 'Shift_JIS'), 'latin1');
  const { code, out, err } = await run(['validate', 'workflows']);
  expect(code).toBe(2);
  expect(err).toContain(
    'workflows/other.yawl cannot be read: it is not UTF-8 text, and its declared encoding “Shift_JIS”',
  );
  expect(out).toContain('✓ workflows/latin.yawl: ');
  expect(out).toContain('✓ workflows/wide.yawl: ');
});

test('[T3][Y1.3] a proposal that the message contains is not repeated below it', async () => {
  const order = readFileSync('test/yawl/specifications/order.yawl', 'utf8');
  const { run } = scratch({ 'order.yawl': order.replace('<join code="xor"/>', '<joim code="xor"/>') });
  const { out } = await run(['validate', 'order.yawl']);
  expect(out.match(/Did you mean “join”\?/g)).toHaveLength(1);
});

test('[T3] only - reads standard input', async () => {
  const { run } = scratch({});
  const piped = { readInput: async () => new TextEncoder().encode(bad) };
  const { code, out } = await run(['validate', '-'], piped);
  expect(code).toBe(1);
  expect(out).toContain('-:4:5  unknown-key');
  expect(await run(['validate', '-', '--fix'], piped)).toMatchObject({ code: 2, out: '' });
});

test('[C1][T3] with --api, calls of unknown operations are errors; names may be in another style', async () => {
  const wrong = good.replace('say_hello', 'say_helo');
  const { run } = scratch({ 'good.yaml': good, 'wrong.yaml': wrong, 'api.yaml': api, 'noapi.yaml': 'a: 1' });
  expect((await run(['validate', 'good.yaml', '--api', 'api.yaml'])).code).toBe(0);
  expect((await run(['validate', 'wrong.yaml'])).code).toBe(0);
  const { code, out } = await run(['validate', 'wrong.yaml', '--api', 'api.yaml']);
  expect(code).toBe(1);
  expect(out).toMatch(/wrong\.yaml:8:15 {2}unknown-call/);
  const broken = await run(['validate', 'good.yaml', '--api', 'noapi.yaml']);
  expect(broken.code).toBe(1);
  expect(broken.out).toMatch(/noapi\.yaml:1:1 {2}openapi\nThis is not an OpenAPI document/);
  expect((await run(['validate', 'good.yaml', '--api', 'gone.yaml'])).code).toBe(2);
});

test('[T3] one name in two files is a warning that names the other file', async () => {
  const { run } = scratch({ 'a.yaml': good, 'b.yaml': good });
  const { code, out } = await run(['validate', 'a.yaml', 'b.yaml']);
  expect(code).toBe(0);
  expect(out).toMatch(
    /b\.yaml:\d+:\d+ {2}warning: duplicate-workflow\nThe workflow “greet” is also defined in a\.yaml\./,
  );
  expect(out).toContain('2 files, 2 valid, 0 errors, 1 warning\n');
});

test('[T3][L2] --fix writes the files with the proposals applied, and prints the changes', async () => {
  const { run, read } = scratch({ 'bad.yaml': bad, 'good.yaml': good });
  const { code, out } = await run(['validate', '--fix', 'bad.yaml', 'good.yaml']);
  expect(code).toBe(0);
  expect(read('bad.yaml')).toBe(good);
  expect(read('good.yaml')).toBe(good);
  expect(out).toMatch(/^bad\.yaml: \d proposals? applied\n {2}4:5 {2}unknown-key {2}→ /);
  expect((await run(['validate', 'bad.yaml'])).code).toBe(0);
});

test('[T2] control characters of a file do not reach the terminal', async () => {
  const { run } = scratch({ 'e.yaml': good.replace('params:', '"par\\u001b[2J\\u202e":') });
  const { out, err } = await run(['validate', 'e.yaml']);
  expect(out).toContain('[2J');
  expect(out + err).not.toMatch(/[^\P{C}\n]/u);
});

test('[T3] an empty name is not a folder, and links of a folder are not followed', async () => {
  const broken = good.replace('call:', 'cal:');
  const { run, folder, read } = scratch({
    'good.yaml': good,
    'fx/inside.yaml': good,
    'outside.yaml': broken,
  });
  symlinkSync(join(folder, 'outside.yaml'), join(folder, 'fx', 'link.yaml'));
  symlinkSync(join(folder, 'b'), join(folder, 'a'));
  symlinkSync(join(folder, 'a'), join(folder, 'b'));
  expect(await run(['validate', '', '--fix'])).toMatchObject({ code: 2, out: '' });
  expect((await run(['validate', 'fx', '--fix'])).code).toBe(0);
  expect(read('outside.yaml')).toBe(broken);
  const { code, err } = await run(['validate', 'a']);
  expect([code, err]).toEqual([2, 'a cannot be read: its symbolic links form a cycle.\n']);
});

test('[T3] --fix removes nothing that may have a meaning', async () => {
  const { run, read } = scratch({ 'w.yaml': good.replace('call:', 'priority: high\n        call:') });
  const before = read('w.yaml');
  expect((await run(['validate', 'w.yaml', '--fix'])).code).toBe(1);
  expect(read('w.yaml')).toBe(before);
});

const calls = `workflows:
  w:
    graph:
      a: { call: travel.say }
      b: { call: add, args: { a: many } }
      c: { call: travel.nosuch, args: { x: 1 } }
      d: { call: sey, args: { text: hi } }
      e: { call: say, args: { text: hi, more: 1 } }
      f: { call: http, args: { url: "https://example.com", metod: GET } }
`;

test('[T3.1] with --connectors, calls and arguments are checked against the tools of the servers', async () => {
  const connectors = {
    travel: { command: process.execPath, args: [fixturePath('server'), '2026', 'stdio'] },
  };
  const { run } = scratch({ 'w.yaml': calls, 'connectors.yml': JSON.stringify({ connectors }) });
  expect(await run(['validate', 'w.yaml'])).toMatchObject({ code: 0 });
  const { code, out, err } = await run(['validate', 'w.yaml', '--connectors', 'connectors.yml', '--json']);
  expect({ code, err }).toEqual({ code: 1, err: '' });
  const [file] = JSON.parse(out).files;
  expect(file.violations.map(({ rule, line }: { rule: string; line: number }) => [line, rule])).toEqual([
    [4, 'missing-argument'],
    [5, 'argument-type'],
    [6, 'unknown-call'],
    [7, 'unknown-call'],
    [8, 'unknown-argument'],
    [9, 'unknown-argument'],
  ]);
});

test('[T3.1] a server that does not answer is reported, and the others are checked; a wrong file is reported with its lines', async () => {
  const gone = { command: process.execPath, args: ['-e', 'process.exit(1)'] };
  const { run } = scratch({
    'w.yaml': calls,
    'connectors.yml': JSON.stringify({ connectors: { travel: gone } }),
    'wrong.yml': 'connectors:\n  travel: { comand: node }\n',
  });
  const silent = await run(['validate', 'w.yaml', '--connectors', 'connectors.yml']);
  expect(silent.code).toBe(2);
  expect(silent.err).toMatch(
    /^The connector “travel” has no connection to .* Its operations are not checked\.\n$/,
  );
  expect(silent.out).toMatch(/w\.yaml:9:\d+ {2}unknown-argument[\s\S]*1 file, 0 valid, 1 error\n→ .*\n$/);
  const wrong = await run(['validate', 'w.yaml', '--connectors', 'wrong.yml']);
  expect({ code: wrong.code, err: wrong.err }).toEqual({ code: 1, err: '' });
  expect(wrong.out).toMatch(/wrong\.yml:2:\d+ /);
  expect((await run(['validate', 'w.yaml', '--connectors', 'gone.yml'])).code).toBe(2);
});
