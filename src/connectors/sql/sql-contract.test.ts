import { test } from 'vitest';
import { createRedactor } from '../../runtime/index.ts';
import { connectorCases, type OpenConnector } from '../../testing/index.ts';
import { createSqlConnector } from './create-sql-connector.ts';

const { redact } = createRedactor(() => []);
const query = (sql: string, more = {}) => ({ operation: 'sql_query', input: { sql, ...more } });

const open: OpenConnector = async () => {
  // Two queries that do not end, and one more.
  const connector = createSqlConnector({ redact, concurrency: 3, limits: { time: 300_000 } });
  return {
    connector,
    good: query('SELECT n + $by AS n FROM numbers ORDER BY n', {
      tables: { numbers: [{ n: 1 }, { n: 2 }] },
      parameters: { by: 10 },
    }),
    endless: query('SELECT count(*) FROM range(3000000) a, range(3000000) b WHERE a.range * b.range % 7 = 3'),
    unlucky: [
      query('SELECT * FROM nowhere'),
      query('SELEKT 1'),
      query("SELECT error('no')"),
      query("SELECT * FROM read_csv('/etc/passwd')"),
    ],
    malformed: [
      { operation: 'sql_query', input: 'SELECT 1' },
      { operation: 'sql_query', input: {} },
      query('  '),
      query('SELECT 1', { tables: 'none' }),
    ],
    secret: {
      operation: 'sql_query',
      input: { sql: `\${env:TOKEN}`, $secrets: [{ at: '/sql', name: 'TOKEN' }] },
    },
    end: () => connector.close(),
  };
};

test.each(connectorCases.listings)('[H4.1] sql: $fact', ({ run }) => run(open));
test.each(connectorCases.calls)('[H4.1] sql: $fact', ({ run }) => run(open));
test.each(connectorCases.arguments)('[H4.1] sql: $fact', ({ run }) => run(open));
test.each(connectorCases.endings)('[H4.1] sql: $fact', ({ run }) => run(open));
