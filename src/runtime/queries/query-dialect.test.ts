/** The results of queries of YAWL specifications, as XQuery defines them and Saxon returns them. */
import { expect, test } from 'vitest';
import { answerRequest } from './answer-request.ts';

const data = `<N><a>5</a><b>10</b><s>hello</s><e/><f>false</f><p><x>1</x><x>2</x></p></N>`;

function compute(query: string): string {
  const at = Date.UTC(2024, 1, 29, 12, 30, 15, 250);
  const reply = answerRequest({ kind: 'evaluate', query, document: data, at, most: 10_000 });
  if (reply.kind === 'items') return reply.items.map(({ text }) => text).join(' | ');
  return reply.kind === 'checked' ? '' : reply.message;
}

test.each([
  ['<a>{/N/a/text()}</a>', '<a>5</a>'],
  ['<a>  {/N/a/text()}\n  <b>1</b> </a>', '<a>5<b>1</b></a>'],
  ['<a> x {1} y </a>', '<a> x 1 y </a>'],
  ["<a>{'x','y'}{'z'}</a>", '<a>x yz</a>'],
  ['<a>&#32;{{x}}&amp;&lt;&#xe9;</a>', '<a> {x}&amp;&lt;é</a>'],
  ['<a><![CDATA[<x>]]></a>', '<a>&lt;x&gt;</a>'],
  [`<a b='{/N/a}' c="x{1,2}y"/>`, '<a b="5" c="x1 2y"/>'],
  ['<a>{/N/p/*, <x>3</x>}</a>', '<a><x>1</x><x>2</x><x>3</x></a>'],
  ['<a>{/N/p/x/text()}</a>', '<a>12</a>'],
  ['element {name(/N/a)} {attribute k {1}, /N/a/text()}', '<a k="1">5</a>'],
  ['<x:a xmlns:x="urn:x"><b>{/N/a}</b></x:a>', '<x:a xmlns:x="urn:x"><b><a>5</a></b></x:a>'],
  ['<a xmlns="urn:y"><b/></a>', '<a xmlns="urn:y"><b/></a>'],
  ['declare namespace z = "urn:z"; <z:a/>', '<z:a xmlns:z="urn:z"/>'],
  ['<a xsi:nil="true"/>', '<a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true"/>'],
  ['for $d in /N/p/* return $d', '<x>1</x> | <x>2</x>'],
])('[Y4.4] elements are constructed as XQuery defines: %s', (query, value) => {
  expect(compute(query)).toBe(value);
});

test.each([
  ['/N/a + 1', '6'],
  ['/N/a * /N/b', '50'],
  ['/N/a div 2', '2.5'],
  ['number(/N/a)', '5'],
  ['number(/N/zz)', 'NaN'],
  ["number('')", 'NaN'],
  ['70, 70.0, 7e1', '70 | 70 | 70'],
  ['0.1 + 0.2, 1.1 * 3, 0.3 div 0.1, 1 - 0.9', '0.3 | 3.3 | 3 | 0.1'],
  ["xs:decimal('19.99') * 3", '59.97'],
  ['let $x := 1.1 return $x * 3 + $x', '4.4'],
  ['7 idiv 2, 7 mod 2, -7 mod 2, 5.5 mod 2, 1 to 2 + 1', '3 | 1 | -1 | 1.5 | 1 | 2 | 3'],
  ['sum((0.1, 0.2)), avg((0.1, 0.2)), sum(for $x in /N/p/x return xs:decimal($x) * 0.1)', '0.3 | 0.15 | 0.3'],
  ['sum((1, 2)) instance of xs:integer, sum((1, /N/a)), sum((), 7), sum(/N/zz), avg(())', 'true | 6 | 7 | 0'],
  ['1 div 0', 'FOAR0001: Division by zero.'],
  ['1 mod 0', 'FOAR0001: Division by zero.'],
  ['1e0 div 0', 'INF'],
  ['/N/a div 0', 'INF'],
  ['round(2.5), round(-2.5), floor(1.5), ceiling(1.5), round(3.14159, 2)', '3 | -2 | 1 | 2 | 3.14'],
  ['sum(/N/p/x), avg(/N/p/x), max(/N/p/x), min(/N/p/x), count(/N/p/x), sum(())', '3 | 1.5 | 2 | 1 | 2 | 0'],
  ["xs:integer(' 5 '), xs:boolean(' true ')", '5 | true'],
])('[Y4.4] numbers are as XQuery defines: %s', (query, value) => {
  expect(compute(query)).toBe(value);
});

test.each([
  ["boolean(/N/f/text()='false' and /N/s/text()='hello')", 'true'],
  ['boolean(/N/f)', 'true'],
  ['boolean(xs:boolean(/N/f))', 'false'],
  ['boolean(/N/f = true())', 'false'],
  ['boolean(empty(/N/p/zz))', 'true'],
  ['boolean(/N/a/text() < 10)', 'true'],
  ['boolean(/N/a < /N/b)', 'false'],
  ['boolean(number(/N/a) < number(/N/b))', 'true'],
  ['boolean(number(/N/zz) < 10)', 'false'],
  ["boolean(/N/e = '')", 'true'],
  ["boolean(/N/e/text() = '')", 'false'],
  ['/N/zz = 1, /N/zz != 1, not(/N/zz = 1)', 'false | false | true'],
  ["'5' < 10", 'XPTY0004: “<” not available for xs:string and xs:integer'],
  ['/N/e = 5', 'FORG0001: Cannot cast an empty text to xs:double'],
  ['some $x in /N/p/x satisfies $x = 2', 'true'],
])('[Y4.4] comparisons are as XQuery defines: %s', (query, value) => {
  expect(compute(query)).toBe(value);
});

