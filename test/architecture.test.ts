/**
 * Checks the sources against ARCHITECTURE.md. Each rule is first tested with a violation, to prove that it can fail.
 */
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkAny, checkDefaultExports, checkLength, checkNames } from './architecture/code-style.ts';
import { checkLanguageFolders, languagesIn } from './architecture/language-folders.ts';
import {
  checkCycles,
  checkFolderCycles,
  checkLayerImports,
  checkReference,
  layerImports,
} from './architecture/layer-imports.ts';
import { checkPurity } from './architecture/purity.ts';
import { type Offence, readTree, type SourceTree } from './architecture/source-tree.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const sources = readTree(root, 'src');

const treeOf = (files: Readonly<Record<string, string>>): SourceTree => new Map(Object.entries(files));
const show = (offences: readonly Offence[]) =>
  offences.map(({ file, line, message }) => `${file}:${line} ${message}`);

test('[A1] there are sources to check', () => {
  expect(sources.size).toBeGreaterThan(0);
});

test('addresses are parsed by parseUrl, because URL.canParse of Node 20 refuses some once it is optimized', () => {
  const found = [...sources].filter(([, text]) => text.includes('URL.canParse(')).map(([file]) => file);
  expect(found).toEqual([]);
});

describe('layers and arrows', () => {
  test('[A1] no import violates the layer table, and every folder is a layer', () => {
    expect(show(checkLayerImports(sources))).toEqual([]);
  });

  test('[A1] imports form no cycle', () => {
    expect(show(checkCycles(sources))).toEqual([]);
  });

  test('[A15] folders form no cycle', () => {
    expect(show(checkFolderCycles(sources))).toEqual([]);
  });

  test('[A1] the layer table names only layers and has no cycle', () => {
    const tree = new Map<string, string>();
    for (const [layer, targets] of Object.entries(layerImports)) {
      const names = targets.map((target) => target.replace(/^type /, '').replace(/\/.*/, ''));
      for (const name of names) expect(Object.keys(layerImports)).toContain(name);
      // The contract file of languages is the reason why runtime ← languages is no cycle.
      const imports = targets
        .filter((target) => !target.includes('/'))
        .map((target) => `import '../${target.replace(/^type /, '')}/index.ts';`);
      tree.set(`src/${layer}/index.ts`, imports.join('\n'));
    }
    expect(show(checkCycles(tree))).toEqual([]);
  });

  test.each([
    ['the kernel importing a layer', 'src/kernel/a.ts', "import { x } from '../runtime/x.ts';"],
    ['an export from a forbidden layer', 'src/kernel/a.ts', "export { x } from '../runtime/x.ts';"],
    ['a forbidden type', 'src/kernel/a.ts', "export type A = import('../runtime/x.ts').X;"],
    ['a dynamic import', 'src/expression/a.ts', "const x = import('../kernel/index.ts');"],
    [
      'the runtime knowing one language',
      'src/runtime/deep/a.ts',
      "import { x } from '../../languages/graph/x.ts';",
    ],
    ['the server using code of the runtime', 'src/server/a.ts', "import { x } from '../runtime/x.ts';"],
    ['an import that leaves src', 'src/cli/a.ts', "import { x } from '../../scripts/needs.js';"],
    ['a folder that is no layer', 'src/cellar/a.ts', ''],
    ['a file outside any layer', 'src/a.ts', ''],
    [
      'a test that reaches over the arrows',
      'src/kernel/a.test.ts',
      "import { x } from '../runtime/index.ts';",
    ],
  ])('[A1] the check finds %s', (_, file, text) => {
    expect(checkLayerImports(treeOf({ [file]: text }))).toHaveLength(1);
  });

  test.each([
    ['an import along an arrow', 'src/cli/commands/a.ts', "import { x } from '../../kernel/index.ts';"],
    [
      'the contract file of languages',
      'src/runtime/a.ts',
      "import { type L } from '../languages/workflow.ts';",
    ],
    ['types where types are allowed', 'src/testing/a.ts', "import type { X } from '../kernel/index.ts';"],
    ['a test using what ships for tests', 'src/kernel/a.test.ts', "import { x } from '../testing/x.ts';"],
    ['a test using a fixture', 'src/kernel/a.test.ts', "import { x } from '../../test/x.ts';"],
    ['a test running what its layer knows', 'src/testing/a.test.ts', "import { x } from '../kernel/x.ts';"],
    ['an import within a comment', 'src/kernel/a.ts', "// import { x } from '../runtime/x.ts';"],
  ])('[A1] the check allows %s', (_, file, text) => {
    expect(show(checkLayerImports(treeOf({ [file]: text })))).toEqual([]);
  });

  test('[A14] a language is one folder: nothing else imports or names it but the lists that register it', () => {
    expect(languagesIn(sources)).toEqual(expect.arrayContaining(['graph', 'guide', 'yawl']));
    expect(show(checkLanguageFolders(sources))).toEqual([]);
  });

  test.each([
    ['an import of a language', 'src/operations/a.ts', "import { x } from '../languages/guide/x.ts';"],
    ['an export of a language', 'src/languages/index.ts', "export { x } from './guide/x.ts';"],
    ['a language importing another', 'src/languages/graph/a.ts', "import type { X } from '../guide/x.ts';"],
    ['a dynamic import', 'src/cli/a.ts', "const x = await import('../languages/guide/verbs/x.ts');"],
    ['the name of a language', 'src/server/a.ts', "const isStep = language === 'guide';"],
    ['the id of the graph language', 'src/server/a.ts', "const isGraph = language === 'graph';"],
  ])('[A14] the check finds %s', (_, file, text) => {
    const folders = { 'src/languages/guide/index.ts': '', 'src/languages/graph/index.ts': '' };
    expect(checkLanguageFolders(treeOf({ ...folders, [file]: text }))).not.toEqual([]);
  });

  test('[A1] the check finds a cycle over three files, types included', () => {
    const offences = checkCycles(
      treeOf({
        'src/kernel/a.ts': "import { b } from './b.ts';",
        'src/kernel/b.ts': "import type { C } from './deep/c.ts';",
        'src/kernel/deep/c.ts': "export { a } from '../a.ts';",
      }),
    );
    expect(show(offences)).toEqual([
      'src/kernel/a.ts:1 import cycle: src/kernel/a.ts → src/kernel/b.ts → src/kernel/deep/c.ts → src/kernel/a.ts',
    ]);
  });

  test('[A15] the check finds a cycle of folders without a cycle of files, also to the folder above', () => {
    const tree = treeOf({
      'src/cli/a.ts': "import { b } from './deep/b.ts';",
      'src/cli/deep/b.ts': "import type { C } from '../c.ts'; import { d } from './d.ts';",
      'src/cli/deep/d.ts': '',
      'src/cli/c.ts': "import { d } from '../kernel/d.ts';",
      'src/cli/c.test.ts': "import { d } from './deep/d.ts';",
    });
    expect(show(checkCycles(tree))).toEqual([]);
    expect(show(checkFolderCycles(tree))).toEqual([
      'src/cli:1 import cycle: src/cli → src/cli/deep → src/cli',
    ]);
  });

  test('[A15] the check finds a cycle over three folders, in any layer', () => {
    const tree = treeOf({
      'src/server/http/a.ts': "import { b } from '../rest/b.ts';",
      'src/server/rest/b.ts': "import type { C } from '../auth/c.ts';",
      'src/server/auth/c.ts': "export { d } from '../http/d.ts';",
      'src/server/http/d.ts': '',
    });
    expect(show(checkFolderCycles(tree))).toEqual([
      'src/server/http:1 import cycle: src/server/http → src/server/rest → src/server/auth → src/server/http',
    ]);
  });
});

