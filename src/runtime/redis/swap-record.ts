/**
 * The changes that are made in Redis, each whole or not at all. A Redis server that was started anew may have forgotten
 * everything: then it is another age, and for a while nobody may claim what is not known there, so that every replica can
 * say again what it has done and has under way.
 */
import type { Redis } from 'ioredis';
import { longestRecord } from './receipt-record.ts';

/** What all changes need to know. */
export interface Shelf {
  /** How all keys begin. */
  readonly prefix: string;
  /** Of the replica. */
  readonly identity: string;
  /** For how long nothing unknown is claimed in a new age, in milliseconds. */
  readonly grace: number;
}

export interface Swap {
  /** Of the record. */
  readonly name: string;
  /** What has to stand there, unless nothing does. */
  readonly expected: Buffer;
  /** What stands there afterwards; nothing where empty. */
  readonly next: string;
  /** Of what stands there then, in milliseconds. */
  readonly life: number;
  /** Whether it is a claim then: a new one, or one that this replica had before and Redis has forgotten. */
  readonly claim?: 'new' | 'again';
}

export type Swapped =
  | { readonly kind: 'done' }
  /** Nothing stands there, and that may be because it was forgotten. */
  | { readonly kind: 'too-early' }
  | { readonly kind: 'found'; readonly text: Buffer };

/** What one replica finds of its own. */
export interface Outlook {
  readonly age: string;
  /** The age in which it has said all that it knows; empty where in none. */
  readonly told: string;
  /** Claims by the names of their records. */
  readonly claims: ReadonlyMap<string, string>;
}

const recordKey = ({ prefix }: Shelf, name: string): string => `${prefix}:receipt:${name}`;
const ageKey = ({ prefix }: Shelf): string => `${prefix}:age`;
const claimsKey = ({ prefix, identity }: Shelf): string => `${prefix}:claims:${identity}`;
const toldKey = ({ prefix, identity }: Shelf): string => `${prefix}:told:${identity}`;

/** An age is called by the time at which it opens. */
const ages = `
local function age(key, grace)
  local time = redis.call('TIME')
  local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
  local opens = redis.call('TYPE', key)['ok'] == 'string' and tonumber(redis.call('GET', key))
  if not opens or opens > now + grace then
    opens = now + grace
    redis.call('SET', key, string.format('%.0f', opens))
  end
  return string.format('%.0f', opens), opens <= now
end
`;

/** What is no text, or far too long, counts as nothing: it is of somebody else. */
const swapping = `${ages}
local found = false
if redis.call('TYPE', KEYS[1])['ok'] == 'string' and redis.call('STRLEN', KEYS[1]) <= tonumber(ARGV[6]) then
  found = redis.call('GET', KEYS[1])
end
if found and found ~= ARGV[1] then return found end
if ARGV[5] == 'new' and not found then
  local _, isOpen = age(KEYS[3], tonumber(ARGV[7]))
  if not isOpen then return 0 end
end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
local kind = redis.call('TYPE', KEYS[2])['ok']
if kind ~= 'hash' and kind ~= 'none' then redis.call('DEL', KEYS[2]) end
if ARGV[5] == '' then
  redis.call('HDEL', KEYS[2], ARGV[4])
else
  redis.call('HSET', KEYS[2], ARGV[4], ARGV[2])
  redis.call('PEXPIRE', KEYS[2], ARGV[3])
end
return 1
`;

export async function swapRecord(redis: Redis, shelf: Shelf, swap: Swap): Promise<Swapped> {
  const { name, expected, next, life, claim = '' } = swap;
  const keys = [recordKey(shelf, name), claimsKey(shelf), ageKey(shelf)];
  const args = [expected, next, Math.max(1, Math.ceil(life)), name, claim, longestRecord, shelf.grace];
  const found = await redis.callBuffer('EVAL', swapping, keys.length, ...keys, ...args);
  if (found instanceof Buffer) return { kind: 'found', text: found };
  return { kind: found === 0 ? 'too-early' : 'done' };
}

const looking = `${ages}
local claims = {}
if redis.call('TYPE', KEYS[1])['ok'] == 'hash' then claims = redis.call('HGETALL', KEYS[1]) end
local told = redis.call('TYPE', KEYS[3])['ok'] == 'string' and redis.call('GET', KEYS[3]) or ''
local name = age(KEYS[2], tonumber(ARGV[1]))
return {name, told, claims}
`;

export async function lookOut(redis: Redis, shelf: Shelf): Promise<Outlook> {
  const keys = [claimsKey(shelf), ageKey(shelf), toldKey(shelf)];
  const found: unknown = await redis.call('EVAL', looking, keys.length, ...keys, shelf.grace);
  const [age, told, flat] = Array.isArray(found) ? found : [];
  const texts = Array.isArray(flat) ? flat.map(String) : [];
  const claims = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) claims.set(texts[at] ?? '', texts[at + 1] ?? '');
  return { age: String(age), told: String(told), claims };
}

/** What stands there already stays. */
export async function putRecords(
  redis: Redis,
  shelf: Shelf,
  records: readonly Pick<Swap, 'name' | 'next' | 'life'>[],
): Promise<void> {
  const batch = redis.pipeline();
  for (const { name, next, life } of records) {
    batch.set(recordKey(shelf, name), next, 'PX', Math.max(1, Math.ceil(life)), 'NX');
  }
  for (const [error] of (await batch.exec()) ?? []) if (error !== null) throw error;
}

export async function putTold(redis: Redis, shelf: Shelf, age: string): Promise<void> {
  await redis.set(toldKey(shelf), age);
}

/** A claim is no longer this replica's: what stands in its place is another's. */
export async function forgetClaim(redis: Redis, shelf: Shelf, name: string): Promise<void> {
  await redis.hdel(claimsKey(shelf), name);
}
