import { expect, test } from 'vitest';
import type { Condition } from '../model/schema.ts';
import { conditionText } from './condition-text.ts';

const cases: readonly (readonly [string, Condition])[] = [
  ['ready', { var: 'ready' }],
  [
    'taskScope = large and complexity > 0.7',
    {
      and: [
        { var: 'taskScope', equals: 'large' },
        { var: 'complexity', gt: 0.7 },
      ],
    },
  ],
  ['age >= 1 and age <= 9', { var: 'age', gte: 1, lte: 9 }],
  [
    'a < 1 and b != “two words”',
    {
      and: [
        { var: 'a', lt: 1 },
        { var: 'b', not_equals: 'two words' },
      ],
    },
  ],
  ['(a or b) and c', { and: [{ or: [{ var: 'a' }, { var: 'b' }] }, { var: 'c' }] }],
  ['(a and b) or not (c)', { or: [{ and: [{ var: 'a' }, { var: 'b' }] }, { not: { var: 'c' } }] }],
  ['a or b or c', { or: [{ var: 'a' }, { or: [{ var: 'b' }, { var: 'c' }] }] }],
  ['kind in (a, 2, true)', { var: 'kind', in: ['a', 2, true] }],
  ['n in (1, 2, 3, 4, 5, …)', { var: 'n', in: [1, 2, 3, 4, 5, 6] }],
  ['path starts with src/', { var: 'path', startsWith: 'src/' }],
  [
    'path contains core and path ends with .ts and path matches “^a|b$”',
    { var: 'path', endsWith: '.ts', contains: 'core', matches: '^a|b$' },
  ],
  [`t = ${'x'.repeat(40)}…`, { var: 't', equals: 'x'.repeat(100) }],
  ['always', {}],
  ['never', { or: [] }],
];

test.each(cases)('[U9.2] a condition reads %s', (text, condition) => {
  expect(conditionText(condition)).toBe(text);
});
