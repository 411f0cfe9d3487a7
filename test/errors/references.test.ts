/** Errors refer to operations, fields and nouns as data. No text contains the name of an operation, and none is searched for one. */
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { joinPhrases, phrase, plainText, registry, renderPhrase } from '../../src/operations/index.ts';
import { isTest, readTree } from '../architecture/source-tree.ts';

const sources = [...readTree(fileURLToPath(new URL('../..', import.meta.url)), 'src')].filter(
  ([file]) => !isTest(file),
);

const linesWith = (wanted: RegExp): readonly string[] =>
  sources.flatMap(([file, text]) =>
    text.split('\n').flatMap((line, at) => (wanted.test(line) ? [`${file}:${at + 1}`] : [])),
  );

test('[W3.1][P2.4] no text of an error names an operation in quotes', () => {
  const names = registry.names.map((name) => name.replaceAll('.', '\\.')).join('|');
  const inText = new RegExp(`^(?!\\s*(?:/\\*|\\*|//)).*(?:message|[aA]ction)\\b.*“(?:${names})”`);
  const alone = new RegExp(`^\\s*(?:[?:] )?(?:phrase)?['\`][A-Z].*“(?:${names})”.*\\.['\`][,;]$`);
  // The description of a field, which is the same at all interfaces.
  const described = linesWith(alone).filter((place) => !/\/(?:complete|force)-item\.ts:/.test(place));
  expect([...linesWith(inText), ...described]).toEqual([]);
});

test('[W3.1][P2.4] no expression looks for quoted names', () => {
  expect(linesWith(/\/(?=[^/\s])[^/]*(?:“\(|\(“|“\[)[^/]*\/[gimsuy]*[,.)]/)).toEqual([]);
});

test('[W3.1] a phrase is plain JSON, and only its references are renamed', () => {
  const run = '“runs.get”';
  const text = phrase`Read ${run} of the ${{ noun: 'run' }} with ${{ operation: 'runs.get' }}, ${3} times.`;
  expect(text).toEqual([
    'Read “runs.get” of the ',
    { noun: 'run' },
    ' with ',
    { operation: 'runs.get' },
    ', 3 times.',
  ]);
  expect(JSON.parse(JSON.stringify(text))).toEqual(text);
  expect(plainText(text)).toBe('Read “runs.get” of the run with “runs.get”, 3 times.');
  expect(renderPhrase(text, () => 'X')).toBe('Read “runs.get” of the X with X, 3 times.');
  expect(phrase`Without ${'any'}.`).toBe('Without any.');
  expect(phrase`${{ field: '' }}`).toEqual([{ field: '' }]);
  expect(plainText([{ field: '' }])).toBe('the input');
  expect(joinPhrases([text, 'B.', phrase`${{ field: 'c' }}`])).toEqual([
    ...text.slice(0, 4),
    ', 3 times. B. ',
    { field: 'c' },
  ]);
});
