import { afterAll, expect, test } from 'vitest';
import { HaltedError } from '../../kernel/index.ts';
import { openQueryEngine } from './open-query-engine.ts';

const engine = openQueryEngine({ timeMs: 300, memoryMb: 64 });
afterAll(() => engine.close());

const doubled = (times: number): string =>
  `fold-left(1 to ${times}, 'a', function($a, $b) { concat($a, $a) })`;

test.each([
  'declare function local:f($x) { local:f($x + 1) + 1 }; local:f(1)',
  'sum(1 to 1000000000000)',
  'count(reverse(1 to 1000000000000))',
  `replace('${'a'.repeat(40)}b', '^(a|aa)+$', 'x')`,
  `tokenize('${'a'.repeat(40)}b', '^(a|aa)+$')`,
  `string-length(${doubled(40)})`,
  `string-length(replace(${doubled(26)}, 'a', 'aaaaaaaaaaaaaaaa'))`,
  'count(fold-left(1 to 40, 1, function($a, $b) { ($a, $a) }))',
  'fold-left(1 to 40, <a/>, function($a, $b) { <a>{$a, $a}</a> })',
])('[Y4.5] %s is aborted, and the next query is computed', (query) => {
  const before = process.memoryUsage.rss();
  expect(() => engine.evaluate(query, '<a/>', 0)).toThrow(HaltedError);
  expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
  expect(engine.evaluate('/a/b + 1', '<a><b>1</b></a>', 0)).toEqual([{ kind: 'atomic', text: '2' }]);
});

test('[Y4.5] a pattern that is slow in other functions is harmless in matches()', () => {
  expect(engine.evaluate(`matches('${'a'.repeat(40)}b', '^(a|aa)+$')`, '<a/>', 0)).toEqual([
    { kind: 'atomic', text: 'false' },
  ]);
});

test('[Y4.5] a query that exceeds the time limit does not affect the verdicts of the others', () => {
  const nested = `${'('.repeat(9_000)}1${')'.repeat(9_000)}`;
  const slow = `concat(${"'a',".repeat(4_900)}'b')`;
  const verdicts = engine.check(['/a/b', nested, slow, '/a/c']);
  expect([verdicts[0], verdicts[3]]).toEqual([
    { kind: 'accepted', paths: [['a', 'b']] },
    { kind: 'accepted', paths: [['a', 'c']] },
  ]);
  expect(verdicts[1]).toEqual({
    kind: 'refused',
    message: 'The query is nested too deeply.',
    line: 1,
    column: 1,
  });
});

test('[Y4.5] a query that was never checked is refused like one that was', () => {
  for (const query of [
    "doc('file:///etc/passwd')",
    "Q{http://www.w3.org/2005/xpath-functions}unparsed-text('/etc/passwd')",
    "environment-variable('PATH')",
    'random-number-generator()',
    "Q{http://fontoxml.com/fontoxpath}evaluate('1', map {})",
    "fontoxpath:evaluate('1', map {})",
    "function-lookup(xs:QName('fn:generate-id'), 1)",
    '<a xmlns:z="http://www.w3.org/2005/xpath-functions">{z:generate-id(/)}</a>',
  ]) {
    expect(() => engine.evaluate(query, '<a/>', 0)).toThrow(
      /is not supported|does not exist|prefix “fontoxpath”/,
    );
  }
});
