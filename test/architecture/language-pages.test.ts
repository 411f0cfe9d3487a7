/** The pages about the languages name their files correctly. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../src/languages/', import.meta.url);
const languages = readdirSync(folder).filter((name) => existsSync(new URL(`${name}/README.md`, folder)));

test.each(languages)('[A8] the page of the language %s names existing files', (language) => {
  const files = filesOf(language);
  const patterns = namedBy(language);
  expect(patterns.length).toBeGreaterThan(5);
  expect(patterns.filter((pattern) => !files.some((name) => fits(name, pattern)))).toEqual([]);
});

test.each(languages)('[A8] the page of the language %s names every folder', (language) => {
  const entries = readdirSync(new URL(`${language}/`, folder), { withFileTypes: true });
  const page = pageOf(language);
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(folders.filter((name) => !page.includes(`\`${name}/`))).toEqual([]);
});

const pageOf = (language: string): string => readFileSync(new URL(`${language}/README.md`, folder), 'utf8');

const filesOf = (language: string): readonly string[] =>
  readdirSync(new URL(`${language}/`, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'))
    .map((path) => path.split('/').at(-1) ?? path);

/** `parse-*.ts` means all that begin with it. */
const namedBy = (language: string): readonly string[] =>
  [...pageOf(language).matchAll(/`([a-z*-]+\.ts)`/g)].map(([, name = '']) => name);

function fits(name: string, pattern: string): boolean {
  const [start = '', end] = pattern.split('*');
  return end === undefined ? name === pattern : name.startsWith(start) && name.endsWith(end);
}
