import { expect, test } from 'vitest';
import { parseBound } from './parse-bound.ts';
import { parsePredicate } from './parse-predicate.ts';
import { taskNameOf } from './task-name.ts';

test.each([
  ["timer(Ship it) = 'expired'", { kind: 'timer', task: 'Ship it', state: 'expired', negated: false }],
  [" timer( Ship )!='dormant'\n", { kind: 'timer', task: 'Ship', state: 'dormant', negated: true }],
  ["timer(Ship) = 'late'", { kind: 'malformed' }],
  ["timer(Ship) > 'active'", { kind: 'malformed' }],
  ["timer(Ship = 'active'", { kind: 'malformed' }],
  ['timer(Ship) = "active"', { kind: 'malformed' }],
  ["timer(Ship) = 'active' or true()", { kind: 'malformed' }],
  ["/N/timer = 'active'", { kind: 'query', query: "boolean(/N/timer = 'active')" }],
  [' /N/v ', { kind: 'query', query: 'boolean( /N/v )' }],
])('[Y2.2] the predicate %j is parsed', (text, parsed) => {
  expect(parsePredicate(text)).toEqual(parsed);
});

test.each([
  ['3', 3],
  [' +12\n', 12],
  ['-1', -1],
  ['2147483647', 2147483647],
  ['', null],
  ['3.5', null],
  ['/N/count', null],
  ['9'.repeat(400), null],
])('[Y2.1] the bound %j is a number or a query', (text, bound) => {
  expect(parseBound(text)).toBe(bound);
});

test.each([
  ['', '3_Ship', 'Ship'],
  ['', 'Ship_3', 'Ship'],
  ['', 'Ship', 'Ship'],
  ['', '12_Ship_it', 'Ship_it'],
  ['Ship it', '3_Ship', 'Ship it'],
])('[Y2.2] a task with the name %j and the id %j is called %s', (name, id, called) => {
  expect(taskNameOf({ name, id })).toBe(called);
});
