import { expect, test } from 'vitest';
import {
  changed,
  netOf,
  plain,
  readText,
  sampleNames,
  sampleText,
  specificationOf,
  taskOf,
} from './sample-file.ts';

const versionOf: Readonly<Record<string, string>> = {
  'every-element.yawl': '4.0',
  'greeting-2.0.yawl': '2.0',
  'greeting-2.1.yawl': '2.1',
  'greeting-2.2.yawl': '2.2',
  'greeting-3.0.yawl': '3.0',
  'greeting-beta-2.xml': 'Beta 2',
  'greeting-beta-4.xml': 'Beta 4',
  'greeting-beta-7.1.xml': 'Beta 7.1',
  'order.yawl': '4.0',
  'survey.yawl': '4.0',
};

test.each(sampleNames)('[Y1.1] %s is read unchanged', (name) => {
  const { document, violations } = readText(sampleText(name));
  expect(violations).toEqual([]);
  expect(document?.version).toBe(versionOf[name]);
});

test('[Y1.1] the metadata of a specification', () => {
  const specification = specificationOf(sampleText('order.yawl'));
  expect(plain({ ...specification, types: null, decompositions: null })).toEqual({
    uri: 'OrderFulfilment',
    name: 'Order fulfilment',
    documentation: 'From the order of a customer to its shipment.',
    metaData: {
      identifier: 'UID_5f0c1a3e-0001-4e6b-9d51-4f2f0f7b0a01',
      version: '1.2',
      title: 'Order fulfilment',
      description: 'Checks the stock, charges, packs and ships.',
      creators: ['Ann Author', 'Ben Author'],
    },
    types: null,
    decompositions: null,
  });
  expect(Object.keys(specification.types).sort()).toEqual([
    'CarrierType',
    'LineType',
    'LinesType',
    'ShipmentType',
  ]);
  expect(
    specification.decompositions.map(({ id, kind, dataRoot }) => [id, kind, dataRoot]).slice(0, 3),
  ).toEqual([
    ['Order', 'net', 'Order'],
    ['Fulfilment', 'net', 'Fulfilment'],
    ['CheckStock', 'gateway', 'CheckStock'],
  ]);
});

test('[Y1.1] variables of a net, with the shapes of their types', () => {
  const { inputs, outputs, locals } = netOf(sampleText('order.yawl'));
  expect(
    inputs.map(({ name, typeName, mandatory, initial }) => [name, typeName, mandatory, initial?.name]),
  ).toEqual([
    ['customer', 'string', true, undefined],
    ['lines', 'LinesType', true, undefined],
    ['express', 'boolean', false, 'false'],
  ]);
  expect(outputs.map(({ name }) => name)).toEqual(['status', 'shipment']);
  expect(locals.map(({ name }) => name)).toEqual(['inStock', 'total', 'wantsInvoice', 'status', 'shipment']);
  expect(inputs[0]?.shape).toEqual({ type: { kind: 'simple', base: 'string' }, types: {} });
  expect(inputs[1]?.shape?.type).toEqual({ kind: 'named', name: 'LinesType' });
  expect(inputs[1]?.shape?.types).toBe(locals[4]?.shape?.types);
  expect(Object.keys(inputs[1]?.shape?.types ?? {})).toContain('LineType');
  expect(locals[4]?.initial?.name).toBe('<carrier>road</carrier>');
});

test('[Y1.1] a task, with its flows, mappings and people', () => {
  expect(plain(taskOf(sampleText('order.yawl'), 'Check_Stock'))).toEqual({
    id: 'Check_Stock',
    name: 'Check stock',
    documentation: 'Look whether everything is there.',
    flows: [
      {
        to: 'Accept',
        predicate: { text: "/Order/inStock/text() = 'true'" },
        ordering: 0,
        isDefault: false,
        documentation: 'Everything is there.',
      },
      { to: 'Reject', predicate: null, ordering: null, isDefault: true, documentation: '' },
    ],
    join: 'xor',
    split: 'xor',
    removes: [],
    removesFlows: [],
    starting: [{ query: { text: '<lines>{/Order/lines/*}</lines>' }, to: 'lines' }],
    completed: [
      { query: { text: '<inStock>{/CheckStock/inStock/text()}</inStock>' }, to: 'inStock' },
      {
        query: {
          text: '<total>{sum(for $line in /CheckStock/lines/line return $line/quantity * $line/price)}</total>',
        },
        to: 'total',
      },
    ],
    enablement: [],
    timer: null,
    resourcing: {
      offer: {
        initiator: 'system',
        participants: [],
        roles: [{ name: 'RO-warehouse' }],
        params: [],
        filters: [],
        constraints: [],
        familiar: null,
      },
      allocate: { initiator: 'user', allocator: null },
      start: { initiator: 'user' },
      privileges: [
        { name: 'canSuspend', allowAll: true, participants: [], roles: [] },
        { name: 'canDelegate', allowAll: false, participants: ['PA-ann'], roles: ['RO-warehouse'] },
      ],
    },
    customForm: 'http://forms.example.com/check-stock',
    decomposition: { name: 'CheckStock' },
    multiple: null,
  });
});

