import { expect, test } from 'vitest';
import type { Condition } from '../schema.ts';
import type { Context } from '../values.ts';
import { explain } from './explain.ts';
import { createLookUp } from './look-up.ts';
import { remedy } from './remedy.ts';

const context: Context = {
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

test.each<[Condition, string, readonly string[]]>([
  [
    { var: 'taskScope', equals: 'large' },
    '“taskScope” is “small”, not “large”',
    ["Adjust 'taskScope' to one of: 'large' (current 'small')"],
  ],
  [{ var: 'risk', equals: 'high' }, '“risk” is not set', ["Set 'risk' to one of: 'high'"]],
  [{ var: 'risk', in: ['high', 'low'] }, '“risk” is not set', ["Set 'risk' to one of: 'high', 'low'"]],
  [{ var: 'risk' }, '“risk” is not set', ["Provide a value for 'risk'"]],
  [{ var: 'risk', gt: 3 }, '“risk” is not set', ["Set 'risk' to a number greater than 3"]],
  [{ var: 'notes' }, '“notes” is “”', ["Provide a value for 'notes' (current '')"]],
  [{ var: 'done' }, '“done” is false', ["Provide a value for 'done' (current 'false')"]],
  [
    { var: 'complexity', gt: 0.5 },
    '“complexity” is 0.3, not greater than 0.5',
    ["Adjust 'complexity' to a number greater than 0.5 (current '0.3')"],
  ],
  [
    { var: 'count', gte: 3 },
    '“count” is “5”, not a number of at least 3',
    ["Adjust 'count' to a number of at least 3 (current '5')"],
  ],
  [
    { var: 'taskScope', in: ['large', 'medium'] },
    '“taskScope” is “small”, not one of “large”, “medium”',
    ["Adjust 'taskScope' to one of: 'large', 'medium' (current 'small')"],
  ],
  [
    {
      or: [
        { var: 'taskScope', equals: 'large' },
        { var: 'taskScope', equals: 'medium' },
      ],
    },
    '“taskScope” is “small”, not “large”, not “medium”',
    ["Adjust 'taskScope' to one of: 'large', 'medium' (current 'small')"],
  ],
  [
    {
      and: [
        { var: 'taskScope', equals: 'large' },
        { var: 'risk', equals: 'high' },
      ],
    },
    '“taskScope” is “small”, not “large”; “risk” is not set',
    ["Adjust 'taskScope' to one of: 'large' (current 'small')", "Set 'risk' to one of: 'high'"],
  ],
  [
    {
      and: [
        { var: 'taskScope', equals: 'small' },
        { var: 'risk', equals: 'high' },
      ],
    },
    '“risk” is not set',
    ["Set 'risk' to one of: 'high'"],
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
    [
      "Adjust 'done' to one of: 'true' (current 'false'), or Set 'risk' to a number less than 2 and Adjust 'taskScope' to one of: 'large' (current 'small')",
    ],
  ],
  [
    { not: { var: 'taskScope', equals: 'small' } },
    '“taskScope” is “small”',
    ["Adjust 'taskScope' to something other than 'small' (current 'small')"],
  ],
  [
    { var: 'taskScope', not_equals: 'small' },
    '“taskScope” is “small”',
    ["Adjust 'taskScope' to something other than 'small' (current 'small')"],
  ],
  [
    { not: { var: 'complexity', lt: 0.5 } },
    '“complexity” is 0.3, less than 0.5',
    ["Adjust 'complexity' to a number of at least 0.5 (current '0.3')"],
  ],
  [
    { var: 'done', equals: null },
    '“done” is false, but must not be set',
    ["Remove 'done' (current 'false')"],
  ],
  [{ not: { var: 'risk', equals: null } }, '“risk” is not set', ["Provide a value for 'risk'"]],
  [
    { var: 'tags', contains: 'c' },
    '“tags” is a list of 2, without “c” in it',
    ["Adjust 'tags' to something that contains 'c' (current 'a list of 2')"],
  ],
  [
    { var: 'long', startsWith: 'x' },
    '“long” is “lorem ipsum dolor sit amet consectetur a…”, which does not start with “x”',
    ["Adjust 'long' to a text that starts with 'x' (current 'lorem ipsum dolor sit amet consectetur a…')"],
  ],
  [
    { var: 'user.level', matches: '^exp' },
    '“user.level” is “novice”, which does not match “^exp”',
    ["Adjust 'user.level' to a text that matches '^exp' (current 'novice')"],
  ],
  [{ or: [] }, 'nothing can fulfil it', []],
  [{ and: [{ or: [] }, { var: 'risk' }] }, 'nothing can fulfil it; “risk” is not set', []],
  [{ var: 'taskScope', equals: 'Small ' }, '', []],
])('[U3.2] %j: %s', (condition, reason, remedies) => {
  expect(explain(condition, lookUp)).toBe(reason);
  expect(remedy(condition, lookUp)).toEqual(remedies);
});

test('[U3.2] of many reasons a few are told, and of many values', () => {
  const and = ['a', 'b', 'c', 'd', 'e'].map((name) => ({ var: name }));
  expect(explain({ and }, lookUp)).toBe('“a” is not set; “b” is not set; “c” is not set; and 2 more');
  const many = Array.from({ length: 9 }, (_, at) => at);
  expect(remedy({ var: 'a', in: many }, lookUp)).toEqual([
    "Set 'a' to one of: '0', '1', '2', '3', '4', '5' and 3 more",
  ]);
});
