/** docs/extending.md shows the files that the tests use, and the whole contract. */
import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/extending.md');

const blocksOf = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, text = '']) => text);

test('[A8] the example on the page about languages is the language that passes the suite', () => {
  const files = ['checklist.mjs', 'sample.mjs', 'checklist.test.mjs'];
  const texts = files.map((file) => read(`test/languages/checklist/${file}`));
  expect(blocksOf('js').join('\n')).toBe(texts.join('\n'));
  expect(blocksOf('yaml')).toEqual([read('test/languages/checklist/open-shop.yaml')]);
});

test('[A8] the table on the page about languages lists every part of the contract, and which are required', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| (yes)? ?\|/gm)].map(([, name, required]) => ({
    name,
    required: required !== undefined,
  }));
  const source = ts.createSourceFile('', read('src/languages/language.ts'), ts.ScriptTarget.ES2023, true);
  const contract = source.statements.find(ts.isInterfaceDeclaration)?.members ?? [];
  const parts = contract.map(({ name, questionToken }) => ({
    name: name?.getText(),
    required: questionToken === undefined,
  }));
  const byName = (a: { readonly name?: string | undefined }, b: { readonly name?: string | undefined }) =>
    String(a.name) < String(b.name) ? -1 : 1;
  expect(rows.toSorted(byName)).toEqual(parts.toSorted(byName));
});
