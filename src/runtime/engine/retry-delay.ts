/** How long a message that could not be delivered waits for its next attempt: twice as long each time. */
import { createHash } from 'node:crypto';
import type { Message } from '../ports/outbox.ts';

const firstDelay = 1_000;
const maxDelay = 3_600_000;
const maxJitter = 0.1;

/** @param asked milliseconds that the other side asks for */
export function retryDelay({ id, attempts }: Pick<Message, 'id' | 'attempts'>, asked = 0): number {
  const delay = Math.min(firstDelay * 2 ** attempts, maxDelay);
  const jittered = Math.round(delay * (1 + maxJitter * jitterOf(`${id}.${attempts}`)));
  return Math.max(jittered, Math.min(asked, maxDelay));
}

/** Those that failed together do not come back together; from 0 to 1, always the same for the same. */
const jitterOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 0xff_ff_ff_ff;
