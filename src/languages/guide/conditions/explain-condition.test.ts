import { expect, test } from 'vitest';
import type { GuideContext } from '../model/guide-context.ts';
import type { Condition } from '../model/schema.ts';
import { explainCondition } from './explain-condition.ts';
import { createLookUp } from './look-up.ts';

const context: GuideContext = {
  taskScope: 'small',
  complexity: 0.3,
  count: '5',
  done: false,
  notes: '',
  tags: ['a', 'b'],
  long: 'lorem ipsum dolor sit amet consectetur adipiscing elit',
  user: { level: 'novice' },
};
const lookUp = createLookUp(context);

test.each<[Condition, string]>([
  [{ var: 'taskScope', equals: 'large' }, '“taskScope” is “small”, not “large”'],
  [{ var: 'risk', equals: 'high' }, '“risk” is not set'],
  [{ var: 'risk', in: ['high', 'low'] }, '“risk” is not set'],
  [{ var: 'risk' }, '“risk” is not set'],
  [{ var: 'risk', gt: 3 }, '“risk” is not set'],
  [{ var: 'notes' }, '“notes” is “”'],
  [{ var: 'done' }, '“done” is false'],
  [{ var: 'complexity', gt: 0.5 }, '“complexity” is 0.3, not greater than 0.5'],
  [{ var: 'count', gte: 3 }, '“count” is “5”, not a number of at least 3'],
  [{ var: 'taskScope', in: ['large', 'medium'] }, '“taskScope” is “small”, not one of “large”, “medium”'],
  [
    {
      or: [
        { var: 'taskScope', equals: 'large' },
        { var: 'taskScope', equals: 'medium' },
      ],
    },
    '“taskScope” is “small”, not “large”, not “medium”',
  ],
  [
    {
      and: [
        { var: 'taskScope', equals: 'large' },
        { var: 'risk', equals: 'high' },
      ],
    },
    '“taskScope” is “small”, not “large”; “risk” is not set',
  ],
  [
    {
      and: [
        { var: 'taskScope', equals: 'small' },
        { var: 'risk', equals: 'high' },
      ],
    },
    '“risk” is not set',
  ],
  [
    {
      or: [
        { var: 'done', equals: true },
        {
          and: [
            { var: 'risk', lt: 2 },
            { var: 'taskScope', equals: 'large' },
          ],
        },
      ],
    },
    '“done” is false, not true; “risk” is not set; “taskScope” is “small”, not “large”',
  ],
  [{ not: { var: 'taskScope', equals: 'small' } }, '“taskScope” is “small”'],
  [{ var: 'taskScope', not_equals: 'small' }, '“taskScope” is “small”'],
  [{ not: { var: 'complexity', lt: 0.5 } }, '“complexity” is 0.3, less than 0.5'],
  [{ var: 'done', equals: null }, '“done” is false, but must not be set'],
  [{ not: { var: 'risk', equals: null } }, '“risk” is not set'],
  [{ var: 'tags', contains: 'c' }, '“tags” is a list of 2, without “c” in it'],
  [
    { var: 'long', startsWith: 'x' },
    '“long” is “lorem ipsum dolor sit amet consectetur a…”, which does not start with “x”',
  ],
  [{ var: 'user.level', matches: '^exp' }, '“user.level” is “novice”, which does not match “^exp”'],
  [{ or: [] }, 'no value fulfils it'],
  [{ and: [{ or: [] }, { var: 'risk' }] }, 'no value fulfils it; “risk” is not set'],
  [{ var: 'taskScope', equals: 'Small ' }, ''],
])('[U3.2] %j: %s', (condition, reason) => {
  expect(explainCondition(condition, lookUp)).toBe(reason);
});

test('[U3.2] of many reasons only a few are reported', () => {
  const and = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ var: name }));
  expect(explainCondition({ and }, lookUp)).toBe(
    '“a” is not set; “b” is not set; “c” is not set; and 2 more',
  );
});
