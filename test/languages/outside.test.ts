/** Languages that the operator loads: how they are found, checked and contained. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { callRoute, callTools, mcpOf2026 } from '../../src/testing/contracts/language-interface.ts';
import { openLanguage } from '../../src/testing/index.ts';
import { startProgram } from '../cli/start-program.ts';
import { sample } from './checklist/sample.mjs';

const checklist = fileURLToPath(new URL('checklist/checklist.mjs', import.meta.url));
const document = fileURLToPath(new URL('checklist/open-shop.yaml', import.meta.url));

function openFolder(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'signalbox-outside-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

async function run(folder: string, args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const program = startProgram(folder, args, { env });
  const code = await program.ended;
  return { code, out: program.out(), err: program.err() };
}

/** A copy of the checklist language with other parts. */
const changed = (parts: string): string =>
  `import language from ${JSON.stringify(checklist)};\nexport default { ...language, ${parts} };`;

/** The same with other parts of its interfaces. */
const withApi = (parts: string): string =>
  changed(`api: (z) => { const api = language.api(z); const [operation] = api.operations; const { tool } = operation;
    return { ...api, ${parts} }; }`);

test('[L10] a language of the command line or of a variable is known to verbs, whose help lists its own', async () => {
  const folder = openFolder();
  const expected = { code: 0, err: '' };
  const words = ['--language', checklist];
  expect(await run(folder, ['validate', document, ...words])).toMatchObject(expected);
  expect(await run(folder, ['validate', document], { SIGNALBOX_LANGUAGES: checklist })).toMatchObject(
    expected,
  );
  expect(await run(folder, ['validate', document])).toMatchObject({ code: 1 });
  expect(await run(folder, ['validate', document, '--language='])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--language must be paths') as string,
  });
  expect((await run(folder, ['--help', ...words])).out).toContain('prints a checklist');
  expect((await run(folder, ['print', '--help', `--language=${checklist}`])).out).toContain('print NAME');
  const config = await run(folder, ['config', ...words]);
  expect(config.out).toContain(`languages: ${checklist} (from --language)`);
});

const printed =
  '[ ] Switch on the lights of {subject}\n[ ] Count the money in the till\n[ ] Turn the sign to “open”\n';

test('[L10] it adds fields, names of items, operations, routes, tools and verbs', async () => {
  const { address, verb, end } = await openLanguage(sample);
  onTestFinished(end);
  const route = (method: 'GET' | 'POST', path: string, body?: Readonly<Record<string, string>>) =>
    callRoute(address(), method, path, body);
  expect(await route('POST', 'workflows/open-shop/print', {})).toEqual({
    status: 200,
    body: { text: printed },
  });
  expect(await route('POST', 'workflows/nothing/print', {})).toMatchObject({ status: 404 });
  expect(await callTools(mcpOf2026(address()))('checklist_print', { workflow_id: 'open-shop' })).toEqual({
    text: printed,
  });
  expect(await verb('print', 'open-shop')).toEqual({ code: 0, out: printed, err: '' });
  const { body: run } = await route('POST', 'runs', { workflow: 'open-shop' });
  const item = { task: 'lights', checklist: { entry: 'lights', position: 1, of: 3 } };
  expect(await route('GET', `items/${run['run']}~lights`)).toMatchObject({
    body: item,
  });
  expect((await verb('items')).out).toContain('lights (1 of 3)');
  const openApi = await (await fetch(`${address()}/openapi.json`)).text();
  expect(openApi).toContain('/v1/workflows/{workflow}/print');
  expect(openApi).toContain('"checklist"');
});

test.each([
  ['that is not there', undefined, [/^The language in .*mine\.mjs cannot be loaded: .*Cannot find module/]],
  ['that throws', 'throw new TypeError("out of order");', [/cannot be loaded: TypeError: out of order$/]],
  ['without a default export', 'export const a = 1;', [/is missing: write “export default/]],
  [
    'that lacks everything',
    'export default { id: "My Language", read: true, api: {}, verbs: {}, extension: "list" };',
    [
      /has an invalid “id”\. It must be its name, of small letters, digits and hyphens, at most 40\.$/,
      /has no “recognises”\. It must be a function/,
      /has an invalid “read”/,
      /has no “evaluators”/,
      /has no “schema”/,
      /has no “reference”\. It must be what an author has to know/,
      /has an invalid “api”/,
      /has an invalid “verbs”/,
      /has an invalid “extension”\. It must be .*\.json/,
    ],
  ],
  [
    'whose names exist',
    changed(
      'id: "graph", evaluators: { expression: language.evaluators.checklist }, verbs: ["run", "document"].map((name) => ({ ...language.verbs[0], name }))',
    ),
    [
      ...[/^The language “graph” exists already\. Choose/, /^The evaluator “expression” /],
      ...[/^The verb “run” /, /^The verb “document” /],
    ],
  ],
  [
    'with an operation whose name exists',
    withApi('operations: [{ ...operation, name: "runs.start" }]'),
    [/^The languages “checklist” cannot be used: Two operations are named “runs\.start”\.$/],
  ],
  [
    'with a tool and a route that exist',
    withApi(
      'operations: [{ ...operation, rest: { method: "POST", path: "/v1/runs/{run}/cancel" }, tool: { ...tool, name: "workflow_run" } }]',
    ),
    [/^The tool “workflow_run” exists already/, /^The route “POST \/v1\/runs\/{}\/cancel” exists already/],
  ],
])('[L10.1] a language %s is reported with every problem, and nothing starts', async (_, text, problems) => {
  const folder = openFolder(text === undefined ? {} : { 'mine.mjs': text });
  const words = ['serve', '--port', '0', '--data', 'data', '--language', './mine.mjs'];
  const { code, err } = await run(folder, words);
  expect(code).toBe(2);
  expect(err.trimEnd().split('\n')).toEqual(problems.map((problem) => expect.stringMatching(problem)));
  expect(existsSync(join(folder, 'data'))).toBe(false);
  expect(await run(folder, ['--help', '--language', './mine.mjs'])).toMatchObject({ code: 0 });
});

