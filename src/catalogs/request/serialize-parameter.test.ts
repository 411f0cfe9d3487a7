/** The table of examples in the OpenAPI specification, in percent-encoded form. */
import { expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import {
  type ParameterStyle,
  serializeInHeader,
  serializeInPath,
  serializeInQuery,
} from './serialize-parameter.ts';

const list = ['blue', 'black', 'brown'];
const object = { R: 100, G: 200, B: 150 };

const inPath: readonly (readonly [ParameterStyle, boolean, string, string, string, string])[] = [
  ['matrix', false, ';color', ';color=blue', ';color=blue,black,brown', ';color=R,100,G,200,B,150'],
  ['matrix', true, ';color', ';color=blue', ';color=blue;color=black;color=brown', ';R=100;G=200;B=150'],
  ['label', false, '.', '.blue', '.blue,black,brown', '.R,100,G,200,B,150'],
  ['label', true, '.', '.blue', '.blue.black.brown', '.R=100.G=200.B=150'],
  ['simple', false, '', 'blue', 'blue,black,brown', 'R,100,G,200,B,150'],
  ['simple', true, '', 'blue', 'blue,black,brown', 'R=100,G=200,B=150'],
];

test.each(inPath)('[H6.2] %s, explode %s, in a path', (style, explode, ...expected) => {
  const written = ['', 'blue', list, object].map((value: Json) =>
    serializeInPath({ name: 'color', style, explode, allowReserved: false }, value),
  );
  expect(written).toEqual(expected);
});

const inQuery: readonly (readonly [ParameterStyle, boolean, string, string, string, string])[] = [
  ['form', false, 'color=', 'color=blue', 'color=blue,black,brown', 'color=R,100,G,200,B,150'],
  ['form', true, 'color=', 'color=blue', 'color=blue&color=black&color=brown', 'R=100&G=200&B=150'],
  [
    'spaceDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%20black%20brown',
    'color=R%20100%20G%20200%20B%20150',
  ],
  [
    'pipeDelimited',
    false,
    'color=',
    'color=blue',
    'color=blue%7Cblack%7Cbrown',
    'color=R%7C100%7CG%7C200%7CB%7C150',
  ],
  [
    'deepObject',
    true,
    'color=',
    'color=blue',
    'color=blue&color=black&color=brown',
    'color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150',
  ],
];

test.each(inQuery)('[H6.2] %s, explode %s, in a query', (style, explode, ...expected) => {
  const written = ['', 'blue', list, object].map((value: Json) =>
    serializeInQuery({ name: 'color', style, explode, allowReserved: false }, value).join('&'),
  );
  expect(written).toEqual(expected);
});

test('[H6.2] a header is simple, and not encoded', () => {
  expect(serializeInHeader({ explode: false }, ['a b', 'c'])).toBe('a b,c');
  expect(serializeInHeader({ explode: true }, object)).toBe('R=100,G=200,B=150');
});

test('[H6.2] reserved characters are encoded, unless they are allowed; what would end the query is always encoded', () => {
  const value = "a/b?c=d&e+f%20g#h[i]!'()*é";
  const write = (allowReserved: boolean): string =>
    serializeInQuery({ name: 'q', style: 'form', explode: true, allowReserved }, value).join('&');
  expect(write(false)).toBe('q=a%2Fb%3Fc%3Dd%26e%2Bf%2520g%23h%5Bi%5D%21%27%28%29%2A%C3%A9');
  expect(write(true)).toBe("q=a/b?c=d%26e%2Bf%20g%23h%5Bi%5D!'()*%C3%A9");
});

test('[H6.2] a path parameter cannot leave its segment', () => {
  const plain = { name: 'id', style: 'simple', explode: false, allowReserved: false } as const;
  expect(serializeInPath(plain, '../../admin?x=1')).toBe('..%2F..%2Fadmin%3Fx%3D1');
});

test('[H6.2] half of a surrogate pair is replaced, not an exception', () => {
  const plain = { name: 'id', style: 'simple', explode: false, allowReserved: false } as const;
  expect(serializeInPath(plain, '\ud800')).toBe('%EF%BF%BD');
});
