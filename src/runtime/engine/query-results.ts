/**
 * Results of queries for the kernel, which needs them synchronously. They are computed elsewhere: a query without a
 * result ends the computation, which is repeated when the result is there [Y4.6].
 */
import { UnresolvedError } from '../../kernel/index.ts';
import type { QueryEngine } from '../../languages/query-engine.ts';
import { LruCache } from '../cache/lru-cache.ts';
import { itemsOfResult, type QueryResult, type QueryResultEntry, queryKey } from '../queries/query-result.ts';

export class UnresolvedQueryError extends UnresolvedError {}

/** Limit of the characters of all remembered results. */
const maxInMemory = 16 * 1024 * 1024;

export class QueryResults implements QueryEngine {
  readonly #recent = new LruCache<QueryResult>(maxInMemory, sizeOf);
  #current = new Map<string, QueryResult>();

  /** Documents are not read here. */
  check(): never {
    throw new Error('Queries are checked where documents are read.');
  }

  /** Throws UnresolvedQueryError if there is no result. */
  evaluate: QueryEngine['evaluate'] = (query, document, at) => {
    const key = queryKey(query, document, at);
    const result = this.#current.get(key) ?? this.#recent.get(key);
    if (result === undefined) throw new UnresolvedQueryError('A query is not computed.');
    this.#current.set(key, result);
    return itemsOfResult(result);
  };

  /** @param current the results that the next computation needs: they stay in memory until it is done */
  use(current: Map<string, QueryResult>): void {
    this.#current = current;
  }

  /** A query that exceeded a limit may be computed another time. */
  remember(entries: readonly QueryResultEntry[]): void {
    for (const [key, result] of entries) if (result.kind !== 'halted') this.#recent.set(key, result);
  }
}

function sizeOf(result: QueryResult): number {
  const overhead = 100;
  return result.kind === 'items'
    ? result.items.reduce((sum, { text }) => sum + text.length + overhead, overhead)
    : result.message.length + overhead;
}
