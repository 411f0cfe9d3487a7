/** The one change that is ever made in Redis, whole or not at all: a record becomes another if it is what is expected. */
import type { Redis } from 'ioredis';
import { longestRecord } from './receipt-record.ts';

export interface Swap {
  /** Key of the record. */
  readonly record: string;
  /** Key of what this replica has claimed: a hash of claims by name. */
  readonly claims: string;
  /** Name of the record in it. */
  readonly name: string;
  /** What has to stand there, unless nothing does. */
  readonly expected: Buffer;
  /** What stands there afterwards; nothing where empty. */
  readonly next: string;
  /** Of what stands there then, in milliseconds. */
  readonly life: number;
  /** Whether it is a claim then. */
  readonly isClaim: boolean;
}

/** What is no text, or far too long, counts as nothing: it is of somebody else. */
const script = `
local found = false
if redis.call('TYPE', KEYS[1])['ok'] == 'string' and redis.call('STRLEN', KEYS[1]) <= tonumber(ARGV[6]) then
  found = redis.call('GET', KEYS[1])
end
if found and found ~= ARGV[1] then return found end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
local kind = redis.call('TYPE', KEYS[2])['ok']
if kind ~= 'hash' and kind ~= 'none' then redis.call('DEL', KEYS[2]) end
if ARGV[5] == '1' then
  redis.call('HSET', KEYS[2], ARGV[4], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
else
  redis.call('HDEL', KEYS[2], ARGV[4])
end
return false
`;

/** @returns what stands there instead; undefined where it was done */
export async function swapRecord(redis: Redis, swap: Swap): Promise<Buffer | undefined> {
  const { record, claims, expected, next, life, name, isClaim } = swap;
  const most = Math.max(1, Math.ceil(life));
  const args = [expected, next, most, name, isClaim ? '1' : '0', longestRecord];
  const found = await redis.callBuffer('EVAL', script, 2, record, claims, ...args);
  return found instanceof Buffer ? found : undefined;
}
