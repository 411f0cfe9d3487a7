import { afterAll, describe, expect, test } from 'vitest';
import type { Json } from '../../kernel/index.ts';
import { createRedactor } from '../../runtime/index.ts';
import { createSqlConnector, type SqlConnectorOptions } from './create-sql-connector.ts';

const { redact } = createRedactor(() => []);
const open: { close(): Promise<void> }[] = [];
const createConnector = (options: Partial<SqlConnectorOptions> = {}) => {
  const created = createSqlConnector({ redact, ...options });
  open.push(created);
  return created;
};
const connector = createConnector();
afterAll(() => Promise.all(open.map((each) => each.close())));

const callOf = (input: Json, operation = 'sql_query') => ({
  tenant: 'default',
  run: 'run-1',
  workflow: 'search',
  task: 'cheapest',
  operation,
  input,
  key: 'key-1',
  attempt: 1,
  begunAt: 0,
});

const never = new AbortController().signal;

interface Given {
  readonly tables?: { readonly [name: string]: Json };
  readonly parameters?: { readonly [name: string]: Json };
}

const query = (sql: string, { tables = {}, parameters = {} }: Given = {}, by = connector) =>
  by.perform(callOf({ sql, parameters, tables }), never);

async function rowsOf(sql: string, given: Given = {}): Promise<Json> {
  const outcome = await query(sql, given);
  expect(outcome).toMatchObject({ kind: 'succeeded' });
  return outcome.kind === 'succeeded' ? outcome.output : null;
}

async function failureOf(sql: string, given: Given = {}, by = connector) {
  const outcome = await query(sql, given, by);
  expect(outcome.kind).toBe('failed');
  return outcome.kind === 'failed' ? outcome.failure : undefined;
}

const flights = [
  { id: 'a', price: 300.5, seats: 4, direct: true, tags: ['early'], airline: { code: 'AA', rank: 1 } },
  { id: 'b', price: 120, seats: 0, direct: false, tags: [], airline: { code: 'BB', rank: null } },
  { id: 'c', price: 99.9, seats: 9, direct: null, tags: ['late', 'meal'], airline: { code: 'CC', rank: 3 } },
];

