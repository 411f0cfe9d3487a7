/** Failures of queries, with messages for their authors. Retries never help. */
import type { Failure } from '../../kernel/index.ts';
import type { QueryLimits, QueryReply } from './sql-query-request.ts';

export const sqlFailure = (code: string, message: string): Failure => ({ code, message, retryable: false });

export const refused = (message: string): QueryReply => ({
  kind: 'failed',
  failure: sqlFailure('sql-refused', message),
});

export const resultTooLarge = ({ rows, size }: QueryLimits): QueryReply => ({
  kind: 'failed',
  failure: sqlFailure(
    'sql-too-large',
    `The result has more than ${rows} rows or ${inMebibytes(size)}. Add a LIMIT, select fewer columns, or aggregate.`,
  ),
});

export const outOfMemory = ({ memory }: QueryLimits): Failure =>
  sqlFailure(
    'sql-memory',
    `The query needs more than ${inMebibytes(memory)} of memory. Filter or aggregate earlier, or select fewer columns.`,
  );

export const timedOut = ({ time }: QueryLimits): Failure =>
  sqlFailure(
    'sql-timeout',
    `The query did not end within ${time / 1_000} s. Check for a join without a condition or a recursion without an end.`,
  );

const inMebibytes = (bytes: number): string => `${Math.round(bytes / 1_048_576)} MiB`;

const maxMessageLength = 600;

/** The kind of error decides the advice; the rest is the database's message, with the line. */
export function failureOfDuckDb(error: unknown, limits: QueryLimits): Failure {
  const text = error instanceof Error ? error.message : String(error);
  const [, kind = '', rest = text] = /^([A-Z][A-Za-z ]*?) Error: ([\s\S]*)$/.exec(text) ?? [];
  if (kind === 'Out of Memory') return outOfMemory(limits);
  const [what = '', location] = rest.split(/\n+(?=LINE \d+:)/, 2);
  const said = what.trim().replaceAll(/\s+/g, ' ').slice(0, maxMessageLength);
  const [, line, source = ''] = /^LINE (\d+): (.*)/.exec(location ?? '') ?? [];
  const where = line === undefined ? '' : ` In line ${line}: ${source.trim().slice(0, 200)}`;
  if (kind === 'Permission') {
    return sqlFailure('sql-refused', `A query has no access to files, network or settings: ${said}${where}`);
  }
  return sqlFailure('sql-error', `The query ${verbOf(kind)}: ${said}${where}`);
}

const verbOf = (kind: string): string =>
  /^(Parser|Binder|Catalog)$/.test(kind) ? 'is invalid' : 'could not be computed';
