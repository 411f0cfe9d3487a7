import { expect, test } from 'vitest';
import { findBuiltIn } from '../../xsd/find-built-in.ts';
import type { Shape, XsdType } from '../../xsd/shape.ts';
import { readMapping } from './read-mapping.ts';
import { readQuery, truthOf } from './read-query.ts';
import { templateOf } from './template.ts';
import { fieldPath, type QueryScope } from './term.ts';

const builtIn = (name: string): Shape => ({ type: findBuiltIn(name) ?? { kind: 'any' }, types });

const element = (name: string, type: XsdType, max: number | null = 1, min = 1) =>
  ({ kind: 'element', name, type, min, max }) as const;

const types: { [name: string]: XsdType } = {
  Order: {
    kind: 'complex',
    attributes: [],
    content: {
      kind: 'elements',
      particle: {
        kind: 'sequence',
        min: 1,
        max: 1,
        parts: [
          element('price', { kind: 'simple', base: 'decimal' }),
          element('note', { kind: 'simple', base: 'string' }, 1, 0),
          element('line', { kind: 'simple', base: 'string' }, null),
        ],
      },
    },
  },
};

const shapes: Readonly<Record<string, Shape>> = {
  n: builtIn('int'),
  maybe: builtIn('int'),
  s: builtIn('string'),
  ok: builtIn('boolean'),
  day: builtIn('date'),
  order: { type: { kind: 'named', name: 'Order' }, types },
};

const scope: QueryScope = {
  root: 'Net',
  find: (name) => {
    const shape = shapes[name];
    if (shape === undefined) return undefined;
    return { shape, nullable: name === 'maybe', text: (steps) => `$${name}${fieldPath(steps)}` };
  },
};

const condition = (query: string): string => {
  const term = readQuery(query, scope);
  const truth = typeof term === 'string' ? term : truthOf(term);
  return typeof truth === 'string' ? `? ${truth}` : truth.text;
};

test.each([
  ["/Net/ok/text() = 'true'", '$ok == true'],
  ['/Net/ok = true()', '$ok == true'],
  ["not(/Net/ok/text() = 'false')", 'not ($ok == false)'],
  ['/Net/n > 5', '$n > 5'],
  ['5 < /Net/n/text()', '$n > 5'],
  ["/Net/n/text() = '5'", '$n == 5'],
  ["/Net/n/text() = '05'", 'string($n) == "05"'],
  ['number(/Net/n) * 2 - 1 >= 3', '$n * 2 - 1 >= 3'],
  ['(/Net/n + 1) * 2 = 4', '($n + 1) * 2 == 4'],
  ['/Net/maybe/text() > 5', '$maybe != null and $maybe > 5'],
  ['/Net/maybe/text() = 5', '$maybe == 5'],
  ['number(/Net/maybe) > 5', '$maybe != null and $maybe > 5'],
  ['number(/Net/maybe) != 5', '$maybe != 5'],
  ["/Net/s = 'a' or /Net/s = 'b' and /Net/n = 1", '$s == "a" or $s == "b" and $n == 1'],
  ["(/Net/s = 'a' or /Net/s = 'b') and /Net/n = 1", '($s == "a" or $s == "b") and $n == 1'],
  // An empty element has no text, so it differs from nothing.
  ["/Net/s/text() != 'a'", '$s != "" and $s != "a"'],
  ["/Net/s != 'a'", '$s != "a"'],
  ['/Net/s/text()', '$s != ""'],
  // An element is true, even if it is empty.
  ['/Net/ok', 'true'],
  // Without types, XPath compares two variables as texts.
  ['/Net/n < /Net/maybe', '$maybe != null and string($n) < string(default($maybe, ""))'],
  ["contains(/Net/s, 'x')", 'contains($s, "x")'],
  ["starts-with(upper-case(/Net/s), 'X')", 'startsWith(upper($s), "X")'],
  ['string-length(/Net/s) > 2', 'size($s) > 2'],
  ["concat(/Net/s, '-', /Net/n) = 'a-1'", '$s + "-" + string($n) == "a-1"'],
  ['empty(/Net/s/text())', 'not ($s != "")'],
  ['count(/Net/order/line) > 1', 'size($order.line) > 1'],
  ['/Net/order/price > 10', '$order.price > 10'],
  ["/Net/day = '2026-01-01'", 'string($day) == "2026-01-01"'],
  ["/Net/s = 'it''s'", '$s == "it\'s"'],
])('[Y8.1] the predicate %s is %s', (query, text) => {
  expect(condition(query)).toBe(text);
});

