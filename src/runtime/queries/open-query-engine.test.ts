import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { fixturePath } from '../../../test/fixture-path.ts';
import { HaltedError } from '../../kernel/index.ts';
import { openQueryEngine } from './open-query-engine.ts';

const engine = openQueryEngine({ resultChars: 1_000, documentChars: 500_000 });
afterAll(() => engine.close());

const at = Date.UTC(2024, 1, 29, 12, 30, 15, 250);
const data = '<Net><a>5</a><s>x &amp; y</s><p><x k="1">1</x><x>2</x></p></Net>';

test('[Y4.4] items are returned as XML, and values in the text form of XQuery', () => {
  expect(engine.evaluate("/Net/p/x, /Net/s/text(), //@k, 70, 7e1, true(), number('no')", data, at)).toEqual([
    { kind: 'element', text: '<x k="1">1</x>' },
    { kind: 'element', text: '<x>2</x>' },
    { kind: 'text', text: 'x & y' },
    { kind: 'attribute', text: '1' },
    { kind: 'atomic', text: '70' },
    { kind: 'atomic', text: '70' },
    { kind: 'atomic', text: 'true' },
    { kind: 'atomic', text: 'NaN' },
  ]);
});

test('[Y4.4] a document is returned as its element, and other non-data is left out', () => {
  expect(engine.evaluate('/, comment { "c" }, processing-instruction p { "i" }', '<a/>', at)).toEqual([
    { kind: 'element', text: '<a/>' },
  ]);
});

test('[Y4.4] a query that fails reports why, without a stack trace', () => {
  const message = (query: string): string => {
    try {
      engine.evaluate(query, data, at);
    } catch (error) {
      expect(error).not.toBeInstanceOf(HaltedError);
      return String(error);
    }
    return '';
  };
  expect(message("'a' + 1")).toBe('Error: XPTY0004: “+” not available for types xs:string and xs:integer');
  expect(message('xs:integer(/Net/s)')).toBe('Error: FORG0001: Cannot cast x & y to xs:integer.');
  expect(message('/Net/none = 1 and exactly-one(/Net/none)')).toBe('');
  expect(message('exactly-one(/Net/none)')).toMatch(/^Error: FORG0005: /);
  expect(message("error(xs:QName('local:no'), 'not today')")).toBe('Error: no: not today');
  expect(message('for $x in 1 group by $x return $x')).toMatch(/^Error: “group by” is not supported: /);
});

test('[Y4.4] queries are checked together, each independently', () => {
  const queries = [
    '/Net/a',
    '1 +',
    '/Net/a',
    'for $x in (1, 2)\n  group by $x return $x',
    ' '.repeat(20_001),
  ];
  expect(engine.check(queries)).toEqual([
    { kind: 'accepted', paths: [['Net', 'a']] },
    {
      kind: 'refused',
      message: 'The query cannot be parsed: it is incomplete.',
      line: 1,
      column: 4,
    },
    { kind: 'accepted', paths: [['Net', 'a']] },
    {
      kind: 'refused',
      message:
        '“group by” is not supported: take distinct-values() of the keys, and for each of them the items that have it.',
      line: 2,
      column: 3,
    },
    {
      kind: 'refused',
      message: 'The query has 20001 characters. The limit is 20000.',
      line: 1,
      column: 1,
    },
  ]);
});

test('[Y4.4] many queries are checked in one batch', () => {
  const queries = Array.from({ length: 250 }, (_, index) => `/Net/v${index}`);
  expect(engine.check(queries)).toEqual(
    queries.map((_, index) => ({ kind: 'accepted', paths: [['Net', `v${index}`]] })),
  );
});

test('[Y4.5] the query process restarts after many queries, without visible effect', () => {
  const forgetful = openQueryEngine({ keptQueries: 4 });
  for (let round = 0; round < 12; round++) {
    expect(forgetful.evaluate(`/Net/a + ${round}`, data, at)).toEqual([
      { kind: 'atomic', text: String(5 + round) },
    ]);
  }
  forgetful.close();
});

test('[Y4.5] too long a result and too long a document are aborted, and the next query is computed', () => {
  expect(() => engine.evaluate("string-join((1 to 1000) ! 'ab', '')", data, at)).toThrow(HaltedError);
  expect(() => engine.evaluate("(1 to 100000) ! ''", data, at)).toThrow(HaltedError);
  expect(() => engine.evaluate('/a', `<a>${'x'.repeat(500_000)}</a>`, at)).toThrow(HaltedError);
  expect(engine.evaluate('/Net/a + 1', data, at)).toEqual([{ kind: 'atomic', text: '6' }]);
});

test('[Y4.4] long data is transferred completely in both directions', () => {
  const text = 'é𝒳'.repeat(300_000);
  const other = openQueryEngine();
  expect(other.evaluate('/a/b', `<a><b>${text}</b></a>`, at)).toEqual([
    { kind: 'element', text: `<b>${text}</b>` },
  ]);
  other.close();
});

test('[Y4.5] deep data is read or aborted, and nothing worse', () => {
  const deep = (depth: number): string => `${'<a>'.repeat(depth)}1${'</a>'.repeat(depth)}`;
  expect(engine.evaluate('string(/a)', deep(200), at)).toEqual([{ kind: 'atomic', text: '1' }]);
  expect(() => engine.evaluate('string(/a)', deep(50_000), at)).toThrow(HaltedError);
  expect(engine.evaluate('/Net/a + 1', data, at)).toEqual([{ kind: 'atomic', text: '6' }]);
});

test('[Y4.5] after close it starts again', () => {
  const other = openQueryEngine();
  expect(other.evaluate('1', '<a/>', at)).toEqual([{ kind: 'atomic', text: '1' }]);
  other.close();
  other.close();
  expect(other.evaluate('2', '<a/>', at)).toEqual([{ kind: 'atomic', text: '2' }]);
  other.close();
});

test('[Y4.5] it does not keep a process alive', () => {
  const source = `
    import { openQueryEngine } from '${fixturePath('runtime')}';
    const [item] = openQueryEngine().evaluate('6 * 7', '<a/>', 0);
    process.stdout.write(item.text);
  `;
  const { stdout, status } = spawnSync(process.execPath, ['--input-type=module', '-e', source], {
    encoding: 'utf8',
    cwd: fileURLToPath(new URL('.', import.meta.url)),
  });
  expect({ stdout, status }).toEqual({ stdout: '42', status: 0 });
});
