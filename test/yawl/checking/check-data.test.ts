import { describe, expect, test } from 'vitest';
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
  type VariableText,
  variable,
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

const filled = variable('localVariable', 'v', { initial: 'x' });
const work = gateway('Work', variable('inputParam', 'p'), variable('outputParam', 'q'));
const starting = mappings('startingMappings', { p: '/N/v' });

const mapped = (inside: string, decomposition = work): readonly string[] => [
  net('N', [input('a'), task('a', ['o'], { inside }), output], { variables: [filled] }),
  decomposition,
];

const ofMappings: readonly Case[] = [
  {
    what: 'an input parameter without a mapping',
    parts: mapped(''),
    finds: [
      error(
        'unconnected-input',
        'task id="a"',
        'The task (id= a) needs to be connected with the input parameter (p) of decomposition (YAWLServiceGateway:Work).',
      ),
    ],
  },
  {
    what: 'an empty query',
    parts: mapped(mappings('startingMappings', { p: '' })),
    finds: [
      error(
        'empty-query',
        '"/><mapsTo>p',
        'AtomicTask:a(id= a) the XQuery for param [p] cannot be equal to null or the empty string.',
      ),
    ],
  },
  {
    what: 'a result for a variable that does not exist',
    parts: mapped(starting + mappings('completedMappings', { w: '/Work/q' })),
    finds: [
      error(
        'unknown-variable',
        'mapping><expression query="/Work/q"',
        'The task (id= a) claims to assign its output to a net variable named (w). However the containing net does not have such a variable.',
      ),
    ],
  },
  {
    what: 'a mapping to a parameter that does not exist',
    parts: mapped(mappings('startingMappings', { p: '/N/v', z: '/N/v/text()' })),
    finds: [
      warning(
        'unknown-input',
        'mapping><expression query="/N/v/text()"',
        'The task (id= a) maps to the input parameter (z), which its decomposition (YAWLServiceGateway:Work) does not have. The mapping is not used.',
      ),
    ],
  },
  {
    what: 'an enablement parameter without a mapping',
    parts: mapped('', gateway('Work', variable('enablementParam', 'e'))),
    finds: [
      error(
        'unconnected-enablement',
        'task id="a"',
        'The task [id= a] needs to be connected with the enablement parameter [e] of decomposition [YAWLServiceGateway:Work].',
      ),
    ],
  },
  {
    what: 'a mapping to an enablement parameter that does not exist',
    parts: mapped(mappings('enablementMappings', { e: '/N/v' }), gateway('Work')),
    finds: [
      error(
        'unknown-enablement',
        'mapping><expression query="/N/v"',
        "The task [id= a] cannot connect with enablement parameter [e] because it doesn't exist at its decomposition [YAWLServiceGateway:Work].",
      ),
    ],
  },
  {
    what: 'a timer set by a variable that is not a timer',
    parts: mapped(`${starting}<timer><netparam>v</netparam></timer>`),
    finds: [
      warning(
        'no-timer-variable',
        'v</netparam>',
        'The timer of the task [AtomicTask:a] is set by “v”, which is not a variable of type YTimerType of its net. No timer will run.',
      ),
    ],
  },
  {
    what: 'mappings of an empty task',
    parts: [
      net(
        'N',
        [
          input('b'),
          task('a', ['o'], { work: '', inside: starting + mappings('completedMappings', { v: '/a/q' }) }),
          task('b', ['a']),
          output,
        ],
        { variables: [filled] },
      ),
    ],
    finds: [
      error(
        'mappings-without-decomposition',
        'mapping><expression query="/N/v"',
        'Syntax error for AtomicTask:a to have startingMappings and no decomposition.',
      ),
      error(
        'mappings-without-decomposition',
        'mapping><expression query="/a/q"',
        'Syntax error for AtomicTask:a to have completionMappings and no decomposition.',
      ),
    ],
  },
];

const joined = (result: string): string =>
  `<miDataOutput><formalOutputExpression query="/Work/q"/><outputJoiningExpression query="/Work/*"/><resultAppliedToLocalVariable>${result}</resultAppliedToLocalVariable></miDataOutput>`;

const several = (inside: string, formal: string, result: string): readonly string[] => [
  net(
    'N',
    [
      input('a'),
      task('a', ['o'], { inside, multiple: multiple({ formal, output: joined(result) }) }),
      output,
    ],
    {
      variables: [filled],
    },
  ),
  work,
];

const ofInstances: readonly Case[] = [
  {
    what: 'a parameter mapped twice',
    parts: several(starting, 'p', 'v'),
    finds: [
      error(
        'input-used-twice',
        'p</formalInputParam>',
        'An input parameter is used twice. The task (id=a) uses the same parameter through its multi-instance input and its regular input.',
      ),
    ],
  },
  {
    what: 'a variable set twice',
    parts: several(mappings('completedMappings', { v: '/Work/q/text()' }), 'p', 'v'),
    finds: [
      error(
        'output-used-twice',
        'v</resultAppliedToLocalVariable>',
        'An output parameter is used twice. The task (id=a) uses the same parameter through its multi-instance output and its regular output.',
      ),
    ],
  },
  {
    what: 'a parameter of instances that does not exist',
    parts: several(starting, 'z', 'v'),
    finds: [
      error(
        'unknown-formal-input',
        'z</formalInputParam>',
        'The task (id= a) passes its instances the input parameter (z), which its decomposition (YAWLServiceGateway:Work) does not have.',
      ),
    ],
  },
  {
    what: 'a joined result for a variable that does not exist',
    parts: several('', 'p', 'w'),
    finds: [
      error(
        'unknown-variable',
        'w</resultAppliedToLocalVariable>',
        'The task (id= a) claims to assign its output to a net variable named (w). However the containing net does not have such a variable.',
      ),
    ],
  },
];

