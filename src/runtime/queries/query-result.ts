/** The result of a query, as data that can be remembered and sent to another process. */
import { createHash } from 'node:crypto';
import { HaltedError } from '../../kernel/index.ts';
import type { QueryEngine, QueryItem } from '../../languages/query-engine.ts';

export type QueryResult =
  | { readonly kind: 'items'; readonly items: readonly QueryItem[] }
  /** The query has no value. */
  | { readonly kind: 'failed'; readonly message: string }
  /** The query exceeded a limit. */
  | { readonly kind: 'halted'; readonly message: string };

/** By the key of the query. */
export type QueryResultEntry = readonly [key: string, result: QueryResult];

/** Identifies a query with its document and the current time for it. */
export function queryKey(query: string, document: string, at: number): string {
  return createHash('sha256').update(`${at} ${query.length} ${query}${document}`).digest('base64url');
}

export function itemsOfResult(result: QueryResult): readonly QueryItem[] {
  if (result.kind === 'items') return result.items;
  throw result.kind === 'halted' ? new HaltedError(result.message) : new Error(result.message);
}

export interface RecordingQueries extends QueryEngine {
  /** The results since the last call. */
  take(): readonly QueryResultEntry[];
}

/** Computes queries with an engine, and records their results. */
export function recordQueries(engine: QueryEngine): RecordingQueries {
  const recorded = new Map<string, QueryResult>();
  return {
    check: engine.check,
    evaluate(query, document, at) {
      const result = resultOf(() => engine.evaluate(query, document, at));
      recorded.set(queryKey(query, document, at), result);
      return itemsOfResult(result);
    },
    take() {
      const entries = [...recorded];
      recorded.clear();
      return entries;
    },
  };
}

function resultOf(compute: () => readonly QueryItem[]): QueryResult {
  try {
    return { kind: 'items', items: compute() };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { kind: error instanceof HaltedError ? 'halted' : 'failed', message };
  }
}
