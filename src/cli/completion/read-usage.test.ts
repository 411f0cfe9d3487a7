import { expect, test } from 'vitest';
import { nextWords } from './read-usage.ts';

const next = (usage: string, ...given: readonly string[]) =>
  nextWords(usage, given).flatMap(({ literals, names }) => [...literals, ...names]);

test('[T12] the text of the help says which words can come next', () => {
  expect(next('RUN NAME [JSON]')).toEqual(['RUN']);
  expect(next('RUN NAME [JSON]', 'last', 'go')).toEqual(['JSON']);
  expect(next('RUN NAME [JSON]', 'last', 'go', '{}')).toEqual([]);
  expect(next('[FILE…]', 'a', 'b')).toEqual(['FILE']);
  expect(next('FILE|WORKFLOW')).toEqual(['FILE', 'WORKFLOW']);
  expect(next('hold|add ITEM')).toEqual(['hold', 'add']);
  expect(next('hold|add ITEM', 'hold')).toEqual(['ITEM']);
  expect(next('create NAME | list | revoke KEY')).toEqual(['create', 'list', 'revoke']);
  expect(next('create NAME | list | revoke KEY', 'revoke')).toEqual(['KEY']);
  expect(next('create NAME | list | revoke KEY', 'list')).toEqual([]);
  expect(next('PATH --at N', 'a.yaml')).toEqual([]);
  expect(next('')).toEqual([]);
});
