/** Creates ids of runs: they sort by creation time and cannot be guessed. */
import { randomBytes } from 'node:crypto';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const timeLength = 10;
const randomLength = 16;

export function createRunId(now: number): string {
  let time = '';
  for (let rest = Math.max(0, Math.floor(now)), at = 0; at < timeLength; at++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  let random = '';
  for (const byte of randomBytes(randomLength)) random += alphabet.charAt(byte % 32);
  return `run_${time}${random}`;
}
