import { describe, expect, test } from 'vitest';
import { caseStatus, offered, playPlan, readPlan, work } from '../play-specification.ts';
import type { SpecificationPlan } from '../specification-text.ts';

const types = `
  <xs:complexType name="LineType"><xs:sequence>
    <xs:element name="article" type="xs:string"/>
    <xs:element name="quantity" type="xs:positiveInteger"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="OrderType"><xs:sequence>
    <xs:element name="date" type="xs:date"/>
    <xs:element name="line" type="LineType" maxOccurs="unbounded"/>
    <xs:element name="urgent" type="xs:boolean" minOccurs="0"/>
  </xs:sequence></xs:complexType>`;

const order = {
  date: '2026-03-01',
  line: [
    { article: 'nut & bolt', quantity: 3 },
    { article: '<screw>', quantity: 4 },
  ],
  urgent: true,
};

const ordering: SpecificationPlan = {
  types,
  nets: [
    {
      id: 'N',
      inputs: { order: 'OrderType!', note: 'string' },
      outputs: { total: 'int', order: 'OrderType' },
      locals: { total: 'int' },
      begin: ['Check'],
      tasks: {
        Check: {
          to: [
            { to: 'Big', when: '/N/total > 5', order: 1 },
            { to: 'o', otherwise: true },
          ],
          split: 'xor',
          starting: {
            order: '<order>{/N/order/*}</order>',
            note: '<note>{/N/note/text()}</note>',
            count: '<count>{count(/N/order/line)}</count>',
          },
          completed: {
            order: '<order>{/Check/order/*}</order>',
            total: '<total>{sum(/Check/order/line/quantity)}</total>',
          },
        },
        Big: { to: ['o'], does: null },
      },
    },
  ],
  work: {
    Check: {
      inputs: { order: 'OrderType', note: 'string', count: 'int' },
      outputs: { order: 'OrderType', remark: 'string = none' },
    },
  },
};