const timed = (predicate: string): readonly string[] => [
  net('N', [
    input('a'),
    task('a', [flow('b', { predicate, ordering: 1 }), flow('o', { isDefault: true })], {
      split: 'xor',
      inside: '<timer><trigger>OnEnabled</trigger><duration>PT5S</duration></timer>',
      name: 'Wait here',
    }),
    task('b', ['o']),
    output,
  ]),
];

const ofPredicates: readonly Case[] = [
  { what: 'a predicate about a timer', parts: timed(" timer(Wait here) != 'expired' "), finds: [] },
  {
    what: 'a timer predicate with an unknown state',
    parts: timed("timer(Wait here) = 'over'"),
    finds: [
      error(
        'malformed-timer-predicate',
        "timer(Wait here) = 'over'",
        "AtomicTask:a(id= a) Malformed timer predicate: timer(Wait here) = 'over'",
      ),
    ],
  },
  {
    what: 'a timer predicate about a task without timer',
    parts: timed("timer(b) = 'expired'"),
    finds: [
      error(
        'unknown-timer',
        "timer(b) = 'expired'",
        "AtomicTask:a(id= a) Unable to find timer state for task named in predicate: timer(b) = 'expired'",
      ),
    ],
  },
];

const schema = `<xs:complexType name="Pair"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>`;

const declared = (options: VariableText): readonly string[] => [
  net('N', [input('a'), task('a', ['o']), output], {
    variables: [variable('localVariable', 'v', options)],
  }),
];

const ofVariables: readonly Case[] = [
  {
    what: 'an unknown type',
    parts: declared({ type: 'Unheard', isOwn: true }),
    finds: [
      error(
        'unknown-type',
        'localVariable><index',
        'The type library (Schema) in specification contains no type definition with name [Unheard]. Therefore the decomposition YNet:N cannot create this variable.',
      ),
    ],
  },
  {
    what: 'an initial value that is not a number',
    parts: declared({ type: 'int', initial: 'three' }),
    finds: [
      error(
        'value-not-valid',
        'three</initialValue>',
        'The initial value [three] of variable [v] in decomposition [YNet:N] is not valid for its data type.',
      ),
    ],
  },
  {
    what: 'an initial value that is not XML',
    parts: declared({ type: 'Pair', isOwn: true, initial: '&lt;x&gt;1' }),
    finds: [
      error(
        'value-not-well-formed',
        '&lt;x&gt;1</initialValue>',
        'The initial value [<x>1] of variable [v] in decomposition [YNet:N] is not well formed.',
      ),
    ],
  },
  {
    what: 'initial values that fit',
    parts: declared({ type: 'Pair', isOwn: true, initial: '&lt;x&gt;1&lt;/x&gt;' }),
    finds: [],
  },
  {
    what: 'a type of the specification in the namespace of XML Schema',
    parts: declared({ type: 'Pair', initial: '&lt;x&gt;1&lt;/x&gt;' }),
    finds: [],
  },
  {
    what: 'a default that does not fit its type',
    parts: [
      net('N', [input('a'), task('a', ['o']), output]),
      gateway('Work', variable('outputParam', 'q', { type: 'boolean', initial: 'perhaps' })),
    ],
    finds: [
      error(
        'value-not-valid',
        'perhaps</defaultValue>',
        'The default value [perhaps] of variable [q] in decomposition [YAWLServiceGateway:Work] is not valid for its data type.',
      ),
    ],
  },
  {
    what: 'a mandatory parameter with an initial value',
    parts: [
      net('N', [input('a'), task('a', ['o']), output], {
        variables: [variable('inputParam', 'p', { initial: 'x', isMandatory: true })],
      }),
    ],
    finds: [
      error(
        'mandatory-with-initial',
        'x</initialValue>',
        'The parameter [p] of decomposition [YNet:N] cannot be mandatory and have initial value.',
      ),
    ],
  },
  {
    what: 'a duplicate variable',
    parts: [
      net('N', [input('a'), task('a', ['o']), output], {
        variables: [filled, variable('localVariable', 'v', { type: 'int', initial: '1' })],
      }),
    ],
    finds: [
      error(
        'repeated-name',
        'localVariable><index>0</index><name>v</name><type>int',
        'There is more than one local variable with the name “v”.',
      ),
    ],
  },
  {
    what: 'an output that nothing sets',
    parts: [
      net('N', [input('a'), task('a', ['o']), output], {
        variables: [variable('outputParam', 'r')],
      }),
    ],
    finds: [
      warning(
        'output-never-set',
        'outputParam><index',
        'The net [YNet:N] has the output parameter [r], but no variable of that name: the output is always empty.',
      ),
    ],
  },
];

const groups = { ofMappings, ofInstances, ofPredicates, ofVariables };

for (const [group, cases] of Object.entries(groups)) {
  describe(group, () => {
    test.each(cases)('[Y2.2] $what: reported with YAWL’s text, at its place', ({ parts, finds }) => {
      const text = specification(parts, { schema });
      expect(foundIn(text)).toEqual(expectedIn(text, finds));
    });
  });
}
