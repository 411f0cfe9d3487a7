/** Loads the database for queries: an optional package, loaded on first use. */
import { createRequire } from 'node:module';
import type { Failure } from '../../kernel/index.ts';

export type DuckDb = typeof import('@duckdb/node-api');

const packageName = '@duckdb/node-api';
const packageVersion = '1.5.5-r.5';

export type LoadedDuckDb =
  | { readonly kind: 'loaded'; readonly duckdb: DuckDb }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** Why the package cannot be used, without loading it; `undefined` if it can. */
export function whyNoDuckDb(
  find: (name: string) => unknown = createRequire(import.meta.url).resolve,
): Failure | undefined {
  try {
    find(packageName);
    return undefined;
  } catch (error) {
    return unusable(error);
  }
}

export async function loadDuckDb(
  load: () => Promise<DuckDb> = () => import('@duckdb/node-api'),
): Promise<LoadedDuckDb> {
  try {
    return { kind: 'loaded', duckdb: await load() };
  } catch (error) {
    return { kind: 'failed', failure: unusable(error) };
  }
}

function unusable(error: unknown): Failure {
  const isMissing = error instanceof Error && 'code' in error && /MODULE_NOT_FOUND$/.test(String(error.code));
  const reason = isMissing ? 'is not installed' : 'does not work on this machine';
  return {
    code: 'sql-unavailable',
    message: `Queries over results need the package ${packageName}, which ${reason}. The bundle for desktop hosts does not include it. Run: npm install ${packageName}@${packageVersion}`,
    retryable: false,
  };
}
