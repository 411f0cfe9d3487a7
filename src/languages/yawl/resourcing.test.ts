import { expect, test } from 'vitest';
import { createReporter } from '../document/reporter.ts';
import { createSourceText } from '../document/source-text.ts';
import type { ServiceDirectory } from '../language.ts';
import { type Resourcing, resourcingOf } from './resourcing.ts';
import type {
  LocatedName,
  Selector,
  SourceLocation,
  YawlNet,
  YawlResourcing,
  YawlSpecification,
  YawlTask,
} from './schema.ts';

const at: SourceLocation = { span: { start: 0, end: 1 }, path: 'here' };
const named = (name: string): LocatedName => ({ name, at });
const selector = (name: string, params: Readonly<Record<string, string>> = {}): Selector => ({
  name,
  at,
  params: Object.entries(params).map(([key, value]) => ({ key, value })),
});

interface Wishes {
  readonly offer?: Partial<YawlResourcing['offer']>;
  readonly allocate?: Partial<YawlResourcing['allocate']>;
  readonly start?: YawlResourcing['start'];
  readonly privileges?: YawlResourcing['privileges'];
}

const task = (id: string, wishes: Wishes | null = null, decomposition: string | null = 'Work'): YawlTask => ({
  id,
  at,
  name: id,
  documentation: '',
  flows: [],
  join: 'and',
  split: 'and',
  removes: [],
  removesFlows: [],
  starting: [],
  completed: [],
  enablement: [],
  timer: null,
  resourcing:
    wishes === null
      ? null
      : {
          at,
          offer: {
            initiator: 'system',
            participants: [],
            roles: [],
            params: [],
            filters: [],
            constraints: [],
            familiar: null,
            ...wishes.offer,
          },
          allocate: { initiator: 'user', allocator: null, ...wishes.allocate },
          start: wishes.start ?? { initiator: 'user' },
          privileges: wishes.privileges ?? [],
        },
  customForm: '',
  decomposition: decomposition === null ? null : named(decomposition),
  multiple: null,
});

const decomposition = { at, name: '', documentation: '', inputs: [], outputs: [], dataRoot: '' };
const net: YawlNet = {
  ...decomposition,
  id: 'Net',
  kind: 'net',
  isRoot: true,
  locals: [
    {
      name: 'boss',
      at,
      index: 0,
      documentation: '',
      typeName: 'string',
      shape: null,
      initial: null,
      mandatory: false,
    },
  ],
  conditions: [],
  tasks: [task('Prepare'), task('Empty', null, null), task('Nested', null, 'Net')],
};
const specification: YawlSpecification = {
  at,
  uri: 'Order',
  name: '',
  documentation: '',
  metaData: { identifier: '', version: '0.1', title: '', description: '', creators: [] },
  types: {},
  decompositions: [
    net,
    {
      ...decomposition,
      id: 'Work',
      kind: 'gateway',
      enablement: [],
      service: null,
      codelet: null,
      interaction: 'manual',
    },
  ],
};

interface Read extends Resourcing {
  readonly refused: readonly string[];
  readonly warned: readonly string[];
}

function read(wishes: Wishes | null, services: ServiceDirectory | null = null): Read {
  const source = createSourceText({ path: 'order.yawl', text: '<x/>' });
  const violations = createReporter(source);
  const warnings = createReporter(source);
  const found = resourcingOf(task('Check', wishes), { net, specification, services, violations, warnings });
  const messages = ({ violations: all }: typeof violations) => all().map(({ message }) => message);
  return { ...found, refused: messages(violations), warned: messages(warnings) };
}

test('[Y6.1] a task without resourcing leaves everything open', () => {
  expect(read(null)).toEqual({ refused: [], warned: [] });
});

test('[Y6.1] people, roles and variables are told as they stand, with who offers, allocates and starts', () => {
  const offer = {
    participants: [named('ann'), named('ann')],
    roles: [named('clerk')],
    params: [{ variable: named('boss'), refers: 'participant' as const }],
  };
  expect(read({ offer, allocate: { initiator: 'user' }, start: { initiator: 'system' } })).toEqual({
    who: {
      roles: ['clerk'],
      subjects: ['ann'],
      kind: null,
      fourEyes: false,
      familiar: [],
      apartFrom: [],
      offeredBy: 'system',
      allocatedBy: 'user',
      startedBy: 'system',
      from: [{ variable: 'boss', refers: 'participant' }],
    },
    privileges: {},
    refused: [],
    warned: [],
  });
});

const directory: ServiceDirectory = {
  services: new Map(),
  codelets: new Map(),
  participants: new Map([['PA-1', 'ann']]),
  roles: new Map([['RO-1', 'clerk']]),
};

test('[Y6.1] ids are the people and roles that services.yaml says; one that it does not know is told', () => {
  const offer = { participants: [named('PA-1'), named('PA-2')], roles: [named('RO-1')] };
  const privileges = [{ name: 'canSkip', at, allowAll: false, participants: ['PA-1'], roles: ['RO-1'] }];
  expect(read({ offer, privileges }, directory)).toMatchObject({
    who: { subjects: ['ann', 'PA-2'], roles: ['clerk'] },
    privileges: { skip: { subjects: ['ann'], roles: ['clerk'] } },
    warned: [
      'The participant “PA-2” stands for the subject of that very name: “services.yaml” does not say another, under participants.',
    ],
  });
  const made = named('PA-0b7a2c11-2f3d-4d55-9a3c-000000000001');
  expect(read({ offer: { participants: [made] } }).warned).toHaveLength(1);
});

