/** Every promise of SPEC.md is cited by a test, and no test cites a promise that does not exist. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { isTest, readTree, type SourceTree } from './architecture/source-tree.ts';
import { citations, compare, promisedIds } from './spec/citations.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

const treeOf = (text: string): SourceTree => new Map([['src/kernel/a.test.ts', text]]);
const idsIn = (text: string) => citations(treeOf(text)).map(({ id }) => id);

test('[A5] every promise has a test that cites it, every citation a promise', () => {
  const ids = promisedIds(readFileSync(`${root}SPEC.md`, 'utf8'));
  const tests = [...readTree(root, 'src'), ...readTree(root, 'test')].filter(([file]) => isTest(file));
  expect(ids).not.toEqual([]);
  expect(compare(ids, citations(new Map(tests)))).toEqual([]);
});

test('[A5] a promise is an id in bold at the start of a list item', () => {
  const spec =
    '# K9\n- **K1** one\n  - **K3.2** two\n* **R1** three\ntext **K7**\n- see **K8**\n- **Note** no\n';
  expect(promisedIds(spec)).toEqual(['K1', 'K3.2', 'R1']);
});

test('[A5] ids are read from the head of a title, several if there are several', () => {
  const titles = [
    "test('[K6.1][K7] x', f);",
    'it(`[K8] $' + '{x}`, f);',
    "test.each([1])('[K9] %d', f);",
    "test.skipIf(x)('[K10] y', f);",
  ];
  expect(idsIn(titles.join('\n'))).toEqual(['K6.1', 'K7', 'K8', 'K9', 'K10']);
});

test('[A5] other text, groups, and tests that are skipped or planned cite nothing', () => {
  expect(
    idsIn(
      "// test('[K1] x')\nconst s = \"test('[K2] x')\"; describe('[K3] x', f); test.skip('[K4] x', f); " +
        "test.todo('[K5] x'); test.skip.each([1])('[K6] x', f); test('about [K7]', f); run('[K8] x');",
    ),
  ).toEqual([]);
});

test('[A5] a promise without a test, a citation without a promise and a duplicate id are found', () => {
  const cited = [
    { id: 'K1', file: 'a.test.ts' },
    { id: 'K4', file: 'a.test.ts' },
    { id: 'K4', file: 'a.test.ts' },
  ];
  expect(compare(['K1', 'K2', 'K1'], cited)).toEqual([
    'SPEC.md gives K1 twice',
    'no test cites K2',
    'a.test.ts cites K4, which SPEC.md does not have',
  ]);
});
