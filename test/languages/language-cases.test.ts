/** Every language passes the published suite: one that is loaded from a file, and those of this program. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCases, type OpenedLanguage, openLanguage } from '../../src/testing/index.ts';
import { languageFixtures } from './language-fixtures.ts';

test('[L11] every language of this program is tested here', () => {
  const folder = new URL('../../src/languages/', import.meta.url);
  const own = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));
  expect(Object.keys(languageFixtures)).toEqual(own);
});

describe.each(Object.entries(languageFixtures))('%s', (_, fixture) => {
  let opened: OpenedLanguage;
  beforeAll(async () => {
    opened = await openLanguage(fixture);
  });
  afterAll(() => opened.end());

  const cases = [...languageCases.reading, ...languageCases.runs];
  test.each(cases.map(({ fact, run }) => [fact, run] as const))('[L11] %s', (_fact, run) => run(opened));
});

test('[L11] a language from a file passes with the published suite, as its author runs it', () => {
  const file = fileURLToPath(new URL('checklist/checklist.test.mjs', import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, ['--test', '--test-reporter=tap', file], {
    encoding: 'utf8',
  });
  const count = Object.values(languageCases).flat().length;
  expect(stdout).toContain(`# pass ${count}\n# fail 0\n`);
  expect(status).toBe(0);
});
