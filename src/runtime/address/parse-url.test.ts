import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';

test('an address with letters of Latin-1 is read, also when the code that reads it was optimized', () => {
  const read = () => parseUrl('https://bücher.example/käse')?.hostname;
  for (let round = 0; round < 50_000; round++) if (read() === undefined) throw new Error(`Round ${round}.`);
  expect(read()).toBe('xn--bcher-kva.example');
});

test('a text that is no address is undefined; a relative one needs a base', () => {
  expect(['', 'bücher', 'https://', '/käse'].map((text) => parseUrl(text))).toEqual(Array(4).fill(undefined));
  expect(parseUrl('/käse', new URL('https://bücher.example/'))?.pathname).toBe('/k%C3%A4se');
});
