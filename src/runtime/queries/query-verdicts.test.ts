import { expect, test } from 'vitest';
import { answerRequest } from './answer-request.ts';

function verdictOf(query: string): string {
  const reply = answerRequest({ kind: 'check', queries: [query] });
  const verdict = reply.kind === 'checked' ? reply.verdicts[0] : undefined;
  if (verdict?.kind !== 'refused') return 'accepted';
  return `${verdict.line}:${verdict.column} ${verdict.message}`;
}

test.each([
  ['1 +', '1:4 The query cannot be parsed: it is incomplete.'],
  ['$x +\n\n  ) ', '3:3 The query cannot be parsed from “)” on.'],
  ['$x +\r\n  ) ', '2:3 The query cannot be parsed from “)” on.'],
  ["/N/a 'b'", "1:6 The query cannot be parsed from “'b'” on."],
  ['<a></b>', '1:4 “<a>” is closed by “</b>”: write “</a>”.'],
  [
    '<a>&nbsp;</a>',
    '1:4 “&nbsp;” is an unknown entity: write “&amp;” for “&”, and other characters themselves.',
  ],
  ['/N/a == 2', '1:6 “==” is not supported: write “=”.'],
  ['/N/a && /N/b', '1:6 “&&” is not supported: write “and”.'],
  ['(', '1:2 The query cannot be parsed: it is incomplete.'],
  ['', '1:1 The query cannot be parsed: it is incomplete.'],
])('[Y4.4] a syntax error is reported with its position: %j', (query, verdict) => {
  expect(verdictOf(query)).toBe(verdict);
});

test.each([
  ['for $x in (1, 2)\n  group by $x return $x', /^2:3 “group by” is not supported: /],
  ['for tumbling window $w in (1, 2) start when true() return $w', /^1:1 “window” is not supported: /],
  ['for $x in 1 count $c return $c', /^1:13 “count” is not supported: /],
  ['for $x allowing empty in () return 1', /^1:8 “allowing empty” is not supported: /],
  ['1 + (try { 1 } catch * { 2 })', /^1:6 “try … catch” is not supported: /],
  ['format-number(1, "0")', /^1:1 “format-number\(\)” is not supported: /],
  ["1, fn:format-integer(1, '0')", /^1:4 “fn:format-integer\(\)” is not supported: /],
  ["replace('a', 'b', 'c', 'i')", /^1:1 “replace\(\) with flags” is not supported: /],
  ['document { <a/> }', /^1:1 “document { }” is not supported: /],
  ['/N/a treat as element()', /^1:6 “treat as” is not supported: /],
  ['validate { <a/> }', /^1:1 “validate” is not supported: /],
  ['declare boundary-space preserve; <a> </a>', /^1:1 “declare boundary-space” is not supported: /],
  ['declare option saxon:output "x"; 1', /^1:1 “declare option” is not supported: /],
  ['declare variable $x external; $x', /^1:21 “external” is not supported: /],
  ['import module namespace a = "urn:a"; 1', /^1:1 “import module” is not supported: /],
  ['copy $x := /N/a modify () return $x', /^1:1 “copy … modify” is not supported: /],
  ['insert node <a/> into /N', /^1:1 “insert” is not supported: /],
  ['for $x in (1, 2) order by $x collation "urn:c" return $x', /“collation” is not supported: /],
  ["format-dateTime(current-dateTime(), '[Y]')", /^1:1 “format-dateTime\(\)” is not supported: /],
  ["doc('a.xml')", /^1:1 “doc\(\)” is not supported: /],
  ["Q{http://www.w3.org/2005/xpath-functions}doc('a.xml')", /^1:1 “doc\(\)” is not supported: /],
  ['trace(1)', /^1:1 “trace\(\)” is not supported: /],
  ['random-number-generator()?number', /^1:1 “random-number-generator\(\)” is not supported: /],
  ['for-each((1, 2), generate-id#1)', /“generate-id\(\)” is not supported: /],
])('[Y4.4] an unsupported construct is refused by its name: %s', (query, verdict) => {
  expect(verdictOf(query)).toMatch(verdict);
});

test.each([
  ['curent-date()', /^1:1 The function “curent-date\(\)” does not exist\. Did you mean “current-date\(\)”/],
  ['1 + unheard-of(1)', /^1:5 The function “unheard-of\(\)” does not exist\.$/],
  ["concat('a')", /^1:1 “concat\(\)” takes 2 or more arguments, not 1\.$/],
  ["matches('a', 'b', 'i')", /^1:1 “matches\(\)” takes 2 arguments, not 3\.$/],
  ['local:f(1)', /^1:1 The function “local:f\(\)” does not exist\.$/],
  ['declare function local:f($x) { 1 }; local:f(1, 2)', /The function “local:f\(\)” does not exist/],
  ['saxon:evaluate(1)', /^1:1 The prefix “saxon” is not declared: /],
  [
    'declare namespace saxon = "http://saxon.sf.net/"; saxon:evaluate(1)',
    /^1:51 The function “saxon:evaluate” does not exist\.$/,
  ],
  ['/x:N/a', /^1:2 The prefix “x” is not declared: /],
  ['<x:a/>', /^1:2 The prefix “x” is not declared: /],
  ['<a x:b="1"/>', /^1:4 The prefix “x” is not declared: /],
  ['for $x in 1 return $y', /^1:20 The variable “\$y” does not exist\.$/],
  [
    'let $x := (let $x := 1 return $x) return $x',
    /^1:5 The variable “\$x” is defined inside of its own definition/,
  ],
  ['1 cast as xs:unknown', /^1:1 XPST0051: /],
])('[Y4.4] an unknown name is reported: %s', (query, verdict) => {
  expect(verdictOf(query)).toMatch(verdict);
});

test.each([
  'for $d in /songlist/* return <songLocal> { for $e in $d/* return $e } </songLocal>',
  'xquery version "1.0"; /N/a',
  '(: why :) /N/a (: not :)',
  'declare function local:trace($x) { $x }; local:trace(1)',
  'declare namespace f = "urn:f"; declare function f:doc($x) { $x }; f:doc(1)',
  'for $x in (1, 2) order by $x, $x + 1 descending return $x',
  // A check computes nothing.
  'declare function local:f($x) { local:f($x) + 1 }; local:f(1)',
  'sum(1 to 1000000000000)',
  'error()',
])('[Y4.4] a supported query is accepted: %s', (query) => {
  expect(verdictOf(query)).toBe('accepted');
});

test.each(['(', '[', '<a>{', 'not(', '-'])('[Y4.5] endless nesting is refused: %s…', (part) => {
  expect(verdictOf(`${part.repeat(19_000 / part.length)}1`)).toMatch(/^1:1 /);
});
