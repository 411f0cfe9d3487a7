import { expect, test } from 'vitest';
import { conditionText } from '../conditions/condition-text.ts';
import type { Condition } from '../model/schema.ts';
import { findAssignment } from './find-assignment.ts';

const cases: readonly (readonly [Condition, object, object])[] = [
  [{ var: 'a' }, { a: true }, { a: false }],
  [{ var: 'a', equals: 'x' }, { a: 'x' }, { a: 'something else' }],
  [{ var: 'a', not_equals: 3 }, { a: 4 }, { a: 3 }],
  [{ var: 'a', gt: 1 }, { a: 2 }, { a: 1 }],
  [{ var: 'a', gte: 1 }, { a: 1 }, { a: 0 }],
  [{ var: 'a', lt: 1 }, { a: 0 }, { a: 1 }],
  [{ var: 'a', lte: 1 }, { a: 1 }, { a: 2 }],
  [{ var: 'a', contains: 'x' }, { a: 'x' }, { a: '' }],
  [{ var: 'a', in: ['x', 'y'] }, { a: 'x' }, { a: '' }],
  [{ not: { var: 'a', equals: true } }, { a: false }, { a: true }],
  [{ and: [{ var: 'a' }, { var: 'b', gt: 1 }] }, { a: true, b: 2 }, { a: false }],
  [{ or: [{ var: 'a' }, { var: 'b', gt: 1 }] }, { a: true }, { a: false, b: 1 }],
];

test.each(cases.map(([condition, ...wanted]) => [conditionText(condition), condition, ...wanted] as const))(
  '[U9.2] finds values with which “%s” holds, and does not',
  (_, condition, yes, no) => {
    expect([findAssignment(condition, true), findAssignment(condition, false)]).toEqual([yes, no]);
  },
);

test.each<Condition>([
  { var: 'a.b', equals: 1 },
  { var: 'a', matches: '^x+$' },
  {
    and: [
      { var: 'a', equals: 1 },
      { var: 'a', equals: 2 },
    ],
  },
])('[U9.2] returns null if none is found: %j', (condition) => {
  expect(findAssignment(condition, true)).toBeNull();
});
