/** Computes the delay before the next delivery attempt of a message; it doubles with each attempt. */
import { createHash } from 'node:crypto';
import type { Message } from '../ports/outbox.ts';

const firstDelay = 1_000;
const maxDelay = 3_600_000;
const maxJitter = 0.1;

/** @param asked milliseconds that the receiver asks for */
export function retryDelay({ id, attempts }: Pick<Message, 'id' | 'attempts'>, asked = 0): number {
  const delay = Math.min(firstDelay * 2 ** attempts, maxDelay);
  const jittered = Math.round(delay * (1 + maxJitter * jitterOf(`${id}.${attempts}`)));
  return Math.max(jittered, Math.min(asked, maxDelay));
}

/** Spreads the retries of messages that failed together; from 0 to 1, deterministic. */
const jitterOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 0xff_ff_ff_ff;