test('[Y1.1] positions: elements under their name, queries inside their quotes, texts between their tags', () => {
  const text = sampleText('order.yawl');
  const task = taskOf(text, 'Check_Stock');
  const marked = ({ span }: { span: { start: number; end: number } }) => text.slice(span.start, span.end);
  expect(marked(task.at)).toBe('task');
  expect(task.at.path).toBe('specification[OrderFulfilment].decomposition[Order].task[Check_Stock]');
  expect(task.flows.map(({ predicate }) => (predicate === null ? null : marked(predicate.at)))).toEqual([
    "/Order/inStock/text() = 'true'",
    null,
  ]);
  expect(task.starting.map(({ query }) => marked(query.at))).toEqual([
    '&lt;lines&gt;{/Order/lines/*}&lt;/lines&gt;',
  ]);
  expect(task.decomposition === null ? '' : marked(task.decomposition.at)).toBe('CheckStock');
  const [, first] = netOf(text).conditions;
  expect(first?.at.path).toBe('specification[OrderFulfilment].decomposition[Order].outputCondition[end]');
});

test('[Y1.1] multiple instances, cancellation sets, and timers', () => {
  const text = sampleText('survey.yawl');
  const ask = taskOf(text, 'Ask');
  expect(plain(ask.multiple)).toEqual({
    minimum: { text: '1' },
    maximum: { text: '20' },
    threshold: { text: '/Survey/enough' },
    creation: 'dynamic',
    input: {
      expression: { text: '/Survey/panel' },
      splitting: { text: 'for $member in /panel/* return <member>{$member/text()}</member>' },
      formal: { name: 'member' },
    },
    output: {
      formal: { text: '<answer>{/Answer/answer/*}</answer>' },
      joining: { text: '<answers>{for $answer in /Answer/answer return $answer}</answers>' },
      variable: { name: 'answers' },
    },
  });
  expect(plain([ask.removes, ask.removesFlows])).toEqual([
    [{ name: 'Time_Up' }, { name: 'waiting' }, { name: 'Close_Early' }],
    [{ from: 'Open', to: 'Time_Up' }],
  ]);
  const timers = ['Time_Up', 'Close_Early', 'Evaluate', 'Open'].map((id) => plain(taskOf(text, id).timer));
  expect(timers).toEqual([
    { trigger: 'OnEnabled', due: { kind: 'duration', duration: 'P3D' }, workdays: true },
    { trigger: null, due: { kind: 'variable', variable: { name: 'patience' } }, workdays: false },
    { trigger: 'OnExecuting', due: { kind: 'duration', duration: 'PT30M' }, workdays: false },
    null,
  ]);
  expect(taskOf(sampleText('every-element.yawl'), 'Work').timer).toMatchObject({
    trigger: 'OnExecuting',
    due: { kind: 'expiry', at: 1_893_456_000_000 },
    workdays: false,
  });
});

test.each([
  ['2', 'YEAR', 'P2Y'],
  ['3', 'MONTH', 'P3M'],
  ['2', 'WEEK', 'P14D'],
  ['1', 'DAY', 'P1D'],
  ['36', 'HOUR', 'PT36H'],
  ['5', 'MIN', 'PT5M'],
  ['90', 'SEC', 'PT90S'],
  ['1500', 'MSEC', 'PT1.500S'],
  ['7', 'MSEC', 'PT0.007S'],
  ['-1', 'HOUR', '-PT1H'],
])('[Y1.1] %s times %s is the duration %s', (ticks, interval, duration) => {
  const params = `<durationparams><ticks>${ticks}</ticks><interval>${interval}</interval></durationparams>`;
  const text = changed(sampleText('survey.yawl'), /<durationparams>[\s\S]*<\/durationparams>/, params);
  expect(taskOf(text, 'Time_Up').timer?.due).toEqual({ kind: 'duration', duration });
});

