/**
 * A separate process that computes queries one after the other: memory problems and database crashes do not affect the
 * caller, and it can always be killed. Started by `openQueryProcess`; ends with its parent.
 */
import { loadDuckDb } from './duckdb.ts';
import { runQuery } from './run-query.ts';
import { outOfMemory } from './sql-failure.ts';
import type { QueryReply, SqlQueryRequest } from './sql-query-request.ts';

/** Interval of memory checks during a query. */
const watchInterval = 20;

/** Memory that the database does not count (long texts, the process itself) may be as much again. */
const allowance = 268_435_456;

const send = (message: QueryReply | 'ready'): void => {
  process.send?.(message);
};

const loaded = await loadDuckDb();

// A regular exit would wait for the query.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message) => {
  // Only `openQueryProcess` writes to this channel.
  void answer(JSON.parse(String(message)));
});
send('ready');

async function answer(queryRequest: SqlQueryRequest): Promise<void> {
  if (loaded.kind === 'failed') return send(loaded);
  const maxMemory = process.memoryUsage.rss() + 2 * queryRequest.limits.memory + allowance;
  const watch = setInterval(() => {
    if (process.memoryUsage.rss() < maxMemory) return;
    clearInterval(watch);
    send({ kind: 'failed', failure: outOfMemory(queryRequest.limits), last: true });
  }, watchInterval);
  const reply = await runQuery(loaded.duckdb, queryRequest);
  clearInterval(watch);
  send(reply);
}
