import { expect, test } from 'vitest';
import type { Json } from '../../expression/index.ts';
import { readGraphqlResult } from './read-graphql-result.ts';

const throttled = { message: 'Slow down', extensions: { code: 'THROTTLED' } };

test.each<readonly [string, Json, Json]>([
  ['a value', { data: { a: { b: 1 } } }, { b: 1 }],
  ['false', { data: { a: false } }, false],
  ['null without errors', { data: { a: null } }, null],
  ['no errors in the list', { data: { a: null }, errors: [] }, null],
])('[C4.7] %s is the result', (_, body, value) => {
  expect(readGraphqlResult(body, 'a')).toEqual({ kind: 'result', value, warnings: [] });
});

test('[C4.7] errors beside a value are warnings: a mutation that answers has happened', () => {
  const errors = [{ message: 'May not be read.', path: ['a', 'b', 0] }];
  expect(readGraphqlResult({ data: { a: { b: [null] } }, errors }, 'a')).toEqual({
    kind: 'result',
    value: { b: [null] },
    warnings: ['May not be read (at a.b.0).'],
  });
});

test.each<readonly [string, Json, string, boolean]>([
  [
    'errors',
    { data: { a: null }, errors: [{ message: 'Not\n found' }, { message: 'Late!' }] },
    'The API answered with errors: Not found. Late.',
    false,
  ],
  [
    'errors without data',
    { errors: [{}, 'plain', null] },
    'The API answered with errors: An error without a message. plain. An error without a message.',
    false,
  ],
  ['throttling', { errors: [throttled] }, 'The API answered with errors: Slow down.', true],
  [
    'throttling by a type',
    { errors: [{ message: 'Limit', type: 'RATE_LIMITED' }] },
    'The API answered with errors: Limit.',
    true,
  ],
  [
    'another error beside throttling',
    { errors: [throttled, { message: 'Bad' }] },
    'The API answered with errors: Slow down. Bad.',
    false,
  ],
  ['another field', { data: { b: 1 } }, 'The response has no “a” in its data.', false],
])('[C4.7] %s: a failure', (_, body, message, retryable) => {
  expect(readGraphqlResult(body, 'a')).toEqual({
    kind: 'failure',
    code: 'graphql-error',
    message,
    retryable,
  });
});

test.each<readonly [Json]>([[null], ['<html>'], [[]], [{}], [{ data: null }], [{ data: [1] }]])(
  '[C4.7] %j is no response of a GraphQL API',
  (body) => {
    expect(readGraphqlResult(body, 'constructor')).toMatchObject({
      kind: 'failure',
      message: expect.stringContaining('neither data nor errors'),
    });
  },
);

test('[C4.7] many long errors are cut', () => {
  const errors = Array.from({ length: 10_000 }, () => ({
    message: 'x'.repeat(10_000),
    path: ['y'.repeat(10_000)],
  }));
  const answer = readGraphqlResult({ errors }, 'a');
  expect(answer.kind === 'failure' && answer.message.length).toBeLessThan(16_000);
  expect(answer.kind === 'failure' && answer.message).toMatch(/And 9980 more\.$/);
});
