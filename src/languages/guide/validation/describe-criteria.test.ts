import { expect, test } from 'vitest';
import { createLookUp } from '../conditions/look-up.ts';
import type { Criteria, ValidationRule } from '../model/schema.ts';
import { describeCriteria } from './describe-criteria.ts';
import { variablesInCriteria } from './variables-in-criteria.ts';

const rule = (message: string, variable?: string): ValidationRule => ({
  type: 'contains',
  value: 'x',
  message,
  ...(variable === undefined ? {} : { condition: { var: variable, equals: true } }),
});

const [a, b, c] = [rule('Has a'), rule('Has b', 'on'), rule('Has c', 'off')];

test.each<[what: string, criteria: Criteria | null, words: readonly string[], variables: readonly string[]]>([
  ['none', null, [], []],
  ['a rule', a, ['Has a'], []],
  ['a list', [a, b, c], ['Has a', 'Has b'], ['on', 'off']],
  ['the same twice', [a, a], ['Has a'], []],
  ['and', { and: [a, b, c] }, ['Has a', 'Has b'], ['on', 'off']],
  ['or', { or: [a, b, c] }, ['Has a or Has b'], ['on', 'off']],
  ['or of what does not apply', { or: [c] }, [], ['off']],
  ['not', { not: a }, ['Not: Has a'], []],
  ['not, in its own words', { not: rule('Must not have a') }, ['Must not have a'], []],
  ['not of what does not apply', { not: c }, [], ['off']],
  [
    'nested',
    { and: [a, { or: [{ and: [a, b] }, { not: b }] }] },
    ['Has a', 'Has a and Has b or Not: Has b'],
    ['on'],
  ],
])('[U4.4] [U5.2] %s', (_, criteria, words, variables) => {
  expect(describeCriteria(criteria, createLookUp({ on: true, off: false }))).toEqual(words);
  expect(variablesInCriteria(criteria)).toEqual(variables);
});
