/** The interface of a built-in operation: its description for validation, and its implementation. */
import type { Failure, Json } from '../../kernel/index.ts';
import type { Clock, ConnectorOutcome, OfferedOperation } from '../../runtime/index.ts';
import type { Arguments } from './argument-reader.ts';

export interface BuiltIn {
  readonly operation: OfferedOperation;
  /** It never waits. */
  readonly isImmediate?: true;
  perform(args: Arguments, context: BuiltInContext): Promise<ConnectorOutcome>;
}

export interface BuiltInContext {
  readonly clock: Clock;
  readonly tenant: string;
  readonly signal: AbortSignal;
  readonly attempt: number;
}

export const succeeded = (output: Json): ConnectorOutcome => ({ kind: 'succeeded', output });

export const failed = (failure: Failure): ConnectorOutcome => ({ kind: 'failed', failure });

/** Reports all problems at once. */
export const badArguments = (problems: readonly string[]): ConnectorOutcome =>
  failed({ code: 'bad-arguments', message: problems.join(' '), retryable: false });
