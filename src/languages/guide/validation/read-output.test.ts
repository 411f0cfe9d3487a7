import { expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { readData } from './read-output.ts';

const data = { a: [1] };
const text = JSON.stringify(data);
const fenced = (language: string, inside: string): string => `\`\`\`${language}\n${inside}\n\`\`\``;

test.each<[what: string, output: Json, read: Json]>([
  ['data', data, data],
  ['text', text, data],
  ['text with space around it', `\n ${text}\n`, data],
  ['a fenced block', fenced('json', text), data],
  ['a fenced block in words', `Here it is:\n\n${fenced('JSON', text)}\nDone.`, data],
  ['a fenced block without a language', fenced('', text), data],
  ['encoded twice', JSON.stringify(text), data],
  ['encoded twice in a fenced block', fenced('json', JSON.stringify(text)), data],
  ['a text in quotes', '"hello"', 'hello'],
  ['a number in quotes stays a text', '"5"', '5'],
  ['a number', '5', 5],
  ['null', null, null],
])('[U5.1] data is found in %s', (_, output, read) => {
  expect(readData(output)).toEqual({ kind: 'data', data: read });
});

test.each<[output: string | undefined, where: string]>([
  [undefined, 'the output is missing'],
  [' \n', 'it is empty'],
  ['All is done.', 'unexpected “All is done.” at line 1, column 1'],
  ['{"a": 1,\n "b": oh}', 'unexpected “oh}” at line 2, column 7'],
  ['{"a": 1', 'it ends too early, at line 1, column 8'],
  [`See:\n${fenced('json', '{"a": 1,}')}`, 'unexpected “,}” at line 3, column 8'],
  [fenced('yaml', text), 'unexpected “```yaml” at line 1, column 1'],
  [`${fenced('json', text)}\n${fenced('json', text)}`, 'unexpected “```json” at line 1, column 1'],
])('[U5.1] %j is not JSON, and the location is reported', (output, where) => {
  expect(readData(output)).toEqual({ kind: 'no-json', where });
});

test('[U5.1] a byte order mark before JSON is ignored', () => {
  expect(readData('\ufeff{"n":1}')).toEqual({ kind: 'data', data: { n: 1 } });
});
