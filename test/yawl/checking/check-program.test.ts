import { describe, expect, test } from 'vitest';
import { createYawlLanguage } from '../../../src/languages/yawl/index.ts';
import { condition, flow, input, net, output, specification, task } from './specification-xml.ts';
import { acceptAllQueries, type ExpectedFinding, expectedIn } from './verify.ts';

const language = createYawlLanguage(acceptAllQueries);

function read(text: string): ReturnType<typeof language.read> {
  return language.read({ path: 'sample.yawl', text }, { operations: null });
}

interface Case {
  readonly what: string;
  readonly elements: readonly string[];
  readonly finds: readonly Omit<ExpectedFinding, 'kind'>[];
}

const choose = (to: string, other: string): readonly string[] => [
  flow(to, { predicate: 'true()', ordering: 1 }),
  flow(other, { isDefault: true }),
];

const cases: readonly Case[] = [
  {
    what: 'a choice whose branches are both awaited',
    elements: [
      input('a'),
      task('a', choose('b', 'c'), { split: 'xor', name: 'Decide' }),
      task('b', ['d']),
      task('c', ['d']),
      task('d', ['o'], { join: 'and', name: 'Join' }),
    ],
    finds: [
      {
        rule: 'no-completion',
        at: 'decomposition id="N"',
        message: 'The net “N” can never complete: no path reaches its output condition.',
      },
      {
        rule: 'dead-task',
        at: 'task id="d"',
        message: 'The task “Join” can never start: no case reaches it.',
      },
      {
        rule: 'deadlock',
        at: 'task id="d"',
        message:
          'The task “Join” can wait for ever for a token from “c” (by “Decide” continues to “b”, “b”). The net “N” is then deadlocked.',
      },
    ],
  },
  {
    what: 'a choice that may leave a condition without its token',
    elements: [
      input('a'),
      task('a', choose('b', 'c'), { split: 'xor' }),
      task('b', ['d', 'e'], { name: 'Both' }),
      condition('d', ['f']),
      task('c', ['e'], { name: 'One' }),
      condition('e', ['f']),
      task('f', ['o'], { join: 'and' }),
    ],
    finds: [
      {
        rule: 'deadlock',
        at: 'task id="f"',
        message:
          'The task “f” can wait for ever for a token in “d” (by “a” continues to “One”, “One”). The net “N” is then deadlocked.',
      },
    ],
  },
  {
    what: 'two branches that reach a condition one after the other',
    elements: [
      input('a'),
      task('a', ['b', 'c']),
      task('b', ['d']),
      task('c', ['d']),
      condition('d', ['e']),
      task('e', ['o']),
    ],
    finds: [
      {
        rule: 'leftover',
        at: 'decomposition id="N"',
        message:
          'The net “N” can complete while a token is left in “d” (by “a”, “b”, “c”, “e”). Remaining tokens are withdrawn.',
      },
    ],
  },
  {
    what: 'a net that ends while a task is running',
    elements: [input('a'), task('a', ['b', 'c']), task('b', ['o']), task('c', ['d']), task('d', ['o'])],
    finds: [
      {
        rule: 'leftover',
        at: 'task id="d"',
        message:
          'The net “N” can complete while “d” is still running (by “a”, “c”, “b”). Remaining work is withdrawn.',
      },
    ],
  },
  {
    what: 'a loop that adds tokens with every pass',
    elements: [
      input('a'),
      task('a', ['b', 'c']),
      task('b', choose('a', 'd'), { split: 'xor' }),
      condition('c', ['d']),
      task('d', ['o'], { join: 'and' }),
    ],
    finds: [
      {
        rule: 'unbounded',
        at: 'task id="a"',
        message:
          'In the net “N” tokens can accumulate in “c”, more with every pass (by “a”, “b” continues to “a”).',
      },
    ],
  },
  {
    what: 'a sound net',
    elements: [
      input('a'),
      task('a', ['b', 'c']),
      task('b', choose('b', 'd'), { split: 'xor' }),
      task('c', ['d']),
      task('d', ['o'], { join: 'and' }),
    ],
    finds: [],
  },
];

describe('soundness', () => {
  test.each(cases)(
    '[Y2.3] $what: reported as warnings, with the path that leads there',
    ({ elements, finds }) => {
      const text = specification([net('N', [...elements, output])]);
      const { violations, warnings, workflows } = read(text);
      const found = warnings.map(({ rule, message, line, column }) => ({
        kind: 'warning' as const,
        rule,
        message,
        line,
        column,
      }));
      expect(violations).toEqual([]);
      expect(workflows[0]?.program).not.toBeNull();
      expect(found.sort((a, b) => a.line - b.line || a.message.localeCompare(b.message))).toEqual(
        expectedIn(
          text,
          finds.map((each) => ({ ...each, kind: 'warning' })),
        ),
      );
    },
  );
});

test('[Y2.3] a nested net is checked separately, and reported at its place', () => {
  const text = specification([
    net('N', [input('a'), task('a', ['o'], { work: 'Inner' }), output]),
    net('Inner', [
      input('x'),
      task('x', choose('y', 'z'), { split: 'xor' }),
      task('y', ['z']),
      task('z', ['o'], { join: 'and' }),
      output,
    ]),
  ]);
  const { warnings } = read(text);
  expect(warnings.map(({ rule, message, line }) => [rule, line, message])).toEqual([
    ['no-completion', 6, 'The net “N” can never complete: no path reaches its output condition.'],
    ['no-completion', 13, 'The net “Inner” can never complete: no path reaches its output condition.'],
    ['dead-task', 18, 'The task “z” can never start: no case reaches it.'],
    [
      'deadlock',
      18,
      'The task “z” can wait for ever for a token from “y” (by “x” continues to “z”). The net “Inner” is then deadlocked.',
    ],
  ]);
});

test('[Y2.3] a net with too many states to check gets a warning', () => {
  const ids = Array.from({ length: 12 }, (_, index) => `t${index}`);
  const lanes = ids.flatMap((id) => [
    task(id, choose(`${id}x`, `${id}y`), { split: 'xor' }),
    task(`${id}x`, [id]),
    task(`${id}y`, ['end']),
  ]);
  const text = specification([
    net('N', [input('a'), task('a', ids), ...lanes, task('end', ['o'], { join: 'and' }), output]),
  ]);
  expect(read(text).warnings.map(({ rule, message, line }) => [rule, line, message])).toEqual([
    [
      'bound-reached',
      6,
      'The net “N” has too many states to check all of them. The check may have missed problems.',
    ],
  ]);
});
