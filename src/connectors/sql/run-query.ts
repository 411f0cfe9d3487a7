/**
 * Runs one query in its own in-memory database, which holds only the passed tables and is locked: no files, no network,
 * no extensions, no settings.
 */
import type { DuckDBConnection, DuckDBPreparedStatement } from '@duckdb/node-api';
import type { Json } from '../../kernel/index.ts';
import { checkQuery } from './check-query.ts';
import { columnType, quoteName, sqlType } from './column-type.ts';
import type { DuckDb } from './duckdb.ts';
import { failureOfDuckDb, refused, resultTooLarge } from './sql-failure.ts';
import type { QueryLimits, QueryReply, SqlQueryRequest } from './sql-query-request.ts';
import { type SqlTable, sqlTable } from './sql-table.ts';
import { createFromSql, duckDbType, toSql } from './sql-value.ts';

const maxQueryLength = 100_000;

export async function runQuery(duckdb: DuckDb, queryRequest: SqlQueryRequest): Promise<QueryReply> {
  if (queryRequest.sql.length > maxQueryLength) {
    return refused(
      `A query may have at most ${maxQueryLength} characters; this one has ${queryRequest.sql.length}.`,
    );
  }
  const instance = await duckdb.DuckDBInstance.create(':memory:', settings(queryRequest.limits));
  try {
    const connection = await instance.connect();
    const refusal = checkQuery(await parse(connection, queryRequest.sql), Object.keys(queryRequest.tables));
    if (refusal !== undefined) return refused(refusal);
    const tables = Object.entries(queryRequest.tables).map(([name, output]) => sqlTable(name, output));
    for (const table of tables) await loadTable(duckdb, connection, table);
    const statement = await prepare(connection, queryRequest.sql, tables);
    if (statement.statementType !== duckdb.StatementType.SELECT) {
      return refused('A query may only read: use one SELECT, WITH or VALUES.');
    }
    bind(duckdb, statement, queryRequest.parameters);
    return await collect(duckdb, statement, queryRequest.limits);
  } catch (error) {
    return { kind: 'failed', failure: failureOfDuckDb(error, queryRequest.limits) };
  } finally {
    instance.closeSync();
  }
}

/** The order matters: after external access is disabled, the temporary folder can no longer be set. */
const settings = ({ memory }: QueryLimits): Record<string, string> => ({
  temp_directory: '',
  threads: '1',
  memory_limit: `${Math.ceil(memory / 1024)}KiB`,
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
  allow_community_extensions: 'false',
  allow_persistent_secrets: 'false',
  enable_external_access: 'false',
  lock_configuration: 'true',
});

/** The syntax tree of the text; an invalid text throws as it would when it runs. */
async function parse(connection: DuckDBConnection, sql: string): Promise<Json> {
  const reader = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  const parsed = JSON.parse(String(reader.getRows()[0]?.[0]));
  if (parsed.error_type === 'parser') await connection.extractStatements(sql);
  return parsed;
}

const rowsPerChunk = 2_048;

async function loadTable(duckdb: DuckDb, connection: DuckDBConnection, table: SqlTable): Promise<void> {
  if (table.columns.length === 0) return;
  await createTable(
    connection,
    table.name,
    table.columns.map(({ name, type }) => `${quoteName(name)} ${sqlType(type)}`),
  );
  const types = table.columns.map(({ type }) => duckDbType(duckdb, type));
  const appender = await connection.createAppender(table.name);
  for (let at = 0; at < table.rowCount; at += rowsPerChunk) {
    const count = Math.min(rowsPerChunk, table.rowCount - at);
    const chunk = duckdb.DuckDBDataChunk.create(types, count);
    chunk.setColumns(
      table.columns.map(({ values, type }) =>
        values.slice(at, at + count).map((value) => toSql(duckdb, value, type)),
      ),
    );
    appender.appendDataChunk(chunk);
  }
  appender.closeSync();
}

async function createTable(
  connection: DuckDBConnection,
  name: string,
  columns: readonly string[],
): Promise<void> {
  await connection.run(`CREATE OR REPLACE TABLE ${quoteName(name)} (${columns.join(', ')})`);
}

const maxGuesses = 200;
const unknownColumn =
  /Referenced column "(.+?)" not found|does not have a column named "(.+?)"|Column "(.+?)" does not exist on (?:left|right) side/;

/**
 * A table without rows gets the columns that the query expects: they are unknown, and the result is empty. They are found
 * one by one from the errors of the database.
 */
async function prepare(
  connection: DuckDBConnection,
  sql: string,
  tables: readonly SqlTable[],
): Promise<DuckDBPreparedStatement> {
  const empty = tables.filter(({ columns }) => columns.length === 0).map(({ name }) => name);
  const guessed = new Map(empty.map((name) => [name, new Set<string>()]));
  for (let guess = 0; ; guess += 1) {
    for (const [name, columns] of guessed) {
      const all = columns.size === 0 ? ['unknown'] : [...columns];
      await createTable(
        connection,
        name,
        all.map((column) => `${quoteName(column)} "NULL"`),
      );
    }
    try {
      return await connection.prepare(sql);
    } catch (error) {
      const found = unknownColumn.exec(error instanceof Error ? error.message : '');
      const [, plain, qualified, joined] = found ?? [];
      const column = plain ?? qualified ?? joined;
      // An unqualified name belongs to one table; if it is missing again, it belongs to another.
      const guessedTables = plain === undefined ? empty : empty.slice(0, 1);
      const isNewColumn = guessedTables.some(
        (name) => column !== undefined && guessed.get(name)?.has(column) === false,
      );
      if (column === undefined || !isNewColumn || guess === maxGuesses) throw error;
      for (const name of guessedTables) guessed.get(name)?.add(column);
    }
  }
}

/** Tables that the text does not mention are left out; a mention in a comment also counts. */
function bind(
  duckdb: DuckDb,
  statement: DuckDBPreparedStatement,
  parameters: SqlQueryRequest['parameters'],
): void {
  for (let index = 1; index <= statement.parameterCount; index += 1) {
    const name = statement.parameterName(index);
    const value = Object.hasOwn(parameters, name) ? (parameters[name] ?? null) : null;
    const type = columnType([value]);
    statement.bindValue(index, toSql(duckdb, value, type), duckDbType(duckdb, type));
  }
}

async function collect(
  duckdb: DuckDb,
  statement: DuckDBPreparedStatement,
  limits: QueryLimits,
): Promise<QueryReply> {
  const result = await statement.stream();
  const names = columnNames(result.columnNames());
  const fromSql = createFromSql(duckdb);
  const texts: string[] = [];
  let size = 0;
  // Chunks do not know which texts are JSON; the result does.
  const types = result.columnTypes();
  for await (const chunk of result) {
    for (const row of chunk.getRows()) {
      const values = types.map((type, at) => fromSql(row[at] ?? null, type, fromSql));
      const text = JSON.stringify(Object.fromEntries(names.map((name, at) => [name, values[at]])));
      size += text.length + 1;
      texts.push(text);
      if (texts.length > limits.rows || size > limits.size) return resultTooLarge(limits);
    }
  }
  return { kind: 'rows', text: `[${texts.join(',')}]` };
}

/** Two columns with one name would hide each other. */
function columnNames(names: readonly string[]): readonly string[] {
  const taken = new Set<string>();
  return names.map((wanted) => {
    let name = wanted;
    for (let count = 1; taken.has(name); count += 1) name = `${wanted}_${count}`;
    taken.add(name);
    return name;
  });
}