describe('purity of the kernel', () => {
  test('[A2] the kernel has no clock, no random numbers, no asynchrony, no host and no package', () => {
    expect(show(checkPurity(sources))).toEqual([]);
  });

  test.each([
    'const at = Date.now();',
    'const at = new Date(0);',
    'const die = Math.random();',
    "const die = Math['random']();",
    'const { random } = Math;',
    'export type Later = Promise<number>;',
    'export async function* later() {}',
    'for await (const x of y) z(x);',
    'await x;',
    'setTimeout(f, 1);',
    'const at = performance.now();',
    'if (process.env.X) f();',
    'const id = crypto.randomUUID();',
    'const at = globalThis.x;',
    'const order = a.localeCompare(b);',
    "import { readFileSync } from 'node:fs';",
    "import { z } from 'zod';",
    "import type { Z } from 'zod';",
  ])('[A2] the check finds %s', (text) => {
    expect(checkPurity(treeOf({ 'src/kernel/deep/a.ts': text }))).not.toEqual([]);
  });

  test.each([
    '// Date.now() and Math.random() and await',
    "const text = 'Date process async';",
    'const most = Math.max(1, 2);',
    'const x = task.process;',
    'export type A = { readonly process: string };',
    'const x = { crypto: 1 };',
  ])('[A2] the check allows %s', (text) => {
    expect(show(checkPurity(treeOf({ 'src/kernel/a.ts': text })))).toEqual([]);
  });

  test('[A2] tests of the kernel, and other layers, are not restricted', () => {
    const text = "import { readFileSync } from 'node:fs'; const at = Date.now();";
    expect(checkPurity(treeOf({ 'src/kernel/a.test.ts': text, 'src/cli/a.ts': text }))).toEqual([]);
  });
});

