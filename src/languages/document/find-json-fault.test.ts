import { expect, test } from 'vitest';
import { createRandom } from '../../testing/index.ts';
import { findJsonFault } from './find-json-fault.ts';

const rows: readonly (readonly [text: string, message: string, position: number])[] = [
  ['{"a": "b"', 'Unexpected end of JSON input', 9],
  ['{"a": [1, {"b": 2}', 'Unexpected end of JSON input', 18],
  ['{"a":', 'Unexpected end of JSON input', 5],
  ['', 'Unexpected end of JSON input', 0],
  ['{"a": "b', 'Unexpected end of JSON input in a string', 8],
  ['{"a": 1 "b": 2}', "Expected ',' or '}' after a property value", 8],
  ['[1 2]', "Expected ',' or ']' after a list element", 3],
  ['{"a": [1}', "Expected ',' or ']' after a list element", 8],
  ['{"a" 1}', "Expected ':' after a property name", 5],
  ['{a: 1}', 'Expected a property name in double quotes', 1],
  ['{"a": 1, }', "Expected no comma before '}'", 7],
  ['[1,]', "Expected no comma before ']'", 2],
  ['{"a": tru}', "Unexpected token 'tru'", 6],
  ['{"a": 01}', "Unexpected token '01'", 6],
  ['{"a": }', "Unexpected token '}'", 6],
  ['{"a": 1} x', 'Unexpected text after the JSON value', 9],
  ['{"a": "b\n"}', 'Unexpected line break or control character in a string', 8],
  ['{"a": "\\q"}', 'Unexpected escape in a string', 7],
];

test.each(rows)('[U6.1] the first error of %j is reported with its position', (text, message, position) => {
  expect(findJsonFault(text)).toMatchObject({ message, position });
});

test('[U6.2] open brackets after a complete value are closed and a trailing comma is removed; no other correction is proposed', () => {
  const remedied = (text: string): string | undefined => {
    const remedy = findJsonFault(text)?.remedy;
    return remedy === undefined
      ? undefined
      : `${text.slice(0, remedy.start)}${remedy.text}${text.slice(remedy.end)}`;
  };
  expect(remedied('{"a": [1, {"b": 2}')).toBe('{"a": [1, {"b": 2}]}');
  expect(remedied('{"a": 1\n')).toBe('{"a": 1}\n');
  expect(remedied('{"a": [1, 2, ], "b": 1}')).toBe('{"a": [1, 2 ], "b": 1}');
  for (const text of ['{"a":', '{"a": "b', '{"a": 1,', '{a: 1}']) expect(remedied(text)).toBeUndefined();
});

test('[U6.1] a text of any nesting depth is read', () => {
  const deep = '['.repeat(200_000);
  expect(findJsonFault(deep)).toMatchObject({ position: 200_000 });
  expect(findJsonFault(`${deep}${']'.repeat(200_000)}`)).toBeUndefined();
});

const seed = 20_261_116;
test(`[U6.1] an error is found exactly if the text is invalid, seed ${seed}`, () => {
  const random = createRandom(seed);
  const good = JSON.stringify(
    { id: 'a-b', n: [1, -2.5e3, true, null, { x: 'é"\\\n' }], steps: [{}, []] },
    null,
    1,
  );
  let faults = 0;
  for (let round = 0; round < 3_000; round++) {
    const at = random.int(good.length);
    const sign = ['', '{', '}', '[', ']', ',', ':', '"', '\\', '0', 'e', ' ', '\n'][random.int(13)] ?? '';
    const text = good.slice(0, at) + sign + good.slice(at + random.int(2));
    const fault = findJsonFault(text);
    expect([text, fault === undefined]).toEqual([text, isJson(text)]);
    if (fault !== undefined) faults += 1;
  }
  expect(faults).toBeGreaterThan(500);
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