describe('tables', () => {
  test('[H4.1] the output of a foreach is one table, flattened by one level, without iterations that have no result', async () => {
    const all_results = [
      [
        { price: 5, id: 'e' },
        { price: 1, id: 'a' },
      ],
      null,
      [],
      [{ price: 3, id: 'c' }],
    ];
    expect(
      await rowsOf('SELECT * FROM all_results ORDER BY price ASC LIMIT 5', { tables: { all_results } }),
    ).toEqual([
      { price: 1, id: 'a' },
      { price: 3, id: 'c' },
      { price: 5, id: 'e' },
    ]);
  });

  test('[H4.1] values are returned unchanged: numbers, booleans, null, texts, lists and objects', async () => {
    expect(await rowsOf('SELECT * FROM flights', { tables: { flights } })).toEqual(flights);
  });

  test('[H4.1] fields of objects and items of lists can be selected', async () => {
    const sql = `SELECT id, airline.code AS code, len(tags) AS tags FROM flights WHERE list_contains(tags, 'meal') OR airline.rank = 1 ORDER BY id`;
    expect(await rowsOf(sql, { tables: { flights } })).toEqual([
      { id: 'a', code: 'AA', tags: 1 },
      { id: 'c', code: 'CC', tags: 2 },
    ]);
  });

  test('[H4.1] one object is one row, and other values are in the column “value”', async () => {
    expect(await rowsOf('SELECT name FROM trip', { tables: { trip: { name: 'Rome' } } })).toEqual([
      { name: 'Rome' },
    ]);
    expect(
      await rowsOf('SELECT sum(value) AS total FROM prices', { tables: { prices: [1, 2.5, null] } }),
    ).toEqual([{ total: 3.5 }]);
    expect(await rowsOf('SELECT * FROM n', { tables: { n: 7 } })).toEqual([{ value: 7 }]);
  });

  test('[H4.1] a column with mixed types keeps each value', async () => {
    const mixed = [{ v: 1 }, { v: 'two' }, { v: [3] }, { v: { four: 4 } }, { v: true }, {}];
    expect(await rowsOf('SELECT v FROM mixed', { tables: { mixed } })).toEqual([
      { v: 1 },
      { v: 'two' },
      { v: [3] },
      { v: { four: 4 } },
      { v: true },
      { v: null },
    ]);
  });

  test('[H4.1] names that differ only in case, are empty or look like syntax are valid columns', async () => {
    const odd = [{ a: 1, A: 2, '': 3, 'x"; DROP TABLE odd; --': 4, select: 5, __proto__: 6 }];
    expect(await rowsOf('SELECT * FROM odd', { tables: { odd } })).toEqual([
      { a: 1, A_1: 2, unnamed: 3, 'x"; DROP TABLE odd; --': 4, select: 5 },
    ]);
    const nested = [{ o: { a: 1, A: 2 } }];
    expect(await rowsOf('SELECT o FROM nested', { tables: { nested } })).toEqual(nested);
    const lists = [{ l: [1, 'two', { a: [] }] }, { l: [] }];
    expect(await rowsOf('SELECT l FROM lists', { tables: { lists } })).toEqual(lists);
  });

  test('[H4.1] dates are texts that sort and compare', async () => {
    const days = [{ day: '2026-10-02' }, { day: '2026-02-11' }, { day: '2026-09-30' }];
    const sql = `SELECT day FROM days WHERE day >= $p1 AND day < '2026-10-02' AND day::DATE < DATE '2026-10-02' ORDER BY day`;
    expect(await rowsOf(sql, { tables: { days }, parameters: { p1: '2026-02-11' } })).toEqual([
      { day: '2026-02-11' },
      { day: '2026-09-30' },
    ]);
  });

  test.each([
    'SELECT * FROM found ORDER BY price ASC LIMIT 5',
    'SELECT f.id, lower(f.name) AS name FROM found f WHERE f.price > 10 AND open',
    'SELECT id FROM found JOIN others USING (id) WHERE others.rank = 1',
    'SELECT airline, min(price) FROM found GROUP BY airline',
  ])('[H4.1] a table without rows has all columns that the query names: %s', async (sql) => {
    expect(await rowsOf(sql, { tables: { found: [], others: [[], null] } })).toEqual([]);
  });

  test('[H4.1] a missing column of a filled table is an error, also next to an empty one', async () => {
    const sql = 'SELECT f.prise FROM flights f LEFT JOIN found USING (id)';
    expect(await failureOf(sql, { tables: { flights, found: [] } })).toMatchObject({ code: 'sql-error' });
    expect(
      await rowsOf('SELECT id, booked FROM flights LEFT JOIN found USING (id)', {
        tables: { flights, found: [] },
      }),
    ).toEqual(flights.map(({ id }) => ({ id, booked: null })));
  });

  test('[H4.1] a hundred thousand rows work', async () => {
    const many = Array.from({ length: 100_000 }, (_, n) => ({
      n,
      group: `g${n % 10}`,
      price: n / 4,
      tags: ['x'],
    }));
    const sql =
      'SELECT "group", count(*) AS n, max(price) AS top FROM many GROUP BY "group" ORDER BY "group" LIMIT 1';
    expect(await rowsOf(sql, { tables: { many } })).toEqual([{ group: 'g0', n: 10_000, top: 24_997.5 }]);
  });
});

