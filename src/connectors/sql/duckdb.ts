/** The database that computes queries: an optional package, loaded on first use. */
import type { Failure } from '../../kernel/index.ts';

export type DuckDb = typeof import('@duckdb/node-api');

const packageName = '@duckdb/node-api';
const packageVersion = '1.5.5-r.5';

export type LoadedDuckDb =
  | { readonly kind: 'loaded'; readonly duckdb: DuckDb }
  | { readonly kind: 'failed'; readonly failure: Failure };

export async function loadDuckDb(
  load: () => Promise<DuckDb> = () => import('@duckdb/node-api'),
): Promise<LoadedDuckDb> {
  try {
    return { kind: 'loaded', duckdb: await load() };
  } catch (error) {
    const reason = isMissing(error) ? 'is not installed' : 'does not work on this machine';
    return {
      kind: 'failed',
      failure: {
        code: 'sql-unavailable',
        message: `Queries over results need the package ${packageName}, which ${reason}. Run: npm install ${packageName}@${packageVersion}`,
        retryable: false,
      },
    };
  }
}

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /MODULE_NOT_FOUND$/.test(String(error.code));
