import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
const exported = Object.entries(
  (JSON.parse(readFileSync(new URL('package.json', root), 'utf8')) as { exports: Record<string, unknown> })
    .exports,
).filter(([name]) => name !== './package.json');

test.each(exported)('[A9] %s comes from the contract of its layer', (name, targets) => {
  const layer = name.slice('./'.length);
  expect(targets).toEqual({ types: `./dist/${layer}/index.d.ts`, default: `./dist/${layer}/index.js` });
  expect(existsSync(new URL(`src/${layer}/index.ts`, root))).toBe(true);
});
