/** The words that may not come back, in names, messages, comments and docs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { findInNames, findInPath, findInProse, findInSource } from './words/find-words.ts';
import { type ForbiddenWord, forbiddenInNames, forbiddenInProse } from './words/forbidden-words.ts';
import { wordExceptions } from './words/word-exceptions.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const folders = ['bench', 'bin', 'deploy', 'docs', 'examples', 'scripts', 'src', 'test'];
const pages = ['ARCHITECTURE.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'README.md', 'SPEC.md'];
/** The lists themselves. */
const lists = /^test\/words/;

const paths = [
  ...pages,
  ...folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((path) =>
      join(folder, path).replaceAll('\\', '/'),
    ),
  ),
].filter((path) => !lists.test(path) && !path.startsWith('test/journals/'));
const sources = paths.filter((path) => /\.(?:ts|js|mjs)$/.test(path));
const documents = paths.filter((path) => /\.(?:md|ya?ml)$/.test(path));
const isTest = (path: string): boolean => path.startsWith('test/') || path.endsWith('.test.ts');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const used = new Set<object>();
const isException = (path: string, word: string): boolean => {
  const exception = wordExceptions.find((each) => each.word === word && path.startsWith(each.path));
  if (exception !== undefined) used.add(exception);
  return exception !== undefined;
};

const offences = (
  files: readonly string[],
  find: (
    path: string,
  ) => readonly { readonly word: string; readonly instead: string; readonly text: string }[],
): readonly string[] =>
  files.flatMap((path) =>
    find(path)
      .filter(({ word }) => !isException(path, word))
      .map(({ word, instead, text }) => `${path}: “${text}” has “${word}”; write ${instead}`),
  );

const names = [
  ...offences(paths, (path) => findInPath(path, forbiddenInNames)),
  ...offences(sources, (path) => findInNames(read(path), forbiddenInNames)),
];
const prose = offences(sources, (path) => findInSource(read(path), forbiddenInProse, isTest(path)));
const written = offences(documents, (path) => findInProse(read(path), forbiddenInProse));

test('[A13] no file name and no identifier has a forbidden word', () => {
  expect(names).toEqual([]);
});

test('[A13] no comment, message or test title has a forbidden word', () => {
  expect(prose).toEqual([]);
});

test('[A13] no page and no example has a forbidden word', () => {
  expect(written).toEqual([]);
});

test('[A13] every exception has a reason and is still needed', () => {
  expect(wordExceptions.filter(({ reason }) => reason === '')).toEqual([]);
  expect(wordExceptions.filter((exception) => !used.has(exception))).toEqual([]);
});

describe('the search', () => {
  const forbidden: readonly ForbiddenWord[] = [
    { word: 'house', instead: 'app' },
    { word: 'held against', instead: 'validated against' },
  ];

  test.each(['openHouse', '#house', 'HOUSE_KEY', 'House'])('[A13] finds it in the name %s', (name) => {
    const source = name.startsWith('#') ? `class A { ${name} = 1; }` : `const ${name} = 1;`;
    expect(findInNames(source, forbidden)).toHaveLength(1);
  });

  test.each(['household', 'housing'])('[A13] leaves the name %s alone', (name) => {
    expect(findInNames(`const ${name} = 1;`, forbidden)).toEqual([]);
  });

  test.each([
    ['a comment', '/** It is held\n * against it. */\nconst a = 1;'],
    ['a comment at the end', 'const a = 1; // held against'],
    ['a text', "const a = 'Held against it';"],
    ['a template', 'const a = `$' + '{b} is held against $' + '{c}`;'],
  ])('[A13] finds it in %s', (_, source) => {
    expect(findInSource(source, forbidden)).toHaveLength(1);
  });

  test('[A13] of a test, finds it in the title and not in sample data', () => {
    const source = "test('[A1] it is held against it', () => f('held against it'));";
    expect(findInSource(source, forbidden, true)).toHaveLength(1);
  });

  test('[A13] finds it across lines of a page, and in a path', () => {
    expect(findInProse('It is held\nagainst it.', forbidden)).toHaveLength(1);
    expect(findInPath('src/operations/house/a.ts', forbidden)).toHaveLength(1);
  });
});