test.each([
  ["for $x in ('10','b','9','a') order by $x return $x", '10 | 9 | a | b'],
  ["for $x in ('10','b','9','a') order by $x descending return $x", 'b | a | 9 | 10'],
  ['for $x in (10,9,100) order by $x return $x', '9 | 10 | 100'],
  ['for $x in (3,1,2) where $x > 1 order by $x descending return $x', '3 | 2'],
  ['for $x in /N/p/x order by number($x) descending return $x', '<x>2</x> | <x>1</x>'],
  ['for $x in (2,1), $y in (1,2) order by $y descending, $x return concat($x,$y)', '12 | 22 | 11 | 21'],
  ["for $x at $i in ('b','a','b') order by $x descending return concat($i,$x)", '1b | 3b | 2a'],
  [
    "for $x at $i in ('b','a'), $y at $j in ('d','c') order by $x, $y return concat($x,$i,$y,$j)",
    'a2c2 | a2d1 | b1c2 | b1d1',
  ],
  [
    'for $x in (2,1) order by $x return for $y in (2,1) order by $y return concat($x,$y)',
    '11 | 12 | 21 | 22',
  ],
  [
    "for $b at $i in ('x','y') return (for $a in (2,1) order by $a return concat($a,$b,$i))",
    '1x1 | 2x1 | 1y2 | 2y2',
  ],
  [
    'for $x in (<a/>, <a><k>2</k></a>, <a><k>1</k></a>) order by $x/k return <r>{$x/k/text()}</r>',
    '<r/> | <r>1</r> | <r>2</r>',
  ],
  [
    'for $x in (<a/>, <a><k>2</k></a>) order by $x/k empty greatest return <r>{$x/k/text()}</r>',
    '<r>2</r> | <r/>',
  ],
  ['for $x in distinct-values((1,2,2)) return $x', '1 | 2'],
  ['let $l := /N/p return ($l/x[1]/text(), $l/x[last()]/text())', '1 | 2'],
  ['for $i in 1 to 3 let $j := $i * $i where $j > 1 return <q>{$j}</q>', '<q>4</q> | <q>9</q>'],
])('[Y4.4] “for” is as XQuery defines: %s', (query, value) => {
  expect(compute(query)).toBe(value);
});

test.each([
  ["concat(/N/s, ' ', 1.0, true())", 'hello 1true'],
  ["string-join(/N/p/x, ', ')", '1, 2'],
  ["upper-case(/N/s), substring(/N/s, 2, 3), replace(/N/s, 'l+', 'L')", 'HELLO | ell | heLo'],
  ["tokenize('a,b,,c', ',')", 'a | b |  | c'],
  ['serialize(/N/p)', '<p><x>1</x><x>2</x></p>'],
  ["if (/N/a = '5') then 'yes' else 'no'", 'yes'],
  ["switch (/N/a) case '5' return 'five' default return 'other'", 'five'],
  ["typeswitch (/N/a) case element(a) return 'a' default return 'o'", 'a'],
  [
    'declare function local:fac($n as xs:integer) as xs:integer { if ($n < 2) then 1 else $n * local:fac($n - 1) }; local:fac(xs:integer(/N/a))',
    '120',
  ],
  ['declare variable $v := /N/a; <a>{$v/text()}</a>', '<a>5</a>'],
  ['declare namespace f = "urn:f"; declare function f:x($a) { <y>{$a/text()}</y> }; f:x(/N/a)', '<y>5</y>'],
  ["xs:date('2024-01-31') + xs:yearMonthDuration('P1M')", '2024-02-29'],
  ["xs:dateTime('2024-01-01T10:00:00') - xs:dateTime('2024-01-01T09:00:00')", 'PT1H'],
  ["days-from-duration(xs:date('2024-03-01') - xs:date('2024-02-01'))", '29'],
])('[Y4.4] functions return what XQuery defines: %s', (query, value) => {
  expect(compute(query)).toBe(value);
});

test.each([
  ['current-dateTime()', '2024-02-29T12:30:15.25Z'],
  ['fn:current-date()', '2024-02-29Z'],
  ['Q{http://www.w3.org/2005/xpath-functions}current-time()', '12:30:15.25Z'],
  ['current-date#0()', '2024-02-29Z'],
  ['let $f := current-date#0 return $f()', '2024-02-29Z'],
  ['<a xmlns:z="http://www.w3.org/2005/xpath-functions">{z:current-date()}</a>', '<a>2024-02-29Z</a>'],
  [
    'declare namespace z = "http://www.w3.org/2005/xpath-functions"; declare function local:d() { z:current-date() }; local:d()',
    '2024-02-29Z',
  ],
  ['declare variable $now := current-dateTime(); year-from-dateTime($now)', '2024'],
  ["current-date() + xs:dayTimeDuration('P1D')", '2024-03-01Z'],
  ['implicit-timezone()', 'PT0S'],
])('[Y4.4] the current time is the time of the event, in every form: %s', (query, value) => {
  expect(compute(query)).toBe(value);
});

test('[Y4.4] a cached query uses the new current time', () => {
  const request = { kind: 'evaluate', query: 'current-dateTime()', document: '<a/>', most: 100 } as const;
  expect([0, 86_400_000].map((at) => answerRequest({ ...request, at }))).toEqual([
    { kind: 'items', items: [{ kind: 'atomic', text: '1970-01-01T00:00:00Z' }] },
    { kind: 'items', items: [{ kind: 'atomic', text: '1970-01-02T00:00:00Z' }] },
  ]);
});