test('[Y1.1] the features of version 4.0: codes in capitals, prefixed elements, people, services, untyped variables', () => {
  const text = sampleText('every-element.yawl');
  const { inputs, outputs } = netOf(text);
  expect(inputs.map(({ name, typeName, index }) => [name, typeName, index])).toEqual([
    ['anything', '', 0],
    ['note', 'note', 1],
  ]);
  expect(inputs[0]?.shape).toEqual({ type: { kind: 'any' }, types: {} });
  expect(inputs[1]?.shape?.type).toEqual({ kind: 'named', name: 'NoteType' });
  expect(outputs.map(({ initial, mandatory }) => [initial?.name, mandatory])).toEqual([['0', true]]);
  const work = taskOf(text, 'Work');
  expect([work.join, work.split]).toEqual(['xor', 'and']);
  expect(plain(work.resourcing)).toEqual({
    offer: {
      initiator: 'system',
      participants: [{ name: 'PA-ann' }, { name: 'PA-ben' }],
      roles: [{ name: 'RO-clerk' }],
      params: [{ variable: { name: 'owner' }, refers: 'participant' }],
      filters: [{ name: 'OrgFilter', params: [{ key: 'Position', value: 'PO-head' }] }],
      constraints: [{ name: 'SeparationOfDuties', params: [{ key: 'familiarTask', value: 'Serve' }] }],
      familiar: { name: 'Serve' },
    },
    allocate: { initiator: 'system', allocator: { name: 'ShortestQueue', params: [] } },
    start: { initiator: 'user' },
    privileges: [
      { name: 'canSkip', allowAll: true, participants: [], roles: [] },
      { name: 'canPile', allowAll: false, participants: ['PA-ann'], roles: ['RO-clerk'] },
    ],
  });
  const gateways = specificationOf(text).decompositions.filter(({ kind }) => kind === 'gateway');
  expect(
    plain(
      gateways.map((each) => (each.kind === 'gateway' ? [each.service, each.codelet, each.interaction] : [])),
    ),
  ).toEqual([
    [null, null, 'manual'],
    [{ name: 'http://localhost:8080/mailService/ib' }, { name: 'ExampleCodelet' }, 'automated'],
  ]);
});

test('[Y1.1] 2.0, 2.1, 2.2 and 3.0 have the same tree, except for features that only some of them have', () => {
  const [first, ...others] = ['2.0', '2.1', '2.2', '3.0'].map((version) => {
    const specification = specificationOf(sampleText(`greeting-${version}.yawl`));
    const text = JSON.stringify(
      plain({ ...specification, documentation: '', metaData: null }),
      (key, value: unknown) => (key === 'timer' || key === 'index' ? null : value),
    );
    return JSON.parse(text) as unknown;
  });
  for (const other of others) expect(other).toEqual(first);
});

test('[Y1.1] a set without a version is Beta 2: rootNet, names in attributes, prefixed types, the root “data”', () => {
  const text = sampleText('greeting-beta-2.xml');
  expect(text).not.toMatch(/<specificationSet[^>]* version=/);
  const specification = specificationOf(text);
  expect(specification.metaData).toEqual({
    identifier: '',
    version: '0.1',
    title: 'Greeting',
    description: 'Says hello.',
    creators: ['Ann Author'],
  });
  const net = netOf(text);
  expect([net.id, net.isRoot, net.dataRoot]).toEqual(['Greeting net', true, 'data']);
  expect(net.inputs.map(({ name, typeName, shape }) => [name, typeName, shape?.type])).toEqual([
    ['who', 'string', { kind: 'simple', base: 'string' }],
  ]);
  expect(net.locals.map(({ name, shape }) => [name, shape?.type])).toEqual([
    ['words', { kind: 'named', name: 'WordsType' }],
    ['times', { kind: 'simple', base: 'int' }],
  ]);
  expect(net.outputs.map(({ name, typeName, initial }) => [name, typeName, initial])).toEqual([
    ['words', 'WordsType', null],
  ]);
  const [gateway] = specification.decompositions.filter(({ kind }) => kind === 'gateway');
  expect([gateway?.id, gateway?.dataRoot, gateway?.outputs[0]?.mandatory]).toEqual([
    'Greet somebody',
    'data',
    true,
  ]);
});