describe('code style', () => {
  test('[A3] no file has more than 400 lines', () => {
    expect(show(checkLength(sources))).toEqual([]);
  });

  test('[A3] names are kebab-case and describe the file', () => {
    expect(show(checkNames(sources))).toEqual([]);
  });

  test('[A3] no type is any', () => {
    expect(show(checkAny(sources))).toEqual([]);
  });

  test('[A3] nothing is exported as default', () => {
    expect(show(checkDefaultExports(sources))).toEqual([]);
  });

  test('[A3] the check finds line 401, in a source and in a test', () => {
    const lines = (count: number) => 'x;\n'.repeat(count);
    expect(checkLength(treeOf({ 'src/kernel/a.ts': lines(401) }))).toHaveLength(1);
    expect(checkLength(treeOf({ 'src/kernel/a.ts': lines(400) }))).toEqual([]);
    expect(checkLength(treeOf({ 'src/kernel/a.test.ts': lines(401) }))).toHaveLength(1);
  });

  test.each([
    'src/kernel/orJoin.ts',
    'src/kernel/or_join.ts',
    'src/kernel/OrJoin/a.ts',
    'src/kernel/utils.ts',
    'src/kernel/helpers.test.ts',
    'src/cli/common/a.ts',
    'src/cli/shared.ts',
    'src/cli/types.ts',
    'src/cli/constants.ts',
  ])('[A3] the check finds the name %s', (file) => {
    expect(checkNames(treeOf({ [file]: '' }))).toHaveLength(1);
  });

  test('[A3] the check allows src/kernel/or-join-2.test.ts', () => {
    expect(checkNames(treeOf({ 'src/kernel/or-join-2.test.ts': '' }))).toEqual([]);
  });

  test.each(['let x: any;', 'const x = y as any;', 'type A = Map<string, any[]>;'])(
    '[A3] the check finds %s',
    (text) => {
      expect(checkAny(treeOf({ 'src/cli/a.ts': text }))).toHaveLength(1);
    },
  );

  test.each([
    'export default 1;',
    'export default function f() {}',
    'const x = 1; export { x as default };',
    'export = 1;',
  ])('[A3] the check finds %s', (text) => {
    expect(checkDefaultExports(treeOf({ 'src/cli/a.ts': text }))).toHaveLength(1);
  });

  test('[A3] the check allows the word any, and default in a switch or a field', () => {
    const tree = treeOf({
      'src/cli/a.ts': "switch (x) { default: f({ default: 'any' }); } export type A = { default?: boolean };",
    });
    expect([...checkAny(tree), ...checkDefaultExports(tree)]).toEqual([]);
  });
});

describe('the reference engine', () => {
  test('[A4] it imports only types from the kernel', () => {
    expect(show(checkReference(readTree(root, 'test/reference-engine')))).toEqual([]);
  });

  test.each([
    "import { link } from '../../src/kernel/index.ts';",
    "import { type State } from '../../src/kernel/state.ts';",
    "export { link } from '../../src/kernel/index.ts';",
    "import '../../src/kernel/index.ts';",
  ])('[A4] the check finds %s', (text) => {
    expect(checkReference(treeOf({ 'test/reference-engine/a.ts': text }))).toHaveLength(1);
  });

  test('[A4] the check allows import type, and tests that compare the two', () => {
    const tree = treeOf({
      'test/reference-engine/a.ts': "import type { State } from '../../src/kernel/state.ts';",
      'test/reference-engine/a.test.ts': "import { link } from '../../src/kernel/index.ts';",
    });
    expect(checkReference(tree)).toEqual([]);
  });
});
