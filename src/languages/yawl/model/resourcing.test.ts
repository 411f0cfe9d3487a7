import { expect, test } from 'vitest';
import { createReporter } from '../../document/reporter.ts';
import { createSourceText } from '../../document/source-text.ts';
import type { ServiceDirectory } from '../../workflow.ts';
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

test('[Y6.1] a task without resourcing has no restrictions', () => {
  expect(read(null)).toEqual({ refused: [], warned: [] });
});

test('[Y6.1] people, roles and variables are compiled as written, with who offers, allocates and starts', () => {
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

test('[Y6.1] services.yaml maps ids to people and roles; an unknown id gets a warning', () => {
  const offer = { participants: [named('PA-1'), named('PA-2')], roles: [named('RO-1')] };
  const privileges = [{ name: 'canSkip', at, allowAll: false, participants: ['PA-1'], roles: ['RO-1'] }];
  expect(read({ offer, privileges }, directory)).toMatchObject({
    who: { subjects: ['ann', 'PA-2'], roles: ['clerk'] },
    privileges: { skip: { subjects: ['ann'], roles: ['clerk'] } },
    warned: [
      'The participant “PA-2” is used as the subject of the same name: “services.yaml” has no entry for it under participants.',
    ],
  });
  const made = named('PA-0b7a2c11-2f3d-4d55-9a3c-000000000001');
  expect(read({ offer: { participants: [made] } }).warned).toHaveLength(1);
});

test('[Y6.2] a familiar participant and the separation of duties name atomic tasks', () => {
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
      warned: [expect.stringContaining(`“${nobody}”, which is an empty or a composite task`)],
    });
  }
});

test.each<[what: string, offer: Partial<YawlResourcing['offer']>, message: string]>([
  [
    'a filter for capabilities',
    { filters: [selector('org.yawlfoundation.yawl.resourcing.filters.CapabilityFilter')] },
    'The filter “org.yawlfoundation.yawl.resourcing.filters.CapabilityFilter” needs capabilities of people, which are not available. Name roles instead: the issuer of the credentials assigns them.',
  ],
  [
    'a filter for positions',
    { filters: [selector('OrgFilter')] },
    'The filter “OrgFilter” needs positions and groups of people, which are not available. Name roles instead: the issuer of the credentials assigns them.',
  ],
  [
    'an unknown filter',
    { filters: [selector('Tall')] },
    'The filter “Tall” is not supported. Ignoring it would let more people do the task than allowed. Name roles instead.',
  ],
  [
    'an unknown constraint',
    { constraints: [selector('PiledExecution')] },
    'The constraint “PiledExecution” is not supported. Ignoring it would let more people do the task than allowed.',
  ],
  [
    'a separation from nothing',
    { constraints: [selector('SeparationOfDuties')] },
    'The constraint “SeparationOfDuties” does not name its task.',
  ],
  [
    'a separation from a task that does not exist',
    { constraints: [selector('SeparationOfDuties', { familiarTask: 'Gone' })] },
    'Who may do “Check” depends on the task “Gone”, which is not in this specification.',
  ],
  [
    'a familiar task that does not exist',
    { familiar: named('Gone') },
    'Who may do “Check” depends on the task “Gone”, which is not in this specification.',
  ],
  [
    'a variable that does not exist',
    { params: [{ variable: named('gone'), refers: 'role' }] },
    'Variable “gone”, which names who does the task, does not exist in the net “Net”.',
  ],
  ['an empty id', { roles: [named('')] }, 'The id of a role must be a text of 1 to 300 characters.'],
  [
    'too many names',
    { participants: Array.from({ length: 501 }, (_, index) => named(`p${index}`)) },
    'More than 500 participants are named. Name a role that all of them have.',
  ],
])('[Y6.1] [Y1.3] %s is refused, because more people could do the task than allowed', (_, offer, message) => {
  expect(read({ offer }).refused).toEqual([message]);
});

test.each<[what: string, wishes: Wishes, warned: readonly string[]]>([
  ['people', { offer: { participants: [named('ann')] } }, []],
  [
    'people, by an unsupported allocator',
    {
      offer: { participants: [named('ann')] },
      allocate: { allocator: selector('ShortestQueue') },
    },
    [
      'The allocator “ShortestQueue” is not supported: one of the participants is chosen at random, by the seed of the case.',
    ],
  ],
  [
    'people, at random',
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
      'The system cannot choose who does it, because the members of roles are unknown. The first principal that claims the item holds it.',
    ],
  ],
  [
    'people and roles',
    { offer: { roles: [named('clerk')], participants: [named('ann')] } },
    ['The system chooses only among the named participants, because the members of roles are unknown.'],
  ],
])('[Y6.1] a choice of the system among %s gets a warning if it is limited', (_, wishes, warned) => {
  const allocate = { initiator: 'system' as const, ...wishes.allocate };
  expect(read({ ...wishes, allocate })).toMatchObject({ warned, refused: [] });
  // If nothing is chosen there is no warning.
  expect(read({ ...wishes, allocate: { ...allocate, initiator: 'user' } }).warned).toEqual([]);
});

test('[Y6.2] privileges are for all, for some, or for none; one without effect gets a warning', () => {
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
      'The privilege “canPile” has no effect: items of other cases are not assigned automatically.',
      'The privilege “canFly” is unknown and has no effect.',
    ],
  });
});
