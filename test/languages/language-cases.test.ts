/** Every language passes the published suite: one that is loaded from a file, and those of this program. */
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { languageCases, type OpenedLanguage, openLanguage } from '../../src/testing/index.ts';
import { languageFixtures } from './language-fixtures.ts';

test('[L7] every language of this program is tested here', () => {
  const folder = new URL('../../src/languages/', import.meta.url);
  const own = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/index.ts`, folder)));
  expect(own).toEqual(['graph', 'guide', 'yawl']);
  expect(Object.keys(languageFixtures)).toEqual(expect.arrayContaining(own));
});

describe.each(Object.entries(languageFixtures))('%s', (_, fixture) => {
  let opened: OpenedLanguage;
  beforeAll(async () => {
    opened = await openLanguage(fixture);
  });
  afterAll(() => opened.end());

  const cases = [...languageCases.reading, ...languageCases.runs];
  test.each(cases.map(({ fact, run }) => [fact, run] as const))('[L7] %s', (_fact, run) => run(opened));
});
