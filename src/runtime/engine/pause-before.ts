/** How long a message that could not be delivered waits for its next attempt: twice as long each time. */
import { createHash } from 'node:crypto';
import type { Message } from '../ports/outbox.ts';

const firstPause = 1_000;
const longestPause = 3_600_000;
const largestScatter = 0.1;

/** @param asked milliseconds that the other side asks for */
export function pauseBefore({ id, attempts }: Pick<Message, 'id' | 'attempts'>, asked = 0): number {
  const pause = Math.min(firstPause * 2 ** attempts, longestPause);
  const scattered = Math.round(pause * (1 + largestScatter * scatterOf(`${id}.${attempts}`)));
  return Math.max(scattered, Math.min(asked, longestPause));
}

/** Those that failed together do not come back together; from 0 to 1, always the same for the same. */
const scatterOf = (text: string): number =>
  createHash('sha256').update(text).digest().readUInt32BE(0) / 0xff_ff_ff_ff;
