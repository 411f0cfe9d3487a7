/** The client stands alone: it runs wherever there is fetch. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importsOf, isTest, readTree } from '../architecture/source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [...readTree(root, 'src/client')].filter(([file]) => !isTest(file));

test('[A1] the client imports nothing but itself, not even what Node has', () => {
  expect(sources.length).toBeGreaterThan(10);
  const foreign = sources.flatMap(([file, text]) =>
    importsOf(file, text)
      .filter(({ specifier }) => !/^\.\/[\w-]+\.ts$/.test(specifier))
      .map(({ specifier }) => `${file} imports ${specifier}`),
  );
  expect(foreign).toEqual([]);
});

test('[A1] its compiler knows no types of Node, so that nothing of Node slips in', () => {
  const { compilerOptions, references } = JSON.parse(
    readFileSync(`${root}/src/client/tsconfig.json`, 'utf8'),
  );
  expect([compilerOptions.types, compilerOptions.lib, references]).toEqual([[], ['ES2023', 'WebWorker'], []]);
});
