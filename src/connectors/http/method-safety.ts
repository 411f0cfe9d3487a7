/** Which requests may be sent again without another effect. */
import type { NoAnswer } from './http-failure.ts';

/** Safe and idempotent methods. */
const idempotentMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE']);

export const isRepeatableMethod = (method: string): boolean => idempotentMethods.has(method);

/** The request was sent, has no response, and may have had an effect that a repetition would have again. */
export const isUncertain = (method: string, { kind, sent }: NoAnswer): boolean =>
  sent && !idempotentMethods.has(method) && (kind === 'timed-out' || kind === 'failed' || kind === 'aborted');
