import { expect, test } from 'vitest';
import { answerRequest } from './answer-request.ts';

function verdictOf(query: string): string {
  const reply = answerRequest({ kind: 'check', queries: [query] });
  const verdict = reply.kind === 'checked' ? reply.verdicts[0] : undefined;
  if (verdict?.kind !== 'refused') return 'accepted';
  return `${verdict.line}:${verdict.column} ${verdict.message}`;
}

test.each([
  ['1 +', '1:4 The query cannot be read: something is missing at its end.'],
  ['$x +\n\n  ) ', '3:3 The query cannot be read from “)” on.'],
  ['$x +\r\n  ) ', '2:3 The query cannot be read from “)” on.'],
  ["/N/a 'b'", "1:6 The query cannot be read from “'b'” on."],
  ['<a></b>', '1:4 “<a>” is closed by “</b>”: write “</a>”.'],
  ['<a>&nbsp;</a>', '1:4 “&nbsp;” is not known: write “&amp;” for “&”, and other characters themselves.'],
  ['/N/a == 2', '1:6 “==” is not supported here: write “=”.'],
  ['/N/a && /N/b', '1:6 “&&” is not supported here: write “and”.'],
  ['(', '1:2 The query cannot be read: something is missing at its end.'],
  ['', '1:1 The query cannot be read: something is missing at its end.'],
])('[Y4.4] what cannot be read is told with its place: %j', (query, verdict) => {
  expect(verdictOf(query)).toBe(verdict);
});

test.each([
  ['for $x in (1, 2)\n  group by $x return $x', /^2:3 “group by” is not supported here: /],
  ['for tumbling window $w in (1, 2) start when true() return $w', /^1:1 “window” is not supported here: /],
  ['for $x in 1 count $c return $c', /^1:13 “count” is not supported here: /],
  ['for $x allowing empty in () return 1', /^1:8 “allowing empty” is not supported here: /],
  ['1 + (try { 1 } catch * { 2 })', /^1:6 “try … catch” is not supported here: /],
  ['format-number(1, "0")', /^1:1 “format-number\(\)” is not supported here: /],
  ["1, fn:format-integer(1, '0')", /^1:4 “fn:format-integer\(\)” is not supported here: /],
  ["replace('a', 'b', 'c', 'i')", /^1:1 “replace\(\) with flags” is not supported here: /],
  ['document { <a/> }', /^1:1 “document { }” is not supported here: /],
  ['/N/a treat as element()', /^1:6 “treat as” is not supported here: /],
  ['validate { <a/> }', /^1:1 “validate” is not supported here: /],
  ['declare boundary-space preserve; <a> </a>', /^1:1 “declare boundary-space” is not supported here: /],
  ['declare option saxon:output "x"; 1', /^1:1 “declare option” is not supported here: /],
  ['declare variable $x external; $x', /^1:21 “external” is not supported here: /],
  ['import module namespace a = "urn:a"; 1', /^1:1 “import module” is not supported here: /],
  ['copy $x := /N/a modify () return $x', /^1:1 “copy … modify” is not supported here: /],
  ['insert node <a/> into /N', /^1:1 “insert” is not supported here: /],
  ['for $x in (1, 2) order by $x collation "urn:c" return $x', /“collation” is not supported here: /],
  ["format-dateTime(current-dateTime(), '[Y]')", /^1:1 “format-dateTime\(\)” is not supported here: /],
  ["doc('a.xml')", /^1:1 “doc\(\)” is not supported here: /],
  ["Q{http://www.w3.org/2005/xpath-functions}doc('a.xml')", /^1:1 “doc\(\)” is not supported here: /],
  ['trace(1)', /^1:1 “trace\(\)” is not supported here: /],
  ['random-number-generator()?number', /^1:1 “random-number-generator\(\)” is not supported here: /],
  ['for-each((1, 2), generate-id#1)', /“generate-id\(\)” is not supported here: /],
])('[Y4.4] what cannot be computed here is refused by its name: %s', (query, verdict) => {
  expect(verdictOf(query)).toMatch(verdict);
});

test.each([
  ['curent-date()', /^1:1 There is no function “curent-date\(\)” here\. Did you mean “current-date\(\)”/],
  ['1 + unheard-of(1)', /^1:5 There is no function “unheard-of\(\)” here\.$/],
  ["concat('a')", /^1:1 “concat\(\)” takes 2 or more arguments here, not 1\.$/],
  ["matches('a', 'b', 'i')", /^1:1 “matches\(\)” takes 2 arguments here, not 3\.$/],
  ['local:f(1)', /^1:1 There is no function “local:f\(\)” here\.$/],
  ['declare function local:f($x) { 1 }; local:f(1, 2)', /There is no function “local:f\(\)” here/],
  ['saxon:evaluate(1)', /^1:1 The prefix “saxon” is not declared: /],
  [
    'declare namespace saxon = "http://saxon.sf.net/"; saxon:evaluate(1)',
    /^1:51 There is no function “saxon:evaluate” here\.$/,
  ],
  ['/x:N/a', /^1:2 The prefix “x” is not declared: /],
  ['<x:a/>', /^1:2 The prefix “x” is not declared: /],
  ['<a x:b="1"/>', /^1:4 The prefix “x” is not declared: /],
  ['for $x in 1 return $y', /^1:20 There is no variable “\$y” here\.$/],
  [
    'let $x := (let $x := 1 return $x) return $x',
    /^1:5 The variable “\$x” is defined inside of its own definition/,
  ],
  ['1 cast as xs:unknown', /^1:1 XPST0051: /],
])('[Y4.4] what is not there is told: %s', (query, verdict) => {
  expect(verdictOf(query)).toMatch(verdict);
});

test.each([
  'for $d in /songlist/* return <songLocal> { for $e in $d/* return $e } </songLocal>',
  'xquery version "1.0"; /N/a',
  '(: why :) /N/a (: not :)',
  'declare function local:trace($x) { $x }; local:trace(1)',
  'declare namespace f = "urn:f"; declare function f:doc($x) { $x }; f:doc(1)',
  'for $x in (1, 2) order by $x, $x + 1 descending return $x',
  // Nothing is computed when a query is checked.
  'declare function local:f($x) { local:f($x) + 1 }; local:f(1)',
  'sum(1 to 1000000000000)',
  'error()',
])('[Y4.4] what can be computed is accepted: %s', (query) => {
  expect(verdictOf(query)).toBe('accepted');
});

test.each(['(', '[', '<a>{', 'not(', '-'])('[Y4.5] what is nested without end is refused: %s…', (part) => {
  expect(verdictOf(`${part.repeat(19_000 / part.length)}1`)).toMatch(/^1:1 /);
});
