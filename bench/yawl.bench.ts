/**
 * Measures how long a specification of nine nets and 66 tasks takes to load, next to the time of slimdom for its text alone;
 * and the cost of the steps of a case, next to the same queries asked one by one.
 */
import { parseXmlDocument } from 'slimdom';
import { link, type RunEvent, type RunState } from '../src/kernel/index.ts';
import type { QueryEngine } from '../src/languages/query-engine.ts';
import { createYawlLanguage } from '../src/languages/yawl/index.ts';
import { openQueryEngine } from '../src/runtime/index.ts';
import { type NetPlan, specificationText } from '../test/yawl/specification-text.ts';
import { ratio, table } from './table.ts';

const types = `
  <xs:complexType name="LineType"><xs:sequence>
    <xs:element name="article" type="xs:string"/><xs:element name="quantity" type="xs:positiveInteger"/>
    <xs:element name="price" type="xs:decimal"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="OrderType"><xs:sequence>
    <xs:element name="number" type="xs:string"/><xs:element name="date" type="xs:date"/>
    <xs:element name="line" type="LineType" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`;

const variables = { order: 'OrderType', approved: 'boolean', total: 'decimal', note: 'string' };

/** Tasks in a row, each with four input and three output mappings, every third with a choice that joins again. */
function chain(id: string, count: number, last: string | null): NetPlan {
  const names = Array.from({ length: count }, (_, at) => `${id}_${at}`);
  const starting = {
    order: `<order>{/${id}/order/*}</order>`,
    approved: `<approved>{/${id}/approved/text()}</approved>`,
    total: `<total>{sum(for $line in /${id}/order/line return $line/quantity * $line/price)}</total>`,
    note: `<note>{concat(/${id}/note, '.')}</note>`,
  };
  const tasks = names.map((name, at) => {
    const next = names[at + 1] ?? last ?? 'o';
    const after = names[at + 2] ?? last ?? 'o';
    const isChoice = at % 3 === 0 && at + 2 < count;
    return [
      name,
      {
        to: isChoice
          ? [
              { to: next, when: `/${id}/total > 100 and /${id}/approved = 'true'`, order: 1 },
              { to: after, otherwise: true },
            ]
          : [next],
        split: 'xor',
        starting,
        completed: {
          order: '<order>{/Work/order/*}</order>',
          approved: '<approved>{/Work/approved/text()}</approved>',
          note: '<note>{/Work/note/text()}</note>',
        },
        does: 'Work',
        ...(isChoice ? {} : { to: [{ to: next, otherwise: true }] }),
      },
    ] as const;
  });
  const composite =
    last === null
      ? []
      : [[last, { to: ['o'], does: `Net${Number(id.slice(3)) + 1}`, starting: mappingsInto(id) }] as const];
  return {
    id,
    inputs: variables,
    outputs: { note: 'string' },
    begin: [names[0] ?? ''],
    tasks: Object.fromEntries([...tasks, ...composite]),
  };
}

const mappingsInto = (id: string) =>
  Object.fromEntries(
    Object.keys(variables).map((name) => [name, `<${name}>{/${id}/${name}/node()}</${name}>`]),
  );

const nets = Array.from({ length: 9 }, (_, at) =>
  chain(`Net${at}`, at === 8 ? 10 : 6, at === 8 ? null : `Into${at}`),
);
const text = specificationText({
  uri: 'Bench',
  types,
  nets,
  work: { Work: { inputs: variables, outputs: { order: 'OrderType', approved: 'boolean', note: 'string' } } },
});
const tasks = nets.reduce((sum, net) => sum + Object.keys(net.tasks).length, 0);

const timed = (work: () => unknown): number => {
  const begin = performance.now();
  work();
  return performance.now() - begin;
};
const sorted = (times: readonly number[]): readonly number[] => times.toSorted((a, b) => a - b);
const at = (times: readonly number[], share: number): number =>
  sorted(times)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;
const ms = (time: number): string => `${time.toFixed(2)} ms`;

const engine = openQueryEngine();
let asked = 0;
let computing = 0;
const counting: QueryEngine = {
  check: (queries) => engine.check(queries),
  evaluate(query, document, now) {
    asked += 1;
    const begin = performance.now();
    const items = engine.evaluate(query, document, now);
    computing += performance.now() - begin;
    return items;
  },
};
const language = createYawlLanguage(counting);
const read = () => language.read({ path: 'bench.yawl', text }, { operations: null, services: null });

const first = timed(read);
const again = Array.from({ length: 5 }, () => timed(read));
const parse = Array.from({ length: 5 }, () => timed(() => parseXmlDocument(text)));
console.log(`  ${tasks} tasks in ${nets.length} nets, ${text.length.toLocaleString('en-US')} characters`);
table([
  ['load', 'time', 'beside slimdom’s parser'],
  ['the first, with the process for queries', ms(first), ''],
  ['the next ones, median of 5', ms(at(again, 0.5)), ratio(at(again, 0.5), at(parse, 0.5))],
]);

const { workflows, violations } = read();
const program = workflows[0]?.program;
if (program == null) throw new Error(violations.map(({ message }) => message).join('\n'));
const linked = link(program, { evaluators: language.evaluators });
if (linked.kind === 'problems') throw new Error('the specification does not link');
const { machine } = linked;

const order = {
  number: 'A-1',
  date: '2026-03-01',
  line: Array.from({ length: 10 }, (_, line) => ({
    article: `part ${line}`,
    quantity: line + 1,
    price: 9.5,
  })),
};

interface Play {
  state: RunState;
  readonly steps: number[];
}

function send(play: Play, event: RunEvent): void {
  const begin = performance.now();
  const step = machine.advance(play.state, event);
  play.steps.push(performance.now() - begin);
  if (step.kind === 'rejection') throw new Error(step.message);
  play.state = step.state;
}

function playCase(seed: number): Play {
  const play: Play = { state: machine.initial, steps: [] };
  const input = {
    order: { value: order },
    approved: { value: true },
    total: { value: 0 },
    note: { value: '' },
  };
  send(play, { kind: 'started', at: 0, seed, input });
  for (let time = 1; play.state.status === 'running'; time++) {
    const item = play.state.instances.find(({ phase }) => phase === 'open' || phase === 'held');
    if (item === undefined) throw new Error('no task is offered');
    if (item.phase === 'open') send(play, { kind: 'itemHeld', at: time, instance: item.id, by: 'ann' });
    else send(play, { kind: 'itemCompleted', at: time, instance: item.id, by: 'ann', output: { value: {} } });
  }
  return play;
}

playCase(0);
asked = 0;
computing = 0;
const plays = Array.from({ length: 20 }, (_, seed) => playCase(seed + 1));
const steps = plays.flatMap((play) => play.steps);
const spent = steps.reduce((sum, step) => sum + step, 0);
table([
  ['a step of a case', 'median', 'p95', 'p99', 'queries', 'in queries'],
  [
    `${steps.length} steps of ${plays.length} cases`,
    ms(at(steps, 0.5)),
    ms(at(steps, 0.95)),
    ms(at(steps, 0.99)),
    (asked / steps.length).toFixed(1),
    `${((100 * computing) / spent).toFixed(0)} %`,
  ],
]);
engine.close();