const hostile = `
const workflow = (more) => ({ name: 'w', domain: '', description: '', version: '', parameters: [], samples: [],
  tasks: [], line: 1, column: 1, program: null, sketch: { title: 'w', nodes: [], links: [], begins: [], remarks: [] }, ...more });
const results = {
  throws: () => { throw new RangeError('too deep'); },
  nothing: () => undefined,
  half: () => ({ workflows: [{ name: 'w' }], violations: [], warnings: [] }),
  unlinked: () => ({ workflows: [workflow({ program: { semantics: 1, root: 'w', nets: [] } })], violations: [], warnings: [] }),
};
export default {
  id: 'hostile',
  evaluators: {},
  recognises: ({ text }) => text.startsWith('hostile ') || text.nonsense(),
  read: ({ text }) => results[text.slice(8)](),
  schema: { mediaType: 'application/schema+json', text: () => '{}' },
  reference: { title: 'x', summary: 'x', fileNames: [], page: () => '', examples: [] },
};`;

test('[L10.2] a language that throws or returns nonsense is an error of its document; the server continues', async () => {
  const folder = openFolder({ 'mine.mjs': hostile, 'bad.yaml': 'hostile throws' });
  const words = ['--port', '0', '--data', 'data', '--workflows', '.', '--language', './mine.mjs'];
  const server = startProgram(folder, ['serve', ...words]);
  onTestFinished(async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  });
  await server.says('/mcp');
  const [address = ''] = /http:\S+(?=\/mcp)/.exec(server.err()) ?? [];
  const validate = async (source: string) => {
    const response = await fetch(`${address}/v1/validations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source }),
    });
    return response.json();
  };
  const failed = (reason: RegExp) => ({
    valid: false,
    violations: [
      { rule: 'language-failed', line: 1, column: 1, message: expect.stringMatching(reason) as string },
    ],
  });
  const because = (reason: string) =>
    new RegExp(`^The language “hostile” failed on this file: ${reason}\\. Report`);
  expect(await validate('hostile throws')).toMatchObject(failed(because('RangeError: too deep')));
  expect(await validate('hostile nothing')).toMatchObject(
    failed(/failed on this file: \w+Error: .*undefined/),
  );
  expect(await validate('hostile half')).toMatchObject(
    failed(because('one of its workflows has no “line” \\(number\\)')),
  );
  expect(await validate('hostile unlinked')).toMatchObject(
    failed(because('the program of “w” cannot be run: Root net “w” does not exist')),
  );
  expect(await validate('workflows: { a: { graph: { b: { type: yield, message: c } } } }')).toMatchObject({
    valid: true,
    language: 'graph',
  });
});

test('[L10.2] a view that throws or claims fields of the program adds nothing; a run without its language says what is missing', async () => {
  const wild = (view: string): string =>
    withApi(`items: { ...api.items, view: () => ${view} }, operations: []`);
  const folder = openFolder({
    'claims.mjs': wild("({ item: 'other', mayAnswer: false })"),
    'throws.mjs': wild('{ throw new Error("out of order"); }'),
  });
  const started = await run(folder, [
    'run',
    document,
    '--no-wait',
    '--data',
    'data',
    '--language',
    checklist,
  ]);
  expect(started).toMatchObject({ code: 0 });
  for (const file of ['claims.mjs', 'throws.mjs']) {
    const listed = await run(folder, ['items', '--json', '--data', 'data', '--language', file]);
    expect({ ...listed, out: JSON.parse(listed.out) }).toMatchObject({
      code: 0,
      out: { items: [{ task: 'lights', mayAnswer: true }] },
    });
  }
  const missing = await run(folder, ['show', 'last', '--data', 'data']);
  expect(missing.code).not.toBe(0);
  expect(missing.err).toMatch(/Evaluator “.*” does not exist\. .*start Signalbox with --language/);
});