describe('data of cases and items', () => {
  test('[Y4.2] [Y4.4] JSON goes in, is mapped as XML by its types, and comes out as JSON', () => {
    const testNet = playPlan(ordering, { order, note: 'soon' });
    const [shown] = testNet.asked('offer');
    expect(shown?.input).toEqual({ value: { order, note: 'soon', count: 2 } });
    const changed = { ...order, line: [{ article: 'nail', quantity: 9 }] };
    expect(caseStatus(work(testNet, 'Check', { order: changed, remark: '' }))).toBe('completed');
    expect(testNet.state.output).toEqual({
      record: { total: { value: 9 }, order: { value: changed } },
    });
  });

  test('[Y4.1] an answer that does not fit its type is refused without effect', () => {
    const testNet = playPlan(ordering, { order, note: '' }).hold('Check');
    const before = testNet.state;
    const wrong = { ...order, line: [{ article: 'nail', quantity: 0 }] };
    const event = {
      kind: 'itemCompleted',
      instance: testNet.at('Check').id,
      output: { value: { order: wrong } },
      by: 'ann',
    } as const;
    expect([testNet.refused(event), testNet.state]).toEqual(['expression', before]);
  });

  test('[Y4.2] an output that is not answered is the input of the same name, or its default', () => {
    const testNet = work(playPlan(ordering, { order, note: '' }), 'Check', {});
    expect(testNet.state.output).toEqual({ record: { total: { value: 7 }, order: { value: order } } });
  });

  test('[Y4.2] names of object members are ordinary names', () => {
    const testNet = playPlan({
      nets: [
        {
          id: 'N',
          outputs: { constructor: 'string', toString: 'string' },
          locals: { constructor: 'string', toString: 'string' },
          begin: ['A'],
          tasks: { A: { to: ['o'], completed: { constructor: '/A/constructor', toString: '/A/toString' } } },
        },
      ],
      work: { A: { outputs: { constructor: 'string = none', toString: 'string' } } },
    }).hold('A');
    const event = { kind: 'itemCompleted', instance: testNet.at('A').id, by: 'ann' } as const;
    expect(testNet.refused({ ...event, output: { value: {} } })).toBe('expression');
    testNet.complete('A', { toString: 'own' });
    expect(testNet.state.output).toEqual({
      record: { constructor: { value: 'none' }, toString: { value: 'own' } },
    });
  });

  test('[Y3.7] skipping copies the input to the output', () => {
    const testNet = playPlan(ordering, { order, note: '' });
    testNet.send({ kind: 'itemSkipped', instance: testNet.at('Check').id });
    expect(testNet.state.output).toEqual({ record: { total: { value: 7 }, order: { value: order } } });
  });

  test('[Y4.4] the current time of a query is the time of the event', () => {
    const plan: SpecificationPlan = {
      nets: [
        {
          id: 'N',
          locals: { when: 'dateTime', year: 'int' },
          outputs: { when: 'dateTime', year: 'int' },
          begin: ['A'],
          tasks: {
            A: {
              to: ['o'],
              completed: {
                when: '<when>{current-dateTime()}</when>',
                year: '<year>{year-from-date(current-date())}</year>',
              },
            },
          },
        },
      ],
    };
    const testNet = playPlan(plan);
    testNet.now = Date.parse('2031-05-06T07:08:09.010Z');
    work(testNet, 'A');
    expect(testNet.state.output).toEqual({
      record: { when: { value: '2031-05-06T07:08:09.01Z' }, year: { value: 2031 } },
    });
  });

  test.each([
    ['group by', 'for $a in /N/order/line group by $b := $a/article return $b'],
    ['format-number', "format-number(1, '0')"],
    ['doc', "doc('file:///etc/passwd')"],
    ['a mistake', '<a>{'],
  ])('[Y4.4] an unsupported query is refused when it is loaded: %s', (_, query) => {
    const [net] = ordering.nets;
    if (net === undefined) throw new Error('no net');
    const { Check, ...tasks } = net.tasks;
    if (Check === undefined) throw new Error('no task');
    const starting = { ...Check.starting, note: query };
    const { workflows, violations } = readPlan({
      ...ordering,
      nets: [{ ...net, tasks: { ...tasks, Check: { ...Check, starting } } }],
    });
    expect(workflows[0]?.program).toBeNull();
    expect(violations).toHaveLength(1);
    expect(violations[0]?.message).toContain('the XQuery could not be successfully parsed');
  });

  test('[Y3.4] data that prevents the start of an item refuses the start; the item stays enabled', () => {
    const plan: SpecificationPlan = {
      nets: [
        {
          id: 'N',
          inputs: { text: 'string' },
          begin: ['A'],
          tasks: { A: { to: ['o'], starting: { number: '<number>{/N/text/text()}</number>' } } },
        },
      ],
      work: { A: { inputs: { number: 'int!' } } },
    };
    const testNet = playPlan(plan, { text: 'many' });
    expect(testNet.asked('offer')).toMatchObject([{ input: { value: {} } }]);
    expect(testNet.refused({ kind: 'itemHeld', instance: testNet.at('A').id, by: 'ann' })).toBe('expression');
    testNet.send({ kind: 'dataUpdated', set: { text: { value: '12' } } });
    expect(testNet.hold('A').instancesUnderWay()).toEqual(['A:held']);
  });

  test('[Y3.3] a composite task has its own data: starting mappings fill it, completed mappings return it', () => {
    const testNet = playPlan({
      nets: [
        {
          id: 'N',
          inputs: { a: 'int = 20' },
          outputs: { b: 'int' },
          locals: { b: 'int' },
          begin: ['Part'],
          tasks: {
            Part: {
              to: ['o'],
              does: 'Sub',
              starting: { x: '<x>{/N/a + 1}</x>' },
              completed: { b: '<b>{/Sub/y * 2}</b>' },
            },
          },
        },
        {
          id: 'Sub',
          inputs: { x: 'int' },
          outputs: { y: 'int' },
          locals: { y: 'int', a: 'int = 5' },
          begin: ['T'],
          tasks: {
            T: {
              to: ['o'],
              completed: { y: '<y>{/T/z + 0}</y>' },
              starting: { z: '<z>{/Sub/x + /Sub/a}</z>' },
            },
          },
        },
      ],
      work: { T: { inputs: { z: 'int' }, outputs: { z: 'int' } } },
    });
    work(testNet, 'T');
    expect(testNet.state.output).toEqual({ record: { b: { value: 52 } } });
  });

  test('[Y3.3] [Y3.8] an answer that prevents the next net from starting is refused, as YAWL’s engine rolls it back', () => {
    const plan: SpecificationPlan = {
      nets: [
        {
          id: 'N',
          locals: { text: 'string' },
          begin: ['A'],
          tasks: {
            A: { to: ['Part'], completed: { text: '/A/text' } },
            Part: { to: ['o'], does: 'Sub', starting: { x: '<x>{/N/text/text()}</x>' } },
          },
        },
        { id: 'Sub', inputs: { x: 'int!' }, begin: ['T'], tasks: { T: { to: ['o'] } } },
      ],
      work: { A: { outputs: { text: 'string' } } },
    };
    const testNet = playPlan(plan).hold('A');
    const event = { kind: 'itemCompleted', instance: testNet.at('A').id, by: 'ann' } as const;
    expect(testNet.refused({ ...event, output: { value: { text: 'many' } } })).toBe('expression');
    expect(caseStatus(testNet)).toEqual(['A']);
    expect(caseStatus(testNet.complete('A', { text: '12' }))).toEqual(['T']);
  });
});

describe('the cost of types', () => {
  const plan = (mappings: number): SpecificationPlan => {
    const names = Array.from({ length: mappings }, (_, at) => `p${at}`);
    const inputs = Object.fromEntries(names.map((name) => [name, 'CodeType']));
    return {
      types: `<xs:simpleType name="CodeType"><xs:restriction base="xs:string">
        <xs:pattern value="x{999}|[ab]*"/></xs:restriction></xs:simpleType>`,
      nets: [
        {
          id: 'N',
          inputs: { code: 'CodeType!' },
          begin: ['Check'],
          tasks: {
            Check: {
              to: ['o'],
              starting: Object.fromEntries(
                names.map((name) => [name, `<${name}>{/N/code/text()}</${name}>`]),
              ),
            },
          },
        },
      ],
      work: { Check: { inputs } },
    };
  };

  test('[K12.5][Y4.2] matching the patterns of types counts for the event: a value that is mapped too often is refused', () => {
    const code = 'ab'.repeat(2_400);
    expect(offered(playPlan(plan(2), { code }))).toEqual(['Check']);
    const net = playPlan(plan(2), { code }).hold('Check');
    expect(caseStatus(net)).toEqual(['Check']);
    expect(() => playPlan(plan(12), { code }).hold('Check')).toThrow(
      'The expressions of this event take too many steps together.',
    );
  });
});
