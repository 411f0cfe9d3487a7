/** Hostile YAWL specifications. */
import { type FlowPlan, type NetPlan, specificationText, type TaskPlan } from '../yawl/specification-text.ts';
import { type Attack, attackWith, callTool, post, save, sendAndExpect, times, validate } from './attack.ts';

/** Flows of an OR-split: the last one is the default. */
const anyOf = (targets: readonly string[]): FlowPlan[] =>
  targets.map((to, at) => ({
    to,
    when: 'true()',
    ...(at === targets.length - 1 ? { otherwise: true } : {}),
  }));

const orTask = (targets: readonly string[]): TaskPlan => ({
  to: anyOf(targets),
  join: 'or',
  split: 'or',
  does: 'Work',
});

/** Each task flows to the right and down. @param side tasks */
function grid(side: number, uri: string): string {
  const nameOf = (row: number, column: number): string => `t${row}_${column}`;
  const cells = times(side * side, (at) => ({ row: Math.floor(at / side), column: at % side }));
  const tasks = cells.map(({ row, column }) => {
    const targets = [
      ...(column + 1 < side ? [nameOf(row, column + 1)] : []),
      ...(row + 1 < side ? [nameOf(row + 1, column)] : []),
    ];
    return [nameOf(row, column), orTask(targets.length === 0 ? ['o'] : targets)] as const;
  });
  return specificationText({
    uri,
    nets: [{ id: 'N', begin: [nameOf(0, 0)], tasks: Object.fromEntries(tasks) }],
  });
}

/** Each task flows to all tasks. */
function loops(count: number, uri: string): string {
  const names = times(count, (at) => `t${at}`);
  const tasks = names.map((name) => [name, orTask([...names, 'o'])] as const);
  return specificationText({
    uri,
    nets: [{ id: 'N', begin: ['t0'], tasks: Object.fromEntries(tasks) }],
  });
}

/** Each net has three tasks that play the next one. */
function composites(depth: number, uri: string): string {
  const nets = times(depth, (at): NetPlan => {
    const does = at + 1 < depth ? `N${at + 1}` : null;
    return {
      id: `N${at}`,
      begin: ['a', 'b', 'c'],
      tasks: {
        a: { to: ['d'], does },
        b: { to: ['d'], does },
        c: { to: ['d'], does },
        d: { to: ['o'], does: null },
      },
    };
  });
  return specificationText({ uri, nets });
}

const emptyNet = (more: Partial<NetPlan> = {}): NetPlan => ({
  id: 'N',
  begin: ['t'],
  tasks: { t: { to: ['o'], does: null } },
  ...more,
});

/** Types with patterns that count to a thousand, and a value to match against each. */
const patterns = (count: number, uri: string): string =>
  specificationText({
    uri,
    types: times(
      count,
      (at) =>
        `<xs:simpleType name="T${at}"><xs:restriction base="xs:string"><xs:pattern value="[a-z]{1,${900 - (at % 400)}}[^x]{1,${500 + (at % 400)}}[a-y]{1,900}${at}"/></xs:restriction></xs:simpleType>`,
    ).join(''),
    nets: [
      emptyNet({
        locals: Object.fromEntries(
          times(count, (at) => [`v${at}`, `T${at} = ${'abcdefghij'.repeat(50)}${at}`]),
        ),
      }),
    ],
  });

/** Types inside each other, each with two elements of the next. */
const deepTypes = (count: number, uri: string): string =>
  specificationText({
    uri,
    types: times(count, (at) => {
      const type = at + 1 < count ? `T${at + 1}` : 'xs:string';
      return `<xs:complexType name="T${at}"><xs:sequence><xs:element name="a" type="${type}"/><xs:element name="b" type="${type}" maxOccurs="900"/></xs:sequence></xs:complexType>`;
    }).join(''),
    nets: [emptyNet({ inputs: { v: 'T0' }, locals: { w: 'T0' } })],
  });

