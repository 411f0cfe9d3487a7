/** The client has no dependencies: it runs wherever there is fetch. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { importsOf, isTest, readTree } from '../architecture/source-tree.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const sources = [...readTree(root, 'src/client')].filter(([file]) => !isTest(file));

test('[A1] the client imports only itself, not even Node built-ins', () => {
  expect(sources.length).toBeGreaterThan(10);
  const foreign = sources.flatMap(([file, text]) =>
    importsOf(file, text)
      .filter(({ specifier }) => !/^\.\/[\w-]+\.ts$/.test(specifier))
      .map(({ specifier }) => `${file} imports ${specifier}`),
  );
  expect(foreign).toEqual([]);
});

test('[A1] its compiler options exclude the types of Node', () => {
  const { compilerOptions, references } = JSON.parse(
    readFileSync(`${root}/src/client/tsconfig.json`, 'utf8'),
  );
  expect([compilerOptions.types, compilerOptions.lib, references]).toEqual([[], ['ES2023', 'WebWorker'], []]);
});
