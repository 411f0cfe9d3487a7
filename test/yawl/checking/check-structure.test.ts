import { describe, expect, test } from 'vitest';
import { condition, flow, input, multiple, net, output, specification, task } from './specification-xml.ts';
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

const ends: readonly Case[] = [
  {
    what: 'a task that nothing leads to',
    parts: [net('N', [input('a'), task('a', ['o']), task('b', ['o']), output])],
    finds: [
      error('empty-preset', 'task id="b"', 'AtomicTask:b preset size must be > 0'),
      error('not-reachable', 'task id="b"', 'AtomicTask:b is not on a forward directed path from i to o.'),
    ],
  },
  {
    what: 'a cycle of tasks without an entry',
    parts: [
      net('N', [
        input('a'),
        task('a', ['o']),
        task('b', [flow('c', first), flow('o', orElse)], choice),
        condition('c', ['b']),
        output,
      ]),
    ],
    finds: [
      error('not-reachable', 'task id="b"', 'AtomicTask:b is not on a forward directed path from i to o.'),
      error(
        'not-reachable',
        'condition id="c"',
        'Condition:c is not on a forward directed path from i to o.',
      ),
    ],
  },
  {
    what: 'a cycle with a composite task without an exit',
    parts: [
      net('N', [
        input('a'),
        task('a', [flow('b', first), flow('o', orElse)], choice),
        task('b', ['b'], { work: 'Inner' }),
        output,
      ]),
      net('Inner', [input('a'), task('a', ['o']), output]),
    ],
    finds: [
      error(
        'leads-nowhere',
        'task id="b"',
        'CompositeTask:b is not on a backward directed path from i to o.',
      ),
    ],
  },
  {
    what: 'a condition that leads nowhere',
    parts: [net('N', [input('a'), task('a', ['c', 'o']), condition('c', []), output])],
    finds: [
      error('empty-postset', 'condition id="c"', 'Condition:c postset size must be > 0'),
      error(
        'leads-nowhere',
        'condition id="c"',
        'Condition:c is not on a backward directed path from i to o.',
      ),
    ],
  },
  {
    what: 'a task that leads nowhere',
    parts: [net('N', [input('a'), task('a', ['o', 'b']), task('b', []), output])],
    finds: [
      error('empty-postset', 'task id="b"', 'AtomicTask:b postset size must be > 0'),
      error('leads-nowhere', 'task id="b"', 'AtomicTask:b is not on a backward directed path from i to o.'),
    ],
  },
  {
    what: 'an output condition that nothing leads to',
    parts: [net('N', [input('a'), task('a', ['a']), output])],
    finds: [
      error('empty-preset', 'outputCondition id', 'OutputCondition:o preset size must be > 0'),
      error(
        'not-reachable',
        'outputCondition id',
        'OutputCondition:o is not on a forward directed path from i to o.',
      ),
      error(
        'leads-nowhere',
        'inputCondition id',
        'InputCondition:i is not on a backward directed path from i to o.',
      ),
      error('leads-nowhere', 'task id="a"', 'AtomicTask:a is not on a backward directed path from i to o.'),
    ],
  },
  {
    what: 'a flow into the input condition',
    parts: [net('N', [input('a'), task('a', ['o', 'i']), output])],
    finds: [
      error(
        'input-condition-preset',
        'inputCondition id',
        'InputCondition:i preset must be empty: [AtomicTask:a]',
      ),
      error(
        'flow-into-input',
        'nextElementRef id="i"',
        'AtomicTask:a [error] any flow into an InputCondition [InputCondition:i] is not allowed.',
      ),
    ],
  },
  {
    what: 'no input condition',
    parts: [net('N', [task('a', ['o', 'a']), output])],
    finds: [error('missing-input-condition', 'decomposition id="N"', 'YNet:N must contain input condition.')],
  },
  {
    what: 'no output condition',
    parts: [net('N', [input('a'), task('a', ['a'])])],
    finds: [
      error('missing-output-condition', 'decomposition id="N"', 'YNet:N must contain output condition.'),
    ],
  },
  {
    what: 'two output conditions',
    parts: [net('N', [input('a'), task('a', ['o', 'p']), output, '<outputCondition id="p"/>'])],
    finds: [
      error(
        'several-output-conditions',
        'outputCondition id="p"',
        'Only one Output Condition allowed per net.',
      ),
      error(
        'leads-nowhere',
        'outputCondition id="p"',
        'OutputCondition:p is not on a backward directed path from i to o.',
      ),
    ],
  },
  {
    what: 'two input conditions',
    parts: [net('N', [input('a'), condition('j', ['a'], 'inputCondition'), task('a', ['o']), output])],
    finds: [
      error('several-input-conditions', 'inputCondition id="j"', 'Only one Input Condition allowed per net.'),
      error(
        'not-reachable',
        'inputCondition id="j"',
        'InputCondition:j is not on a forward directed path from i to o.',
      ),
    ],
  },
];