/** Tasks with a predicate each. @param depth of the variables of a predicate inside each other */
function nestedQueries(depth: number, uri: string): string {
  const count = Math.ceil(depth / 3.5);
  const query = (at: number): string =>
    `${times(depth, (of) => `some $v${of} in 1 to ${at + 1} satisfies`).join(' ')} $v0 = $v${depth - 1}`;
  const tasks = times(count, (at): readonly [string, TaskPlan] => {
    const next = at + 1 < count ? `t${at + 1}` : 'last';
    return [
      `t${at}`,
      {
        to: [
          { to: next, when: query(at), order: 0 },
          { to: 'o', otherwise: true },
        ],
        split: 'xor',
        does: null,
      },
    ];
  });
  const last: TaskPlan = { to: ['o'], does: null };
  return specificationText({
    uri,
    nets: [{ id: 'N', begin: ['t0'], tasks: { ...Object.fromEntries(tasks), last } }],
  });
}

/** Eight predicates, each of as many steps as the square of `size`. */
function slowPredicates(size: number): string {
  const query = (at: number): string => `count(for $a in 1 to ${size}, $b in 1 to ${size} return 1) > ${at}`;
  const ways = times(8, (at) => `t${at}`);
  const tasks: Record<string, TaskPlan> = Object.fromEntries(
    ways.map((way) => [way, { to: ['end'], does: null }]),
  );
  return specificationText({
    uri: 'Slow',
    nets: [
      {
        id: 'N',
        begin: ['start'],
        tasks: {
          start: {
            to: [
              ...ways.map((to, at) => ({ to, when: query(at) })),
              { to: 'end', when: 'true()', otherwise: true },
            ],
            split: 'or',
            does: null,
          },
          ...tasks,
          end: { to: ['o'], join: 'or', does: null },
        },
      },
    ],
  });
}

const instances = specificationText({
  uri: 'Instances',
  types:
    '<xs:complexType name="ManyType"><xs:sequence><xs:element name="one" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
  nets: [
    {
      id: 'N',
      inputs: { many: 'ManyType' },
      begin: ['Each'],
      tasks: {
        Each: {
          to: ['o'],
          does: 'Work',
          multiple: {
            max: 10_000,
            threshold: 10_000,
            from: '/N/many',
            split: 'for $each in /many/one return <one>{$each/text()}</one>',
            formal: 'one',
          },
        },
      },
    },
  ],
  work: { Work: { inputs: { one: 'string' } } },
});

const submit = (spec: string, nth: number, data: object = {}) =>
  post('/v1/cases', { spec_id: spec, case_data: data, idempotency_key: `hostile-${process.pid}-${nth}` });

const check = (
  name: string,
  sizes: Pick<Attack, 'small' | 'full'>,
  text: (size: number, uri: string) => string,
) =>
  attackWith(`yawl: ${name}, validate`, sizes, (size, nth) =>
    validate(text(size, `Hostile${nth}`), 'hostile.yawl'),
  );

export const yawlAttacks: readonly Attack[] = [
  check('grid of OR-joins', { small: 4, full: 14 }, grid),
  check('OR-joins in loops', { small: 4, full: 7 }, loops),
  check('composite nets', { small: 6, full: 16 }, composites),
  check('patterns of types', { small: 10, full: 400 }, patterns),
  check('deep types', { small: 20, full: 400 }, deepTypes),
  attackWith('yawl: nested queries, validate by tool', { small: 20, full: 300 }, (size, nth) =>
    callTool('workflow_validate', { manifest_content: nestedQueries(size, `Hostile${nth}`) }),
  ),
  {
    name: 'run: slow predicates of a case',
    small: 200,
    full: 700,
    async prepare(send, size) {
      await sendAndExpect(send, save('slow.yawl', slowPredicates(size)));
    },
    perform: (send, _, nth) => send(submit('Slow', nth)),
  },
  {
    name: 'run: checkout of instances',
    small: 100,
    full: 9_999,
    async prepare(send) {
      await sendAndExpect(send, save('instances.yawl', instances));
    },
    async perform(send, size, nth) {
      const started = await send(submit('Instances', nth, { many: { one: times(size, String) } }));
      const { case_id: id } = JSON.parse(started.text) as { readonly case_id?: string };
      if (id === undefined) return started;
      const listed = await send({ method: 'GET', path: `/v1/items?run=${id}` });
      const { items = [] } = JSON.parse(listed.text) as {
        readonly items?: readonly { readonly item: string }[];
      };
      const [first] = items;
      return first === undefined
        ? listed
        : send(post(`/v1/items/${encodeURIComponent(first.item)}/hold`, {}));
    },
  },
];
