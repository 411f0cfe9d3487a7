/** Creates ids of runs: they sort by creation time and cannot be guessed. */
import { randomFillSync } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;
const randomLength = 16;

export function createRunId(now: number): string {
  let time = '';
  for (let rest = Math.max(0, Math.floor(now)), at = 0; at < timeLength; at++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `run_${time}${randomText()}`;
}

/** Random bytes for the next ids: each call of the generator costs more than an id. */
const pool = new Uint8Array(128 * randomLength);
let used = pool.length;

function randomText(): string {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  let text = '';
  for (const end = used + randomLength; used < end; used++) text += alphabet.charAt((pool[used] ?? 0) % 32);
  return text;
}
