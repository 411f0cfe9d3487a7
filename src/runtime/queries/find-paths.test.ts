import { parseXmlDocument, serializeToWellFormedString } from 'slimdom';
import { expect, test } from 'vitest';
import { createRandom, type Random } from '../../testing/index.ts';
import { answerRequest } from './answer-request.ts';

type Paths = readonly (readonly string[])[] | null;

function pathsOf(query: string): Paths | 'refused' {
  const reply = answerRequest({ kind: 'check', queries: [query] });
  const verdict = reply.kind === 'checked' ? reply.verdicts[0] : undefined;
  return verdict?.kind === 'accepted' ? verdict.paths : 'refused';
}

const known: readonly (readonly [string, Paths])[] = [
  ['/Net/var/text()', [['Net', 'var']]],
  ['<a>{/Net/a/*}</a>', [['Net', 'a']]],
  [
    "boolean(/Net/a = 'x' and not(/Net/b))",
    [
      ['Net', 'a'],
      ['Net', 'b'],
    ],
  ],
  [
    'for $x in /Net/a return <b>{$x/c/text(), /Net/d}</b>',
    [
      ['Net', 'a'],
      ['Net', 'd'],
    ],
  ],
  [
    '/Net/a[/Net/b = 1]/c',
    [
      ['Net', 'a'],
      ['Net', 'b'],
    ],
  ],
  ['Net/var', [['Net', 'var']]],
  ['/Net', [['Net']]],
  ['(/Net, /Net/a)', [['Net']]],
  ['/Net/*', [['Net']]],
  ['/Net//x', [['Net']]],
  ['/Net/(a|b)', [['Net']]],
  ['/(Net)/a', [['Net']]],
  ['/Net/@a', [['Net']]],
  ['/Net[a = 1]/b', [['Net']]],
  ['/Net/a/@b', [['Net', 'a']]],
  ['/Net/a/name()', [['Net', 'a']]],
  ['/Net/a ! string(.)', [['Net', 'a']]],
  ['declare function local:f($x) { $x/b }; local:f(/Net/a)', [['Net', 'a']]],
  ['declare function local:f() { /Net/q }; local:f()', [['Net', 'q']]],
  ['declare variable $x := /Net/a; $x/b', [['Net', 'a']]],
  ['1 + 1', []],
  ['current-date()', []],
  ['//x', null],
  ['/', null],
  ['.', null],
  ['./Net/a', null],
  ['/*/a', null],
  ['/*:Net/a', null],
  ['/Net/var/..', null],
  ['/Net/a/ancestor::x', null],
  ['/Net/a/following-sibling::b', null],
  ['/Net/a/preceding::b', null],
  ['root(/Net/var)', null],
  ['/Net/var ! root()', null],
  ['/Net/var => root()', null],
  ['for-each(/Net/var, root#1)', null],
  ['path(/Net/var)', null],
  ['string()', null],
  ['normalize-space()', null],
  ['let $f := string#0 return $f()', null],
  ['let $d := (/) return $d/Net/a', null],
  ['self::node()/Net/a', null],
  ['declare function local:f() { string(.) }; local:f()', null],
];

test.each(known)('[Y4.4] the paths that %s may read are found', (query, paths) => {
  expect(pathsOf(query)).toEqual(paths);
});

const seeds = process.env['SIGNALBOX_LONG'] === '1' ? 200 : 3;

test.each(Array.from({ length: seeds }, (_, index) => index + 1))(
  '[Y4.4] a query has the same result without the data that it does not read (seed %i)',
  (seed) => {
    const random = createRandom(seed);
    let compared = 0;
    for (let round = 0; round < 60; round++) {
      const query = `let $v := /N/${random.pick(names)} return ${randomQuery(random, 3)}`;
      const paths = pathsOf(query);
      if (paths === 'refused' || paths === null) continue;
      for (let each = 0; each < 3; each++) {
        const document = randomDocument(random);
        const pruned = keepOnly(document, paths);
        expect({ query, document, value: answerTo(query, pruned) }).toEqual({
          query,
          document,
          value: answerTo(query, document),
        });
        compared += pruned === document ? 0 : 1;
      }
    }
    expect(compared).toBeGreaterThan(30);
  },
);

const answerTo = (query: string, document: string) =>
  answerRequest({ kind: 'evaluate', query, document, at: 0, most: 100_000 });

