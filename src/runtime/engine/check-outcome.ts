/**
 * Checks that the outcome of a call, as the connector reports it, can be stored in the journal. Any other outcome is
 * a failure of the call.
 */
import type { Failure, Json } from '../../kernel/index.ts';
import type { ConnectorOutcome } from '../ports/connector.ts';

/** Deeper values overflow the stack of recursive code. */
const maxDepth = 256;

type Hide = (value: Json) => Json;

export function checkOutcome(outcome: ConnectorOutcome, hide: Hide): ConnectorOutcome {
  switch (outcome.kind) {
    case 'succeeded':
      return isStorable(outcome.output) ? outcome : { kind: 'failed', failure: badAnswer };
    case 'failed':
      return { kind: 'failed', failure: checkFailure(outcome.failure, hide) };
    case 'unknown':
      return outcome;
  }
}

/** The failure of a call whose answer cannot be stored. */
export const badAnswer: Failure = {
  code: 'bad-answer',
  message: `The answer of the call cannot be stored: it is not JSON, or has more than ${maxDepth} levels. Ask for less.`,
  retryable: false,
};

/** Whether the journal can store it. */
export const isStorable = (value: unknown): value is Json => isJson(value, maxDepth);

function checkFailure({ code, message, retryable, retryAfter, data }: Failure, hide: Hide): Failure {
  const isDelay = retryAfter !== undefined && Number.isFinite(retryAfter) && retryAfter >= 0;
  return {
    code: String(code),
    message: String(hide(String(message))),
    ...(retryable === undefined ? {} : { retryable }),
    ...(isDelay ? { retryAfter } : {}),
    ...(data !== undefined && isStorable(data) ? { data: hide(data) } : {}),
  };
}

function isJson(value: unknown, levels: number): value is Json {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value);
    case 'object':
      if (value === null) return true;
      return levels > 0 && Object.values(value).every((part) => isJson(part, levels - 1));
    default:
      return false;
  }
}
