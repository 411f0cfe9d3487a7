/**
 * Measures expression evaluations per second, next to a CEL implementation on the same work in the same run. Parsing and
 * compilation are not measured. The order changes from round to round, and medians are compared.
 */
import { Environment } from '@marcbachmann/cel-js';
import { expressionEvaluator, type Json, parseExpression, withoutSpans } from '../src/expression/index.ts';
import { ratio, table } from './table.ts';

const values: { readonly [name: string]: Json } = {
  availability: { seats_available: 4, flight: 'SB 12' },
  order: { total: 120, currency: 'EUR' },
  customer: { tier: 'gold', name: 'Ada' },
  trip: { code: 'SB-2026-0042', departure: '2026-03-09T08:00:00Z' },
};

const cases: readonly { readonly ours: string; readonly cel: string; readonly result: Json }[] = [
  {
    ours: '$availability.seats_available > 0',
    cel: 'availability.seats_available > 0',
    result: true,
  },
  {
    ours: '$order.total > 100 and $customer.tier in ["gold", "silver"]',
    cel: 'order.total > 100 && customer.tier in ["gold", "silver"]',
    result: true,
  },
  {
    ours: '$trip.code.startsWith("SB-") and date($trip.departure) - 7 days > date("2026-03-01T00:00:00Z")',
    cel: 'trip.code.startsWith("SB-") && timestamp(trip.departure) - duration("168h") > timestamp("2026-03-01T00:00:00Z")',
    result: true,
  },
];

const compileOurs = (text: string): (() => Json) => {
  const parsed = parseExpression(text);
  if (parsed.kind === 'problems') throw new Error(JSON.stringify(parsed.problems));
  const names: string[] = [];
  const compute = expressionEvaluator.compile(withoutSpans(parsed.tree), (name) => names.push(name) - 1);
  const found = names.map((name) => values[name]);
  const scope = { get: (reference: number): Json | undefined => found[reference], at: 0 };
  return () => compute({ ...scope, effort: { left: 1_000_000 } });
};

const environment = new Environment({ unlistedVariablesAreDyn: true });
const compileCel = (text: string): (() => Json) => {
  const compute = environment.parse(text);
  return () => compute(values) as Json;
};

/** Evaluations per second. */
const rate = (compute: () => Json, times: number): number => {
  const begin = process.hrtime.bigint();
  for (let i = 0; i < times; i++) compute();
  return times / (Number(process.hrtime.bigint() - begin) / 1e9);
};

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

for (const { ours, cel, result } of cases) {
  const contestants = [
    { name: 'signalbox', compute: compileOurs(ours), rates: [] as number[] },
    { name: 'cel-js', compute: compileCel(cel), rates: [] as number[] },
  ];
  for (const { name, compute } of contestants) {
    if (compute() !== result) throw new Error(`${name} returns another result for ${ours}`);
    rate(compute, 50_000);
  }
  for (let round = 0; round < 9; round++) {
    for (const contestant of round % 2 === 0 ? contestants : contestants.toReversed()) {
      contestant.rates.push(rate(contestant.compute, 50_000));
    }
  }
  const [mine = 0, theirs = 0] = contestants.map(({ rates }) => median(rates));
  console.log(`\n${ours}, evaluations a second (median of 9 rounds)`);
  table([
    ['signalbox', Math.round(mine), ''],
    ['cel-js', Math.round(theirs), `${ratio(mine, theirs)} of ours to theirs`],
  ]);
}