const names = ['a', 'b', 'c'];

function randomDocument(random: Random): string {
  const element = (name: string, depth: number): string => {
    const attribute = random.chance(0.2) ? ` k="${random.int(3)}"` : '';
    const inside =
      depth === 0 || random.chance(0.3)
        ? random.pick(['', '1', '2', 'x'])
        : Array.from({ length: random.int(4) }, () => element(random.pick(names), depth - 1)).join('');
    return `<${name}${attribute}>${inside}</${name}>`;
  };
  const children = Array.from({ length: random.between(1, 6) }, () => element(random.pick(names), 2));
  return `<N>${children.join('')}</N>`;
}

function keepOnly(text: string, paths: readonly (readonly string[])[]): string {
  const document = parseXmlDocument(text);
  const root = document.documentElement;
  const kept = paths.filter(([first]) => first === root?.localName);
  if (root === null || kept.some(({ length }) => length === 1)) return text;
  const inner = new Set(kept.map(([, second]) => second));
  for (const child of root.childNodes.slice()) {
    if (child.nodeType !== 1 || !inner.has(child.nodeName)) root.removeChild(child);
  }
  return serializeToWellFormedString(document);
}

function randomQuery(random: Random, depth: number): string {
  const inner = (): string => randomQuery(random, depth - 1);
  if (depth === 0)
    return random.chance(0.8) ? randomPath(random, 0) : random.pick(["'x'", '1', '$v', '$v', '.']);
  return random.weighted<() => string>([
    [6, () => randomPath(random, depth - 1)],
    [2, () => `count(${inner()})`],
    [2, () => `string-join((${inner()}) ! string(.), '-')`],
    [2, () => `(${inner()}, ${inner()})`],
    [2, () => `(${inner()})[${random.pick(['1', 'last()', '. = 1', 'position() = 2', inner()])}]`],
    [2, () => `(${inner()} = ${inner()})`],
    [2, () => `(for $v in ${inner()} return ${inner()})`],
    [1, () => `(for $v at $i in ${inner()} order by count(${inner()}) return ($i, ${inner()}))`],
    [2, () => `(let $v := ${inner()} return ${inner()})`],
    [2, () => `<e k="{count(${inner()})}">{${inner()}}</e>`],
    [1, () => `(if (exists(${inner()})) then ${inner()} else ${inner()})`],
    [1, () => `(some $v in ${inner()} satisfies exists(${inner()}))`],
    [1, () => `((${inner()}) ! (${inner()}))`],
    [1, () => `(<e>{${inner()}}</e>/${random.pick(names)})`],
    [1, () => `(function($v) { ${inner()} })(${inner()})`],
    [1, () => `(${inner()} | ${inner()})`],
    [1, () => `deep-equal(${inner()}, ${inner()})`],
    [1, () => `(typeswitch (${inner()}) case element(a) return ${inner()} default return ${inner()})`],
    [
      0.5,
      () => random.pick(['string()', 'name()', 'position()', 'normalize-space()', 'count(//a)', 'last()']),
    ],
  ])();
}

function randomPath(random: Random, depth: number): string {
  const start = random.weighted([
    [16, '/N/'],
    [1, 'N/'],
    [0.3, '/'],
    [0.3, '//'],
    [0.3, './'],
    [2, ''],
    [6, '$v/'],
  ]);
  const steps = Array.from({ length: random.between(1, 3) }, () => randomStep(random, depth));
  const end = random.chance(0.2) ? `/${random.pick(['string()', 'name()', 'root()', 'count(*)', '.'])}` : '';
  return `${start}${steps.join(random.chance(0.1) ? '//' : '/')}${end}`;
}

function randomStep(random: Random, depth: number): string {
  const name = random.pick(names);
  const step = random.weighted([
    [30, name],
    [1, '*'],
    [1, '@k'],
    [1, 'text()'],
    [1, 'node()'],
    [0.5, '..'],
    [0.5, 'N'],
    [2, `(${name}|${random.pick(names)})`],
    [1, `descendant::${name}`],
    [1, `self::${name}`],
    [0.5, `following-sibling::${name}`],
    [0.5, `ancestor-or-self::${name}`],
  ]);
  if (depth <= 0 || random.chance(0.7) || step.startsWith('(')) return step;
  return `${step}[${random.pick(['1', 'last()', `${name} = 1`, randomQuery(random, depth)])}]`;
}
