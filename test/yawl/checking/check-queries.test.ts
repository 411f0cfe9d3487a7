import { afterAll, expect, test } from 'vitest';
import type { QueryEngine } from '../../../src/languages/query-engine.ts';
import { openQueryEngine } from '../../../src/runtime/index.ts';
import {
  flow,
  gateway,
  input,
  mappings,
  multiple,
  net,
  output,
  specification,
  task,
  variable,
} from './specification-xml.ts';
import { foundIn, verify } from './verify.ts';

const queries = openQueryEngine();
afterAll(() => queries.close());

const work = gateway('Work', variable('inputParam', 'p'), variable('outputParam', 'q'));
const filled = variable('localVariable', 'v', { initial: 'x' });

function found(elements: readonly string[]): readonly (readonly [string, number, number, string])[] {
  const text = specification([net('N', [...elements, output], { variables: [filled] }), work]);
  return foundIn(text, { queries }).map(({ rule, line, column, message }) => [rule, line, column, message]);
}

/** The columns after a text in a line. */
const after = (line: string, part: string): number => line.indexOf(part) + part.length + 1;

test('[Y2.2] an invalid query in a mapping is reported at the position inside it', () => {
  const line = task('a', ['o'], { inside: mappings('startingMappings', { p: '/N/v[' }) });
  const [[rule, row, column, message] = ['', 0, 0, '']] = found([input('a'), line]);
  expect([rule, row, message]).toEqual([
    'query-refused',
    10,
    expect.stringMatching(/^AtomicTask:a\(id= a\) the XQuery could not be successfully parsed\. \[.+\]$/),
  ]);
  expect(column).toBeGreaterThanOrEqual(after(line, 'query="'));
  expect(column).toBeLessThanOrEqual(after(line, '/N/v['));
});

test('[Y2.2] references before the error are counted as written', () => {
  const line = task('a', ['o'], {
    inside: mappings('startingMappings', { p: '&lt;p&gt;{/N/v}&lt;/p&gt;, format-number(1, &apos;0&apos;)' }),
  });
  const plain = task('a', ['o'], {
    inside: mappings('startingMappings', { p: '(/N/v, /N/v, /N/v), format-number(1, /N/v)' }),
  });
  const columnIn = (written: string): number => found([input('a'), written])[0]?.[2] ?? 0;
  expect(columnIn(line)).toBe(after(line, '&lt;/p&gt;, '));
  expect(columnIn(plain)).toBe(after(plain, '/N/v), '));
});

test('[Y2.2] predicates are reported with their own columns, not those of the evaluated query', () => {
  const line = task(
    'a',
    [flow('b', { predicate: 'format-number(1, /N/v)', ordering: 1 }), flow('o', { isDefault: true })],
    { split: 'xor', inside: mappings('startingMappings', { p: '/N/v' }) },
  );
  const other = task('b', ['o'], { inside: mappings('startingMappings', { p: '/N/v' }) });
  expect(found([input('a'), line, other])).toEqual([
    ['query-refused', 10, after(line, 'ordering="1">'), expect.stringContaining('format-number')],
  ]);
});

test('[Y2.2] every query is checked in one request: bounds, splitting, joining, results', () => {
  const asked: (readonly string[])[] = [];
  const refusing: QueryEngine = {
    check: (texts) => {
      asked.push(texts);
      return texts.map(() => ({ kind: 'refused', message: 'not today', line: 1, column: 1 }));
    },
    evaluate: () => [],
  };
  const joined =
    '<miDataOutput><formalOutputExpression query="/Work/q"/><outputJoiningExpression query="/Work/*"/><resultAppliedToLocalVariable>v</resultAppliedToLocalVariable></miDataOutput>';
  const several = multiple({
    minimum: '/N/v/low',
    maximum: '9',
    threshold: '/N/v/enough',
    expression: '/N/v',
    splitting: '/v/*',
    formal: 'p',
    output: joined,
  });
  const text = specification([
    net(
      'N',
      [
        input('a'),
        task(
          'a',
          [flow('b', { predicate: 'true()' }), flow('o', { predicate: 'false()', isDefault: true })],
          {
            split: 'or',
            multiple: several,
          },
        ),
        task(
          'b',
          [flow('o', { predicate: "timer(a) = 'active'", ordering: 1 }), flow('c', { isDefault: true })],
          {
            split: 'xor',
            work: 'Other',
            inside:
              mappings('completedMappings', { v: '/Other/q' }) +
              mappings('enablementMappings', { e: '/N/v' }),
          },
        ),
        task('c', ['o'], {
          work: 'Other',
          inside:
            mappings('enablementMappings', { e: '/N/v' }) +
            '<timer><trigger>OnEnabled</trigger><duration>PT5S</duration></timer>',
          name: 'a',
        }),
        output,
      ],
      { variables: [filled] },
    ),
    work,
    gateway('Other', variable('outputParam', 'q'), variable('enablementParam', 'e')),
  ]);
  const { violations, checked } = verify(text, { queries: refusing });
  const expected = [
    'boolean(true())',
    'boolean(false())',
    '/N/v/low',
    '/N/v/enough',
    '/N/v',
    '/v/*',
    '/Work/q',
    '/Work/*',
    '/Other/q',
  ];
  expect(asked).toEqual([expected]);
  expect([...checked.keys()]).toEqual(expected);
  // The enablement mapping is listed twice.
  expect(violations.filter(({ rule }) => rule === 'query-refused')).toHaveLength(expected.length + 2);
});

test('[Y2.2] the variables that a query reads are known, and so are unset ones', () => {
  const elements = [
    input('a'),
    task('a', ['o'], {
      inside: mappings('startingMappings', { p: '&lt;p&gt;{concat(/N/w/text(), /N/v/text())}&lt;/p&gt;' }),
    }),
    output,
  ];
  const local = variable('localVariable', 'w', { type: 'date' });
  const text = specification([net('N', elements, { variables: [filled, local] }), work]);
  const { checked } = verify(text, { queries });
  expect([...checked.values()]).toEqual([
    {
      kind: 'accepted',
      paths: [
        ['N', 'w'],
        ['N', 'v'],
      ],
    },
  ]);
  expect(foundIn(text, { queries }).map(({ rule, message }) => [rule, message.slice(0, 66)])).toEqual([
    ['maybe-uninitialised', "Task 'a' in Net 'N' references Local Variable 'w' via an input map"],
  ]);
});