const severalOf = (options: Parameters<typeof multiple>[0]): readonly string[] => [
  net(
    'N',
    [input('b'), task('b', ['a']), task('a', ['o'], { work: 'Item', multiple: multiple(options) }), output],
    {
      variables: ['<localVariable><index>0</index><name>list</name><isUntyped/></localVariable>'],
    },
  ),
  itemGateway,
];
const itemGateway =
  '<decomposition id="Item" xsi:type="WebServiceGatewayFactsType"><inputParam><index>0</index><name>item</name><isUntyped/></inputParam></decomposition>';

const instances: readonly Case[] = [
  {
    what: 'a minimum below one',
    parts: severalOf({ minimum: '0' }),
    finds: [error('minimum-below-one', '0</minimum>', 'AtomicTask:a minInstances < 1')],
  },
  {
    what: 'a minimum above the maximum',
    parts: severalOf({ minimum: '4' }),
    finds: [error('minimum-above-maximum', '4</minimum>', 'AtomicTask:a.minInstances > _maxInstances')],
  },
  {
    what: 'a maximum below one',
    parts: severalOf({ minimum: '/N/list/count', maximum: '-1' }),
    finds: [error('maximum-below-one', '-1</maximum>', 'AtomicTask:a.maxInstances < 1')],
  },
  {
    what: 'a threshold below one',
    parts: severalOf({ threshold: '0' }),
    finds: [error('threshold-below-one', '0</threshold>', 'AtomicTask:a.threshold < 1')],
  },
  {
    what: 'an unknown creation mode',
    parts: severalOf({ creation: 'sometimes' }),
    finds: [
      error(
        'unknown-creation-mode',
        'task id="a"',
        "AtomicTask:a.creationMode does not equal 'static' or 'dynamic'",
      ),
    ],
  },
];

const removes: readonly Case[] = [
  {
    what: 'the removal of an element that does not exist',
    parts: [
      net('N', [
        input('a'),
        task('a', ['o'], { inside: '<removesTokens id="a"/><removesTokens id="x"/>' }),
        output,
      ]),
    ],
    finds: [
      error('unknown-removed', 'x"/>', 'AtomicTask:a refers to a non existent element in its remove set.'),
    ],
  },
  {
    what: 'the removal from a flow that does not exist',
    parts: [
      net('N', [
        input('a'),
        task('a', ['b']),
        task('b', ['o'], {
          inside:
            '<removesTokensFromFlow><flowSource id="a"/><flowDestination id="b"/></removesTokensFromFlow>' +
            '<removesTokensFromFlow><flowSource id="b"/><flowDestination id="a"/></removesTokensFromFlow>',
        }),
        output,
      ]),
    ],
    finds: [
      error(
        'unknown-removed',
        'removesTokensFromFlow><flowSource id="b"',
        'AtomicTask:b refers to a non existent element in its remove set.',
      ),
    ],
  },
];

const groups = { ends, instances, removes };

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    test.each(cases)('[Y2.1] $what is reported with YAWL’s text, at its place', ({ parts, finds }) => {
      const text = specification(parts);
      expect(foundIn(text)).toEqual(expectedIn(text, finds));
    });
  });
}

test('[Y2.1] several errors are reported at once, those of conditions and of every net', () => {
  const text = specification([
    net('N', [
      input('a'),
      task('a', [flow('c', { predicate: 'true()' }), 'b']),
      condition('c', ['d']),
      condition('d', ['b']),
      task('b', ['o'], { join: 'and', work: 'Inner' }),
      output,
    ]),
    net('Inner', [input('x'), task('x', ['o'], { split: 'or' }), output]),
  ]);
  expect(foundIn(text).map(({ rule, line }) => [rule, line])).toEqual([
    ['and-split-predicate', 9],
    ['condition-to-condition', 10],
    ['default-flow-count', 19],
    ['or-split-predicate', 19],
  ]);
});

test('[Y2.1] a cancellation set can contain tasks, conditions and both ends', () => {
  const inside = ['a', 'i', 'o', 'c'].map((id) => `<removesTokens id="${id}"/>`).join('');
  const text = specification([
    net('N', [
      input('a'),
      task('a', ['b', 'c']),
      condition('c', ['b']),
      task('b', ['o'], { join: 'and', inside }),
      output,
    ]),
  ]);
  expect(foundIn(text)).toEqual([]);
});
