import { describe, expect, test } from 'vitest';
import {
  condition,
  flow,
  gateway,
  input,
  mappings,
  multiple,
  net,
  output,
  specification,
  type TaskText,
  task,
  variable,
} from './specification-xml.ts';
import { type ExpectedFinding, expectedIn, foundIn } from './verify.ts';

const sets = gateway('Work', variable('outputParam', 'q'));
const reads = gateway('Read', variable('inputParam', 'p', { type: 'int' }));
const unset = variable('localVariable', 'v', { type: 'int' });

/** A task that sets the variable, and one that reads it. */
const setter = (id: string, flows: readonly string[], options: TaskText = {}): string =>
  task(id, flows, { ...options, inside: mappings('completedMappings', { v: `/Work/q[. != '${id}']` }) });
const reader = (id: string, flows: readonly string[], options: TaskText = {}): string =>
  task(id, flows, { ...options, work: 'Read', inside: mappings('startingMappings', { p: '/N/v/text()' }) });

const text = (elements: readonly string[], variables: readonly string[] = [unset]): string =>
  specification([net('N', [...elements, output], { variables }), sets, reads]);

const told = (path: string): ExpectedFinding => ({
  kind: 'error',
  rule: 'maybe-uninitialised',
  at: 'mapping><expression query="/N/v/text()"',
  message: `Task 'r' in Net 'N' references Local Variable 'v' via an input mapping, however it may be possible for 'v' to be uninitialised when the mapping is attempted, via the path [${path}]. Please assign an initial value to 'v' or ensure that a task which precedes task 'r' has a mandatory output mapping to 'v'.`,
});

const choose = (to: string, other: string): readonly string[] => [
  flow(to, { predicate: 'true()', ordering: 1 }),
  flow(other, { isDefault: true }),
];

interface PathCase {
  readonly what: string;
  readonly elements: readonly string[];
  /** The path on which it can be unset; `null` if there is none. */
  readonly path: string | null;
}

const pathCases: readonly PathCase[] = [
  { what: 'nothing before', elements: [input('r'), reader('r', ['s']), setter('s', ['o'])], path: 'i, r' },
  { what: 'set before', elements: [input('s'), setter('s', ['r']), reader('r', ['o'])], path: null },
  {
    what: 'set on one of two branches of a choice',
    elements: [
      input('a'),
      task('a', choose('s', 'c'), { split: 'xor' }),
      setter('s', ['c']),
      condition('c', ['r']),
      reader('r', ['o']),
    ],
    path: 'i, a, c, r',
  },
  {
    what: 'set on one of two branches of an AND-join',
    elements: [
      input('a'),
      task('a', ['s', 'b']),
      setter('s', ['r']),
      task('b', ['r']),
      reader('r', ['o'], { join: 'and' }),
    ],
    path: null,
  },
  {
    what: 'set on one of two branches of an OR-join',
    elements: [
      input('a'),
      task('a', ['s', 'b']),
      setter('s', ['r']),
      task('b', ['r']),
      reader('r', ['o'], { join: 'or' }),
    ],
    path: 'i, a, b, r',
  },
  {
    what: 'set on no branch of an AND-join',
    elements: [
      input('a'),
      task('a', ['c', 'b']),
      task('c', ['r']),
      task('b', ['r']),
      reader('r', ['s'], { join: 'and' }),
      setter('s', ['o']),
    ],
    path: 'i, a, b, r',
  },
  {
    what: 'set in a loop after it',
    elements: [input('r'), reader('r', choose('s', 'o'), { split: 'xor' }), setter('s', ['r'])],
    path: 'i, r',
  },
  {
    what: 'set on the only path into a loop',
    elements: [
      input('s'),
      setter('s', ['r']),
      reader('r', choose('b', 'o'), { split: 'xor' }),
      task('b', ['r']),
    ],
    path: null,
  },
];

describe('ways', () => {
  test.each(pathCases)('[Y2.2] a local variable that is read, $what', ({ elements, path }) => {
    const written = text(elements);
    expect(foundIn(written)).toEqual(expectedIn(written, path === null ? [] : [told(path)]));
  });
});

test('[Y2.2] a text that can be empty is a warning', () => {
  const written = text(
    [input('r'), reader('r', ['s'], { name: 'Read it' }), setter('s', ['o'])],
    [variable('localVariable', 'v')],
  );
  const warning: ExpectedFinding = {
    kind: 'warning',
    rule: 'maybe-empty',
    at: 'mapping><expression query="/N/v/text()"',
    message:
      "Task 'Read it' in Net 'N' references Local Variable 'v' via an input mapping, however it may be possible for 'v' to contain an empty string value when the mapping occurs, via the path [i, r].",
  };
  expect(foundIn(written)).toEqual(expectedIn(written, [warning]));
});

const fine: readonly (readonly [string, readonly string[]])[] = [
  ['with an initial value', [variable('localVariable', 'v', { type: 'int', initial: '3' })]],
  ['that is an input', [variable('inputParam', 'v', { type: 'int' })]],
  ['beside an output of that name', [variable('outputParam', 'v', { type: 'int' }), unset]],
  ['of no type', ['<localVariable><index>0</index><name>v</name><isUntyped/></localVariable>']],
];

test.each(fine)('[Y2.2] a variable %s can be read at once', (_, variables) => {
  expect(foundIn(text([input('r'), reader('r', ['s']), setter('s', ['o'])], variables))).toEqual([]);
});

test('[Y2.2] the joined result of several instances sets a variable', () => {
  const joined = `<miDataOutput><formalOutputExpression query="/Work/q"/><outputJoiningExpression query="/Work/*"/><resultAppliedToLocalVariable>v</resultAppliedToLocalVariable></miDataOutput>`;
  const several = multiple({ expression: '/N', splitting: '/N/*', formal: 'p', output: joined });
  const written = specification([
    net('N', [input('s'), task('s', ['r'], { multiple: several }), reader('r', ['o']), output], {
      variables: [unset],
    }),
    gateway('Work', variable('inputParam', 'p'), variable('outputParam', 'q')),
    reads,
  ]);
  expect(foundIn(written)).toEqual([]);
});

test('[Y2.2] for a long path, its two ends are reported', () => {
  const chain = Array.from({ length: 40 }, (_, index) =>
    task(`t${index}`, [index < 39 ? `t${index + 1}` : 'r']),
  );
  const [found] = foundIn(text([input('t0'), ...chain, reader('r', ['o'])]));
  expect(found?.message).toContain(
    'via the path [i, t0, t1, t2, t3, t4, t5, t6, t7, t8, …, t31, t32, t33, t34, t35, t36, t37, t38, t39, r].',
  );
});
