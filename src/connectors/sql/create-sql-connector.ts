/**
 * The connector `sql`: `sql_query` computes over outputs that are passed to it. It reads nothing else, and every query is
 * subject to limits.
 */
import type { Failure } from '../../kernel/index.ts';
import type { Call, Connector, ConnectorOutcome, OfferedOperation, Redact } from '../../runtime/index.ts';
import { plainArguments } from '../values/plain-arguments.ts';
import { isRecord } from './column-type.ts';
import { whyNoDuckDb } from './duckdb.ts';
import { openQueryProcess, type QueryProcess } from './open-query-process.ts';
import { sqlFailure, timedOut } from './sql-failure.ts';
import type { QueryLimits, SqlQueryRequest } from './sql-query-request.ts';

export interface SqlConnectorOptions {
  readonly redact: Redact;
  readonly limits?: Partial<QueryLimits>;
  /** Concurrent queries, each in its own process. */
  readonly concurrency?: number;
}

const defaultLimits: QueryLimits = {
  time: 10_000,
  memory: 536_870_912,
  rows: 100_000,
  size: 8_388_608,
};

/** How long an idle process is kept. */
const idleTime = 30_000;

const sqlQuery: OfferedOperation = {
  name: 'sql_query',
  description:
    'Computes over outputs of the run with SQL (DuckDB). Every output that the query names is a table.',
  parameters: [{ name: 'sql', type: { kind: 'string' }, required: true }],
  result: { kind: 'list', of: { kind: 'object', fields: [], open: true } },
  example: undefined,
};

export function createSqlConnector(options: SqlConnectorOptions): Connector {
  const limits: QueryLimits = { ...defaultLimits, ...options.limits };
  const concurrency = options.concurrency ?? 2;
  const idle = new Map<QueryProcess, NodeJS.Timeout>();
  const busy = new Set<QueryProcess>();
  let isClosed = false;

  const takeProcess = async (): Promise<QueryProcess | undefined> => {
    for (const [kept, timer] of idle) {
      clearTimeout(timer);
      idle.delete(kept);
      if (kept.isAlive()) return kept;
    }
    return openQueryProcess();
  };
  const returnProcess = (used: QueryProcess): void => {
    if (!used.isAlive()) return;
    if (isClosed || idle.size >= concurrency) {
      used.end();
      return;
    }
    const timer = setTimeout(() => {
      idle.delete(used);
      used.end();
    }, idleTime);
    timer.unref();
    idle.set(used, timer);
  };

  const compute = async (queryRequest: SqlQueryRequest, signal: AbortSignal): Promise<ConnectorOutcome> => {
    const taken = await takeProcess();
    if (taken === undefined) return failed(noProcess);
    busy.add(taken);
    let isLate = false;
    const end = (): void => taken.end();
    const timer = setTimeout(() => {
      isLate = true;
      end();
    }, limits.time);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted || isClosed) end();
    const reply = await taken.ask(queryRequest);
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    busy.delete(taken);
    returnProcess(taken);
    if (reply?.kind === 'rows') return { kind: 'succeeded', output: JSON.parse(reply.text) };
    if (reply !== undefined) return failed(reply.failure);
    if (isLate) return failed(timedOut(limits));
    return failed(signal.aborted || isClosed ? stopped : crashed);
  };
  const failed = (failure: Failure): ConnectorOutcome => ({
    kind: 'failed',
    failure: { ...failure, message: options.redact(failure.message) },
  });

  return {
    name: 'sql',
    concurrency,
    operations: async () => [sqlQuery],
    perform: async (call, signal) => {
      const queryRequest = readQueryRequest(call, limits);
      return queryRequest.kind === 'order'
        ? compute(queryRequest.queryRequest, signal)
        : failed(queryRequest.failure);
    },
    isRepeatable: () => true,
    health: async () => {
      const failure = whyNoDuckDb();
      return failure === undefined
        ? { state: 'ready', message: '' }
        : { state: 'down', message: failure.message };
    },
    close: async () => {
      isClosed = true;
      for (const [kept, timer] of idle) {
        clearTimeout(timer);
        kept.end();
      }
      idle.clear();
      for (const used of busy) used.end();
    },
  };
}

type ReadRequest =
  | { readonly kind: 'order'; readonly queryRequest: SqlQueryRequest }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** The compiler builds this input from the author's arguments: parameters and tables come only from it. */
function readQueryRequest(call: Call, limits: QueryLimits): ReadRequest {
  const given = plainArguments(call.input, 'sql');
  if (given.kind === 'failed') return given;
  const { sql, parameters = {}, tables = {} } = given.values;
  if (call.operation !== sqlQuery.name) {
    const message = `Unknown operation “${call.operation}” of the connector “sql”. Use ${sqlQuery.name}.`;
    return { kind: 'failed', failure: sqlFailure('unknown-operation', message) };
  }
  if (typeof sql !== 'string' || sql.trim() === '' || !isRecord(parameters) || !isRecord(tables)) {
    const message = 'A query needs its text. Write “sql: SELECT …” under “args”.';
    return { kind: 'failed', failure: sqlFailure('bad-arguments', message) };
  }
  return { kind: 'order', queryRequest: { sql, parameters, tables, limits } };
}

const noProcess: Failure = {
  code: 'sql-unavailable',
  message: 'The query process did not start. Check the free memory and the process limit.',
  retryable: true,
};

const crashed = sqlFailure(
  'sql-crash',
  'The query process crashed. The query needs too much memory, or triggers a bug of the database.',
);

const stopped: Failure = { code: 'sql-stopped', message: 'The query was stopped.', retryable: true };
