import { afterAll, expect, test } from 'vitest';
import { evaluate, type Json, parseExpression } from '../../../src/expression/index.ts';
import { findBuiltIn } from '../../../src/languages/xsd/find-built-in.ts';
import { toXml } from '../../../src/languages/xsd/to-xml.ts';
import { readQuery, truthOf } from '../../../src/languages/yawl/convert/read-query.ts';
import { fieldPath, type QueryScope } from '../../../src/languages/yawl/convert/term.ts';
import { openQueryEngine } from '../../../src/runtime/index.ts';
import { createRandom, type Random } from '../../../src/testing/stand-ins/seeded-random.ts';

const queries = openQueryEngine({ turnMs: Number.POSITIVE_INFINITY });
afterAll(() => queries.close());

const types = { n: 'int', m: 'int', s: 'string', t: 'string', ok: 'boolean', day: 'date' } as const;
type Name = keyof typeof types;

const shapeOf = (name: Name) => ({ type: findBuiltIn(types[name]) ?? ({ kind: 'any' } as const), types: {} });

const isName = (name: string): name is Name => name in types;

/** `m` and `day` can be empty. */
const scope: QueryScope = {
  root: 'Net',
  find: (name) =>
    isName(name)
      ? {
          shape: shapeOf(name),
          nullable: name === 'm' || name === 'day',
          text: (steps) => `$${name}${fieldPath(steps)}`,
        }
      : undefined,
};

const randomValues = (random: Random): Readonly<Record<Name, Json>> => ({
  n: random.between(-2, 12),
  m: random.chance(0.3) ? null : random.between(-2, 12),
  s: random.pick(['', 'a', 'ab', 'true', '5']),
  t: random.pick(['', 'a', 'b']),
  ok: random.chance(0.5),
  day: random.pick([null, '2026-01-01', '2026-03-01']),
});

function randomPredicate(random: Random, depth = 0): string {
  if (depth < 2 && random.chance(0.4)) {
    const [a, b] = [randomPredicate(random, depth + 1), randomPredicate(random, depth + 1)];
    return random.pick([`${a} and ${b}`, `${a} or ${b}`, `not(${a})`, `(${a} or ${b}) and ${a}`]);
  }
  const path = (name: Name) => `/Net/${name}${random.chance(0.6) ? '/text()' : ''}`;
  const operator = random.pick(['=', '!=', '<', '<=', '>', '>=']);
  return random.pick([
    () => `${path('n')} ${operator} ${random.between(-1, 10)}`,
    () => `/Net/m/text() ${operator} ${random.between(-1, 10)}`,
    () => `${path('n')} ${random.pick(['=', '!='])} '${random.between(-1, 10)}'`,
    () => `${path('n')} + 1 ${operator} ${path('n')} * 2`,
    () => `${path('s')} ${operator} '${random.pick(['a', 'ab', '', 'b'])}'`,
    () => `${path('s')} ${operator} ${path('t')}`,
    () => `/Net/n/text() ${operator} /Net/m/text()`,
    () => `${path('ok')} ${random.pick(['=', '!='])} '${random.pick(['true', 'false'])}'`,
    () => `${path('ok')} = ${random.pick(['true()', 'false()'])}`,
    () => `/Net/day/text() ${operator} '2026-02-01'`,
    () => `contains(${path('s')}, ${path('t')})`,
    () => `starts-with(concat(${path('t')}, ${path('s')}, /Net/n), 'a')`,
    () => `string-length(${path('s')}) ${operator} 2`,
    () => `empty(${path(random.pick(['s', 'm', 'n']))})`,
    () => path(random.pick(['s', 'm', 'ok', 'n'])),
    () => `5 ${operator} ${path('n')}`,
    () => `number(${path('m')}) ${operator} ${random.between(-1, 10)}`,
  ])();
}

test('[Y8.1] predicates mean the same when they are converted, seeds 1 to 250', () => {
  let compared = 0;
  for (let seed = 1; seed <= 250; seed++) {
    const random = createRandom(seed);
    const predicate = randomPredicate(random);
    const term = readQuery(predicate, scope);
    const truth = typeof term === 'string' ? term : truthOf(term);
    if (typeof truth === 'string') continue;
    const values = randomValues(random);
    const fields = Object.entries(values).map(([name, value]) =>
      isName(name) ? toXml(name, value, shapeOf(name)) : '',
    );
    const [item] = queries.evaluate(`boolean(${predicate})`, `<Net>${fields.join('')}</Net>`, 0);
    const told = `seed ${seed}: ${predicate}\n${truth.text}\n${JSON.stringify(values)}`;
    const found = evaluate(parseExpression(truth.text), values, 0);
    const holds = found.kind === 'value' ? Boolean(found.value) : found;
    expect(holds, told).toBe(item?.text === 'true');
    compared++;
  }
  expect(compared).toBeGreaterThan(220);
});