describe('results', () => {
  test('[H4.1] values that JSON cannot represent exactly are text; dates, maps and fractions are readable', async () => {
    const sql = `SELECT 9007199254740993 AS big, 9007199254740991 AS safe, sum(x) AS total, 1.25 AS decimal,
      12345678901234567890.123 AS long, DATE '2026-01-02' AS day, TIMESTAMP '2026-01-02 03:04:05' AS at,
      MAP {'a': 1} AS map, 'nan'::DOUBLE AS none, [1, NULL] AS list, 0.001 AS small FROM range(3) t(x)`;
    expect(await rowsOf(sql)).toEqual([
      {
        big: '9007199254740993',
        safe: 9007199254740991,
        total: 3,
        decimal: 1.25,
        long: '12345678901234567890.123',
        day: '2026-01-02',
        at: '2026-01-02 03:04:05',
        map: { a: 1 },
        none: null,
        list: [1, null],
        small: 0.001,
      },
    ]);
  });

  test('[H4.1] two columns with the same name are both returned', async () => {
    expect(await rowsOf('SELECT 1 AS a, 2 AS a')).toEqual([{ a: 1, a_1: 2 }]);
  });

  test('[H4.1] a result with too many rows, or too much data, is refused with the action to take', async () => {
    const small = createConnector({ limits: { rows: 10, size: 1_000 } });
    expect(await failureOf('SELECT * FROM range(11)', {}, small)).toMatchObject({ code: 'sql-too-large' });
    expect((await failureOf(`SELECT repeat('a', 2000)`, {}, small))?.message).toMatch(/LIMIT/);
    expect(await query('SELECT * FROM range(10)', {}, small)).toMatchObject({ kind: 'succeeded' });
  });
});

describe('parameters', () => {
  test('[H4.1] parameters are bound with their types, and never become text of the query', async () => {
    const hostile = `x' OR 1=1; DROP TABLE flights; --`;
    const given = { tables: { flights }, parameters: { p1: hostile } };
    expect(await rowsOf('SELECT id FROM flights WHERE id = $p1', given)).toEqual([]);
    expect(await rowsOf(`SELECT 'a ' || $p1 || '.' AS said`, given)).toEqual([{ said: `a ${hostile}.` }]);
    const sql = `SELECT id FROM flights WHERE price < $p1 AND direct IS NOT DISTINCT FROM $p2 AND seats IN $p3 LIMIT $p4`;
    const parameters = { p1: 200.5, p2: false, p3: [0, 1], p4: 3 };
    expect(await rowsOf(sql, { tables: { flights }, parameters })).toEqual([{ id: 'b' }]);
    expect(
      await rowsOf('SELECT $p1.code AS code, $p2 AS none', { parameters: { p1: { code: 'AA' }, p2: null } }),
    ).toEqual([{ code: 'AA', none: null }]);
  });

  test('[H4.1] a parameter that the query does not use is ignored', async () => {
    expect(await rowsOf('SELECT 1 AS one -- $p1', { parameters: { p1: 'x' } })).toEqual([{ one: 1 }]);
  });
});

