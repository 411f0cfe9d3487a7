import { describe, expect, test } from 'vitest';
import { condition, flow, input, net, output, specification, task } from './specification-xml.ts';
import { type ExpectedFinding, expectedIn, foundIn } from './verify.ts';

interface Case {
  readonly what: string;
  readonly parts: readonly string[];
  readonly finds: readonly ExpectedFinding[];
}

const error = (rule: string, at: string, message: string): ExpectedFinding => ({
  kind: 'error',
  rule,
  at,
  message,
});
const orElse = { isDefault: true };
const first = { predicate: 'true()', ordering: 1 };
const choice = { split: 'xor' };

const splitOf = (flows: readonly string[], split: string): readonly string[] => [
  net('N', [input('a'), task('a', flows, { split }), task('b', ['o']), output]),
];

const splits: readonly Case[] = [
  {
    what: 'an XOR-split without default',
    parts: splitOf([flow('b', first), flow('o', { predicate: 'false()', ordering: 2 })], 'xor'),
    finds: [
      error(
        'default-flow-count',
        'task id="a"',
        'AtomicTask:a the postset of any OR/XOR split must have exactly one default flow (not 0)',
      ),
    ],
  },
  {
    what: 'an OR-split with two defaults',
    parts: splitOf(
      [
        flow('b', { predicate: 'true()', isDefault: true }),
        flow('o', { predicate: 'true()', isDefault: true }),
      ],
      'or',
    ),
    finds: [
      error(
        'default-flow-count',
        'task id="a"',
        'AtomicTask:a the postset of any OR/XOR split must have exactly one default flow (not 2)',
      ),
    ],
  },
  {
    what: 'an AND-split with a predicate',
    parts: splitOf([flow('b', { predicate: 'true()' }), flow('o')], 'and'),
    finds: [
      error(
        'and-split-predicate',
        'true()</predicate',
        'AtomicTask:a any flow from any AND-split [AtomicTask:a] may not have an xpath predicate.',
      ),
    ],
  },
  {
    what: 'an AND-split with a default',
    parts: splitOf([flow('b', orElse), flow('o')], 'and'),
    finds: [
      error(
        'and-split-default',
        'nextElementRef id="b"',
        'AtomicTask:a any flow from any AND-split [AtomicTask:a] may not have a default flow.',
      ),
    ],
  },
  {
    what: 'an XOR-split with neither predicate nor default',
    parts: splitOf([flow('b'), flow('o', orElse)], 'xor'),
    finds: [
      error(
        'xor-split-predicate',
        'nextElementRef id="b"',
        'AtomicTask:a any flow from any XOR/OR-split [AtomicTask:a] must have either a predicate or be a default flow.',
      ),
    ],
  },
  {
    what: 'an XOR-split with both predicate and default',
    parts: splitOf(
      [flow('b', first), flow('o', { predicate: 'not(true())', ordering: 2, isDefault: true })],
      'xor',
    ),
    finds: [
      error(
        'xor-split-both',
        'not(true())',
        'AtomicTask:a any flow from any XOR-split [AtomicTask:a] must have either a predicate or be a default flow (cannot be both).',
      ),
    ],
  },
  {
    what: 'an XOR-split without ordering',
    parts: splitOf([flow('b', { predicate: 'true()' }), flow('o', orElse)], 'xor'),
    finds: [
      error(
        'missing-ordering',
        'true()</predicate',
        'AtomicTask:a any flow from any XOR-split [AtomicTask:a] that has a predicate, must have an evaluation ordering.',
      ),
    ],
  },
  {
    what: 'an XOR-split with an ordering twice',
    parts: [
      net('N', [
        input('a'),
        task(
          'a',
          [flow('b', first), flow('c', { predicate: 'false()', ordering: 1 }), flow('o', orElse)],
          choice,
        ),
        task('b', ['o']),
        task('c', ['o']),
        output,
      ]),
    ],
    finds: [
      error(
        'repeated-ordering',
        'false()</predicate',
        'AtomicTask:a no two elements may possess the same ordering (Flow:from[AtomicTask:a]to[Condition:c{a_c}]) for the same task.',
      ),
    ],
  },
  {
    what: 'an OR-split without predicate',
    parts: splitOf([flow('b', { predicate: 'true()' }), flow('o', orElse)], 'or'),
    finds: [
      error(
        'or-split-predicate',
        'nextElementRef id="o"/><isDefault',
        'AtomicTask:a any flow from any OR-split [AtomicTask:a] must have a predicate.',
      ),
    ],
  },
  {
    what: 'an OR-split with an ordering',
    parts: splitOf([flow('b', first), flow('o', { predicate: 'false()', isDefault: true })], 'or'),
    finds: [
      error(
        'unwanted-ordering',
        'true()</predicate',
        'AtomicTask:a any flow from any non XOR-split [AtomicTask:a] may not have an evaluation ordering.',
      ),
    ],
  },
  {
    what: 'two flows to the same task',
    parts: [net('N', [input('a'), task('a', ['b', 'o', 'b']), task('b', ['o']), output])],
    finds: [
      error(
        'repeated-flow',
        'nextElementRef id="b"/></flowsInto><join',
        'AtomicTask:a flows into “b” more than once.',
      ),
    ],
  },
  {
    what: 'a flow to an element that does not exist',
    parts: [net('N', [input('a'), task('a', ['o', 'elsewhere']), output])],
    finds: [
      error(
        'unknown-target',
        'nextElementRef id="elsewhere"',
        'AtomicTask:a flows into “elsewhere”, which is not a task or condition of its net.',
      ),
    ],
  },
];

const ofCondition = (flows: readonly string[]): readonly string[] => [
  net('N', [
    input('a'),
    task('a', ['c']),
    condition('c', flows),
    task('b', ['o']),
    condition('d', ['b']),
    output,
  ]),
];
const fromCondition = 'Condition:c [error] any flow from any condition [Condition:c]';

const conditions: readonly Case[] = [
  {
    what: 'a condition with a predicate and an ordering',
    parts: [
      net('N', [
        input('a'),
        task('a', ['c']),
        condition('c', [flow('b', { predicate: 'true()' })]),
        task('b', ['o']),
        output,
      ]),
    ],
    finds: [
      error('condition-predicate', 'true()</predicate', `${fromCondition} may not contain a predicate.`),
    ],
  },
  {
    what: 'a condition with a default flow',
    parts: [
      net('N', [input('a'), task('a', ['c']), condition('c', [flow('b', orElse)]), task('b', ['o']), output]),
    ],
    finds: [
      error('condition-default', 'nextElementRef id="b"', `${fromCondition} may not be a default flow.`),
    ],
  },
  {
    what: 'a flow from condition to condition',
    parts: ofCondition(['b', 'd']),
    finds: [
      error(
        'condition-to-condition',
        'nextElementRef id="d"',
        `${fromCondition} to any other YConditionInterface [Condition:d] is not allowed.`,
      ),
    ],
  },
];

const groups = { splits, conditions };

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    test.each(cases)('[Y2.1] $what is reported with YAWL’s text, at its place', ({ parts, finds }) => {
      const text = specification(parts);
      expect(foundIn(text)).toEqual(expectedIn(text, finds));
    });
  });
}
