import { describe, expect, test } from 'vitest';
import type { ServiceDirectory } from '../../../src/languages/workflow.ts';
import {
  condition,
  flow,
  gateway,
  input,
  multiple,
  net,
  output,
  specification,
  task,
} from './specification-xml.ts';
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
const warning = (rule: string, at: string, message: string): ExpectedFinding => ({
  kind: 'warning',
  rule,
  at,
  message,
});
const empty = { work: '' };
const plain = [input('a'), task('a', ['o']), output];
const loopText = (label: string): string =>
  `The element (${label}) plays a part in an infinite loop/recursion in which no work items may be created.`;
const maybeRound = (to: string): readonly string[] => [
  flow(to, { predicate: 'true()', ordering: 1 }),
  flow('b', { isDefault: true }),
];

const cases: readonly Case[] = [
  {
    what: 'no root net',
    parts: [net('N', plain, { isRoot: false })],
    finds: [error('missing-root-net', 'specification uri="Sample"', 'Specifications must have a root net.')],
  },
  {
    what: 'two root nets',
    parts: [net('N', plain), net('M', plain, { isRoot: true })],
    finds: [
      error(
        'several-root-nets',
        'decomposition id="M"',
        'Specifications must have a root net, and only one: “N” and “M” both are.',
      ),
    ],
  },
  {
    what: 'a decomposition that does not exist',
    parts: [net('N', [input('a'), task('a', ['b'], { work: 'Nowhere' }), task('b', ['o']), output])],
    finds: [
      error(
        'unknown-decomposition',
        'Nowhere"/>',
        'AtomicTask:a decomposes to “Nowhere”, which this specification does not have.',
      ),
    ],
  },
  {
    what: 'a duplicate decomposition',
    parts: [
      net('N', plain),
      gateway('Work'),
      '<decomposition  id="Work" xsi:type="WebServiceGatewayFactsType"/>',
    ],
    finds: [
      error(
        'repeated-name',
        'decomposition  id="Work"',
        'There is more than one decomposition with the name “Work”.',
      ),
      warning(
        'unused-decomposition',
        'decomposition  id="Work"',
        'The decomposition [Work] is not being used in this specification.',
      ),
    ],
  },
  {
    what: 'a duplicate task',
    parts: [
      net('N', [input('a'), task('a', ['b']), task('b', ['o']), task('b', ['o'], { name: 'again' }), output]),
    ],
    finds: [
      error(
        'repeated-name',
        'task id="b"><name>again',
        'There is more than one task or condition of its net with the name “b”.',
      ),
      error('empty-preset', 'task id="b"><name>again', 'AtomicTask:b preset size must be > 0'),
      error(
        'not-reachable',
        'task id="b"><name>again',
        'AtomicTask:b is not on a forward directed path from i to o.',
      ),
    ],
  },
  {
    what: 'a loop of empty tasks under the root net',
    parts: [
      net('N', [
        input('b'),
        task('a', maybeRound('c'), { ...empty, split: 'xor', join: 'xor' }),
        condition('c', ['d']),
        task('d', ['a'], empty),
        task('b', ['a', 'o']),
        output,
      ]),
    ],
    finds: [
      error('loop-without-work', 'task id="a"', loopText('AtomicTask:a')),
      error('loop-without-work', 'task id="d"', loopText('AtomicTask:d')),
    ],
  },
  {
    what: 'nets that begin with each other',
    parts: [
      net('N', [input('a'), task('a', ['o'], { work: 'M' }), output]),
      net('M', [input('b'), task('b', ['o'], { work: 'N' }), output]),
      net('L', [input('c'), task('c', ['d'], { work: 'L' }), task('d', ['o']), output]),
    ],
    finds: [
      error('loop-without-work', 'task id="a"', loopText('CompositeTask:a')),
      error('loop-without-work', 'task id="b"', loopText('CompositeTask:b')),
      warning('loop-without-work', 'task id="c"', loopText('CompositeTask:c')),
      warning(
        'unused-decomposition',
        'decomposition id="L"',
        'The decomposition [L] is not being used in this specification.',
      ),
      warning(
        'unused-decomposition',
        'decomposition id="Work"',
        'The decomposition [Work] is not being used in this specification.',
      ),
    ],
  },
  {
    what: 'a net that can complete without work',
    parts: [net('N', [input('a', 'b'), task('a', ['o'], empty), task('b', ['o']), output])],
    finds: [
      warning(
        'net-without-work',
        'decomposition id="N"',
        'It may be possible for the net [YNet:N] to complete without any generated work. Check the empty tasks linking from i to o.',
      ),
    ],
  },
  {
    what: 'a timer of an empty task',
    parts: [
      net('N', [
        input('a'),
        task('a', ['b'], {
          ...empty,
          inside: '<timer><trigger>OnEnabled</trigger><duration>PT5S</duration></timer>',
        }),
        task('b', ['o']),
        output,
      ]),
    ],
    finds: [
      warning(
        'timer-without-work',
        'timer><trigger>',
        'The task [AtomicTask:a] has timer settings but no decomposition. The timer settings will be ignored at runtime.',
      ),
    ],
  },
  {
    what: 'several instances without work',
    parts: [
      net('N', [input('b'), task('a', ['o'], { ...empty, multiple: multiple() }), task('b', ['a']), output]),
    ],
    finds: [
      error(
        'multiple-without-decomposition',
        'task id="a"',
        'AtomicTask:a cannot have multiple instances and a blank work description.',
      ),
    ],
  },
];