test('[Y1.3] Beta 2 ignores types, and expressions of its gateways are not evaluated: both are reported', () => {
  let text = changed(sampleText('greeting-beta-2.xml'), '<type>xs:int</type>', '<type>mm:Number</type>');
  text = changed(
    text,
    /(?=<outputParam name="words">)/,
    '<outputExpression query="/data/words"/><outputExpression query="/data/x + 1"/>',
  );
  expect(netOf(text).locals[1]?.shape).toEqual({ type: { kind: 'any' }, types: {} });
  expect(readText(text).warnings).toEqual([
    '62:15 unknown-type [mm:Number] Type “mm:Number” does not exist. The variable accepts any value.',
    '98:71 not-supported [/data/x + 1] This expression is not evaluated: the output is the answer to the work item.',
  ]);
});

test('[Y1.1] Beta 3 has the elements of later versions, and the root “data”', () => {
  const text = `<specificationSet xmlns="http://www.citi.qut.edu.au/yawl" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" version="beta3">
    <specification uri="three"><metaData/>
      <decomposition id="N" isRootNet="true" xsi:type="NetFactsType">
        <outputExpression query="/data/x/text()"/>
        <localVariable><name>x</name><type>string</type></localVariable>
        <processControlElements>
          <inputCondition id="i"><flowsInto><nextElementRef id="o"/></flowsInto></inputCondition>
          <outputCondition id="o"/>
        </processControlElements>
      </decomposition>
    </specification></specificationSet>`;
  const net = netOf(text);
  expect([net.dataRoot, net.outputs.map(({ name }) => name)]).toEqual(['data', ['x']]);
  expect(readText(changed(text, '/data/x/text()', 'count(/data/*)')).violations).toEqual([
    expect.stringContaining('not-supported [count(/data/*)] The output of a net is one of its variables.'),
  ]);
});

test('[Y1.1] Beta 4 can have no namespace, and its data is under the id of the decomposition', () => {
  const text = sampleText('greeting-beta-4.xml');
  const net = netOf(text);
  expect([net.dataRoot, net.outputs[0]?.shape]).toEqual(['Greeting', { type: { kind: 'any' }, types: {} }]);
  expect(taskOf(text, 'greet').multiple?.creation).toBe('static');
});

test('[Y1.1] Beta 7.1 knows enablement and attributes of its authors, and elements of the schema as parameters', () => {
  const text = sampleText('greeting-beta-7.1.xml');
  expect(netOf(text).inputs.map(({ name, shape }) => [name, shape?.type])).toEqual([
    ['name', { kind: 'simple', base: 'string' }],
  ]);
  expect(taskOf(text, 'greet').enablement).toHaveLength(1);
});

test('[Y1.1] types are found by name: built in, of the specification, or of YAWL', () => {
  const shapeOf = (type: string, namespace: string) => {
    const declared = `<name>customer</name>\n        <type>${type}</type>${namespace === '' ? '' : `<namespace>${namespace}</namespace>`}`;
    const text = changed(
      sampleText('order.yawl'),
      /<name>customer<\/name>\s*<type>string<\/type>\s*<namespace>[^<]*<\/namespace>/,
      declared,
    );
    return netOf(text).inputs[0]?.shape?.type;
  };
  const schema = 'http://www.w3.org/2001/XMLSchema';
  expect(shapeOf('date', schema)).toEqual({ kind: 'simple', base: 'date' });
  expect(shapeOf('date', '')).toEqual({ kind: 'simple', base: 'date' });
  expect(shapeOf('LineType', '')).toEqual({ kind: 'named', name: 'LineType' });
  expect(shapeOf('LineType', schema)).toEqual({ kind: 'named', name: 'LineType' });
  expect(shapeOf('YTimerType', '')).toBeDefined();
  expect(shapeOf('NoSuchType', '')).toBeUndefined();
  expect(shapeOf('constructor', '')).toBeUndefined();
});