test.each([
  ['/Other/n > 5', 'does not begin with /Net/'],
  ['/Net/gone = 1', 'the variable “gone” of the path /Net/gone does not exist'],
  ["/Net/s > 5 + 'a'", 'not a number'],
  ['/Net/s > 5', 'a text with a number'],
  ['/Net/n[1] = 5', 'more than a simple query'],
  ['for $x in /Net/n return $x', 'more than a simple query'],
  ['string-join(/Net/s) = "a"', 'string-join() is not supported'],
  ['/Net/order/line = "a"', 'a list'],
  ['/Net/maybe + 1 > 2', 'may be empty'],
  ['//n = 1', '“//” is not supported'],
  ['/Net/n =', 'ends too early'],
  ['(/Net/n = 1', 'not closed'],
  ['', 'empty'],
  [`${'('.repeat(50)}1${')'.repeat(50)}`, 'nested too deeply'],
])('[Y8.1] the predicate %s cannot be converted', (query, why) => {
  expect(condition(query)).toContain(why);
});

const mapping = (query: string, target: Shape | undefined): unknown => {
  const given = readMapping(query, scope, target ?? builtIn('string'));
  if (typeof given === 'string') return `? ${given}`;
  if (given.kind === 'record') return JSON.stringify(templateOf(given));
  return given.kind === 'constant' ? given.value : given.text;
};

test.each([
  ['<p>{/Net/n/text()}</p>', 'n', '$n'],
  ['/Net/n', 'n', '$n'],
  ['<p>{/Net/order/*}</p>', 'order', '$order'],
  ['<p>{/Net/n/text()}</p>', 's', 'string($n)'],
  ['<p>{/Net/maybe/text()}</p>', 's', 'string(default($maybe, ""))'],
  ['<p>{/Net/n + 1}</p>', 'n', '$n + 1'],
  ['<p>{/Net/n > 1}</p>', 'ok', '$n > 1'],
  ["<p>{concat(/Net/s/text(), '!')}</p>", 's', '$s + "!"'],
  ['<p>hello</p>', 's', 'hello'],
  ["<p>{'5'}</p>", 'n', 5],
  ['<p>true</p>', 'ok', true],
  ['<p/>', 's', ''],
  ['<p></p>', 'n', null],
  ['<p>{/Net/s/text()}</p>', 'n', '? it returns a value of another type'],
  ['<p>{/Net/n}</p>', 'n', '? it puts an element into an element'],
  ['<p><q>1</q></p>', 'order', '? it is more than a simple query'],
  ['<p><line>a</line></p>', 'order', '? it is more than a simple query'],
  ['<p><price>5</price> and <note/></p>', 'order', '? it is more than a simple query'],
  ['<p> <price>{/Net/n/text()}</price><note>so</note></p>', 'order', '{"price":"$n","note":"so"}'],
  ['<p>five</p>', 'n', '? “five” is not a number'],
  ['<p>{/Net/order/text()}</p>', 's', '? it returns the text of a value with parts'],
  ['<p>{/Net/order/line}</p>', 's', '? it returns several elements'],
])('[Y8.1] the mapping %s to a variable like %s returns %s', (query, target, given) => {
  expect(mapping(query, shapes[target])).toBe(given);
});