describe('work', () => {
  test.each(cases)('[Y2.1] $what is reported with YAWL’s text, at its place', ({ parts, finds }) => {
    const text = specification(parts);
    expect(foundIn(text)).toEqual(expectedIn(text, finds));
  });
});

test('[Y2.1] loops with work, and recursion that does work first, are accepted', () => {
  const text = specification([
    net('N', [
      input('a'),
      task('a', [flow('b', { predicate: 'true()', ordering: 1 }), flow('o', { isDefault: true })], {
        split: 'xor',
      }),
      task('b', ['a'], empty),
      output,
    ]),
  ]);
  expect(foundIn(text)).toEqual([]);
  const recursive = specification([
    net('N', [input('a'), task('a', ['b', 'o']), task('b', ['o'], { work: 'N' }), output]),
  ]);
  expect(foundIn(recursive)).toEqual([]);
});

const directory = (parts: Partial<ServiceDirectory>): ServiceDirectory => ({
  services: new Map(),
  codelets: new Map(),
  participants: new Map(),
  roles: new Map(),
  ...parts,
});
const binding = { operation: 'mail.send', args: null, result: null };

test('[Y5.1] automated work that services.yaml does not name is offered, with a warning', () => {
  const automated = '<externalInteraction>automated</externalInteraction>';
  const text = specification([
    net('N', [
      input('a'),
      task('a', ['b'], { work: 'Service' }),
      task('b', ['c'], { work: 'Codelet' }),
      task('c', ['o'], { work: 'Bare' }),
      output,
    ]),
    gateway('Service', '<yawlService id="http://mail"/>', automated),
    gateway('Codelet', '<codelet>Mailer</codelet>', automated),
    gateway('Bare', automated),
    gateway('Work', '<yawlService id="http://elsewhere"/>'),
  ]);
  const unused = warning(
    'unused-decomposition',
    'decomposition id="Work"',
    'The decomposition [Work] is not being used in this specification.',
  );
  const bare = warning(
    'no-service',
    'decomposition id="Bare"',
    'The decomposition [Bare] is automated, but names neither a service nor a codelet. Its work is offered as a work item.',
  );
  const finds = [
    warning(
      'no-service',
      'http://mail"/>',
      'The decomposition [Service] is performed by the service “http://mail”, which services.yaml does not name. Its work is offered as a work item.',
    ),
    warning(
      'no-service',
      'Mailer</codelet>',
      'The decomposition [Codelet] is performed by the codelet “Mailer”, which services.yaml does not name. Its work is offered as a work item.',
    ),
    bare,
    unused,
  ];
  expect(foundIn(text)).toEqual(expectedIn(text, finds));
  const services = directory({
    services: new Map([['http://mail', binding]]),
    codelets: new Map([['Mailer', binding]]),
  });
  expect(foundIn(text, { services })).toEqual(expectedIn(text, [bare, unused]));
});