describe('refused queries', () => {
  test.each([
    `ATTACH '/tmp/other.db' AS other`,
    `COPY (SELECT 1) TO '/tmp/out.csv'`,
    `COPY flights FROM '/etc/passwd'`,
    'INSTALL httpfs',
    'LOAD httpfs',
    'PRAGMA database_list',
    'SET threads = 8',
    'CREATE TABLE mine AS SELECT 1',
    `EXPORT DATABASE '/tmp/all'`,
    'DELETE FROM flights',
    'CALL pragma_version()',
    'SHOW TABLES',
    'SELECT 1; SELECT 2',
    'SELECT 1; DROP TABLE flights',
    `SELECT * FROM '/etc/passwd'`,
    `SELECT * FROM read_csv('/etc/passwd')`,
    `SELECT * FROM read_text('/etc/passwd')`,
    `SELECT * FROM glob('/etc/*')`,
    `SELECT * FROM flights WHERE id IN (SELECT content FROM read_text('/etc/passwd'))`,
    `WITH x AS (SELECT * FROM read_blob('/etc/passwd')) SELECT * FROM x`,
    `SELECT * FROM query('SELECT 1')`,
    'SELECT * FROM duckdb_settings()',
    'SELECT * FROM duckdb_secrets()',
    'SELECT * FROM information_schema.tables',
    'SELECT * FROM sqlite_master',
    'SELECT * FROM other_output',
    `SELECT getenv('HOME')`,
    `SELECT current_setting('extension_directory')`,
    '',
    '-- nothing',
  ])('[H4.1] %s', async (sql) => {
    const failure = await failureOf(sql, { tables: { flights } });
    expect(failure).toMatchObject({ retryable: false });
    expect(failure?.code).toMatch(/^(sql-refused|bad-arguments)$/);
  });

  test('[H4.1] the database itself is locked in addition to the check', async () => {
    // A name that another WITH defines passes the check, but no file is read.
    const sql = `SELECT * FROM (WITH "/etc/passwd" AS (SELECT 1) SELECT 1) s, '/etc/passwd' t`;
    expect(await failureOf(sql)).toMatchObject({ retryable: false });
  });

  test('[H4.1] errors are reported with their position and without the error class of the database', async () => {
    const failure = await failureOf('SELECT id,\n  prise FROM flights', { tables: { flights } });
    expect(failure).toMatchObject({ code: 'sql-error', retryable: false });
    expect(failure?.message).toMatch(
      /^The query is invalid: Referenced column "prise" not found.*"price".* In line 2: prise FROM/,
    );
    expect((await failureOf('SELEC 1'))?.message).toMatch(/syntax error.*In line 1: SELEC 1$/);
    expect((await failureOf(`SELECT id::INT FROM flights`, { tables: { flights } }))?.message).toMatch(
      /^The query could not be computed: /,
    );
  });

  test('[H4.1] secrets, unknown operations and invalid arguments are refused', async () => {
    const secrets = { sql: 'SELECT 1', $secrets: [{ at: '/sql', name: 'TOKEN' }] };
    expect(await connector.perform(callOf(secrets), never)).toMatchObject({
      failure: { code: 'secret-refused' },
    });
    expect(await connector.perform(callOf('SELECT 1'), never)).toMatchObject({
      failure: { code: 'bad-arguments' },
    });
    expect(await connector.perform(callOf({ sql: 1 }), never)).toMatchObject({
      failure: { code: 'bad-arguments' },
    });
    expect(await connector.perform(callOf({ sql: 'SELECT 1' }, 'other'), never)).toMatchObject({
      failure: { code: 'unknown-operation' },
    });
  });
});

describe('endless queries', () => {
  const endless = 'WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r';

  test('[H4.1] an endless query is ended, and the next one succeeds', async () => {
    const hasty = createConnector({ limits: { time: 400 } });
    const failure = await failureOf(endless, {}, hasty);
    expect(failure).toMatchObject({ code: 'sql-timeout', retryable: false });
    expect(failure?.message).toContain('0.4 s');
    expect(await query('SELECT 1 AS one', {}, createConnector())).toEqual({
      kind: 'succeeded',
      output: [{ one: 1 }],
    });
  });

  test('[H4.1] an aborted query ends', async () => {
    const stop = new AbortController();
    const running = connector.perform(callOf({ sql: endless }), stop.signal);
    stop.abort();
    expect(await running).toMatchObject({ kind: 'failed', failure: { code: 'sql-stopped' } });
    const before = new AbortController();
    before.abort();
    expect(await connector.perform(callOf({ sql: endless }), before.signal)).toMatchObject({
      kind: 'failed',
    });
  });

  test('[H4.1] closing ends running queries', async () => {
    const closing = createConnector();
    await closing.perform(callOf({ sql: 'SELECT 1' }), never);
    const running = closing.perform(callOf({ sql: endless }), never);
    await closing.close();
    expect(await running).toMatchObject({ failure: { code: 'sql-stopped' } });
  });

  test.each(['SELECT count(DISTINCT x) FROM range(40000000) t(x)', 'SELECT len(range(2000000000))'])(
    '[H4.1] a query that needs too much memory is ended: %s',
    async (sql) => {
      const frugal = createConnector({ limits: { memory: 33_554_432, time: 60_000 } });
      expect(await failureOf(sql, {}, frugal)).toMatchObject({ code: 'sql-memory', retryable: false });
      expect(await query('SELECT 1 AS one', {}, frugal)).toMatchObject({ kind: 'succeeded' });
    },
  );
});

test('[H4.1] it offers sql_query, which may be repeated', async () => {
  expect((await connector.operations()).map(({ name }) => name)).toEqual(['sql_query']);
  expect(connector.isRepeatable('sql_query', {}, 0)).toBe(true);
  expect(await connector.health()).toEqual({ state: 'ready', message: '' });
});