test('[Y6.2] a familiar participant and the separation of duties name tasks that somebody does', () => {
  const apart = selector('org.yawlfoundation.yawl.resourcing.constraints.SeparationOfDuties', {
    familiarTask: 'Prepare',
  });
  expect(read({ offer: { familiar: named('Prepare'), constraints: [apart, apart] } })).toMatchObject({
    who: { familiar: ['Prepare'], apartFrom: ['Prepare'] },
    refused: [],
    warned: [],
  });
  for (const nobody of ['Empty', 'Nested']) {
    expect(read({ offer: { familiar: named(nobody) } })).toMatchObject({
      refused: [],
      warned: [expect.stringContaining(`“${nobody}”, which nobody does`)],
    });
  }
});

test.each<[what: string, offer: Partial<YawlResourcing['offer']>, message: string]>([
  [
    'a filter for capabilities',
    { filters: [selector('org.yawlfoundation.yawl.resourcing.filters.CapabilityFilter')] },
    'The filter “org.yawlfoundation.yawl.resourcing.filters.CapabilityFilter” asks for capabilities of people, which are not known here. Name roles instead: whoever issues the credentials says who has them.',
  ],
  [
    'a filter for positions',
    { filters: [selector('OrgFilter')] },
    'The filter “OrgFilter” asks for positions and groups of people, which are not known here. Name roles instead: whoever issues the credentials says who has them.',
  ],
  [
    'a filter that nobody knows',
    { filters: [selector('Tall')] },
    'The filter “Tall” is not known here, and without it more people could do the task than may. Name roles instead.',
  ],
  [
    'a constraint that nobody knows',
    { constraints: [selector('PiledExecution')] },
    'The constraint “PiledExecution” is not known here, and without it more people could do the task than may.',
  ],
  [
    'a separation from nothing',
    { constraints: [selector('SeparationOfDuties')] },
    'The constraint “SeparationOfDuties” does not say which task it is about.',
  ],
  [
    'a separation from a task that is not there',
    { constraints: [selector('SeparationOfDuties', { familiarTask: 'Gone' })] },
    'Who may do “Check” depends on the task “Gone”, which is not in this specification.',
  ],
  [
    'a familiar task that is not there',
    { familiar: named('Gone') },
    'Who may do “Check” depends on the task “Gone”, which is not in this specification.',
  ],
  [
    'a variable that is not there',
    { params: [{ variable: named('gone'), refers: 'role' }] },
    'The variable “gone” is to say who does it, but the net “Net” has no such variable.',
  ],
  ['an empty id', { roles: [named('')] }, 'The id of a role is a text of 1 to 300 characters.'],
  [
    'too many names',
    { participants: Array.from({ length: 501 }, (_, index) => named(`p${index}`)) },
    'More than 500 participants are named. Name a role that all of them have.',
  ],
])('[Y6.1] [Y1.3] %s is refused, since more people could do it than may', (_, offer, message) => {
  expect(read({ offer }).refused).toEqual([message]);
});

test.each<[what: string, wishes: Wishes, warned: readonly string[]]>([
  ['people', { offer: { participants: [named('ann')] } }, []],
  [
    'people, by an allocator that is not here',
    {
      offer: { participants: [named('ann')] },
      allocate: { allocator: selector('ShortestQueue') },
    },
    [
      'The allocator “ShortestQueue” is not known here: one of the people is chosen at random, by the seed of the case.',
    ],
  ],
  [
    'people, by chance',
    {
      offer: { participants: [named('ann')] },
      allocate: { allocator: selector('org.yawlfoundation.yawl.resourcing.allocators.RandomChoice') },
    },
    [],
  ],
  [
    'a role',
    { offer: { roles: [named('clerk')] } },
    [
      'The system is to choose who does it, but who has a role is not known here: whoever may do it and takes it first has it.',
    ],
  ],
  [
    'people and roles',
    { offer: { roles: [named('clerk')], participants: [named('ann')] } },
    [
      'The system is to choose who does it: it chooses among the participants who are named, since who has a role is not known here.',
    ],
  ],
])(
  '[Y6.1] that the system chooses among %s is warned of where it cannot do as it says',
  (_, wishes, warned) => {
    const allocate = { initiator: 'system' as const, ...wishes.allocate };
    expect(read({ ...wishes, allocate })).toMatchObject({ warned, refused: [] });
    // Where nothing is to be chosen there is nothing to warn of.
    expect(read({ ...wishes, allocate: { ...allocate, initiator: 'user' } }).warned).toEqual([]);
  },
);

test('[Y6.2] privileges are for all, for some, or for nobody; one without effect is told', () => {
  const privilege = (name: string, allowAll: boolean, participants: readonly string[] = []) => ({
    name,
    at,
    allowAll,
    participants,
    roles: [],
  });
  const privileges = [
    privilege('canSkip', true),
    privilege('canSuspend', false),
    privilege('canReallocateStateless', false, ['ann']),
    privilege('canReallocateStateful', false, ['bob']),
    privilege('canDeallocate', true),
    privilege('canPile', true),
    privilege('canFly', true),
  ];
  expect(read({ privileges })).toMatchObject({
    privileges: {
      skip: 'all',
      suspend: { roles: [], subjects: [] },
      reallocate: { roles: [], subjects: ['ann', 'bob'] },
    },
    warned: [
      'The privilege “canPile” has no effect: nobody is given the items of other cases by themselves.',
      'The privilege “canFly” is not known, and gives nothing.',
    ],
  });
});
