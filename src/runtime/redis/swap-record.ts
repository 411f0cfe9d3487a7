/**
 * The changes that are made in Redis, each whole or not at all. A Redis server that was started anew may have forgotten
 * everything: then it is another age, and for a while nobody may claim what is not known there, so that every replica can
 * say again what it has done and has under way. Whoever has begun to say it holds the age shut until it has said it all.
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
interface Outlook {
  readonly age: string;
  /** It has said all that it knows in this age; where it has not, the age is shut for others until it has. */
  readonly isTold: boolean;
  /** Claims by the names of their records. */
  readonly claims: ReadonlyMap<string, string>;
}

/** Whoever tells and is not heard of for as long holds up nobody any more, in milliseconds. */
const tellingLife = 10_000;

const recordKey = ({ prefix }: Shelf, name: string): string => `${prefix}:receipt:${name}`;
const ageKey = ({ prefix }: Shelf): string => `${prefix}:age`;
const claimsKey = ({ prefix, identity }: Shelf): string => `${prefix}:claims:${identity}`;
/** Replicas that tell, by when they are believed to have died of it. */
const tellingKey = ({ prefix }: Shelf): string => `${prefix}:telling`;
const toldKey = ({ prefix, identity }: Shelf): string => `${prefix}:told:${identity}`;

/** An age is called by the time at which it opens. Of times that are too far ahead the clock was wrong. */
const ages = `
local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local function kind(key) return redis.call('TYPE', key)['ok'] end
local function age(key, grace)
  local opens = kind(key) == 'string' and tonumber(redis.call('GET', key))
  if not opens or opens > now + grace then
    opens = now + grace
    redis.call('SET', key, string.format('%.0f', opens))
  end
  return string.format('%.0f', opens), opens <= now
end
local function shut(key, identity)
  if kind(key) ~= 'zset' and kind(key) ~= 'none' then redis.call('DEL', key) end
  redis.call('ZADD', key, string.format('%.0f', now + ${tellingLife}), identity)
  redis.call('PEXPIRE', key, ${tellingLife})
end
local function isShutByOthers(key, identity)
  if kind(key) ~= 'zset' then return false end
  local from, to = string.format('(%.0f', now), string.format('%.0f', now + ${tellingLife})
  for _, each in ipairs(redis.call('ZRANGEBYSCORE', key, from, to)) do
    if each ~= identity then return true end
  end
  return false
end
`;

/** What is no text, or far too long, counts as nothing: it is of somebody else. */
const swapping = `${ages}
local found = false
if kind(KEYS[1]) == 'string' and redis.call('STRLEN', KEYS[1]) <= tonumber(ARGV[6]) then
  found = redis.call('GET', KEYS[1])
end
if found and found ~= ARGV[1] then return found end
if ARGV[5] == 'new' and not found then
  local _, isOpen = age(KEYS[3], tonumber(ARGV[7]))
  if not isOpen or isShutByOthers(KEYS[4], ARGV[8]) then return 0 end
end
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3])
end
if kind(KEYS[2]) ~= 'hash' and kind(KEYS[2]) ~= 'none' then redis.call('DEL', KEYS[2]) end
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
  const { grace, identity } = shelf;
  const keys = [recordKey(shelf, name), claimsKey(shelf), ageKey(shelf), tellingKey(shelf)];
  const args = [expected, next, lifeOf(life), name, claim, longestRecord, grace, identity];
  const found = await redis.callBuffer('EVAL', swapping, keys.length, ...keys, ...args);
  if (found instanceof Buffer) return { kind: 'found', text: found };
  return { kind: found === 0 ? 'too-early' : 'done' };
}

const lifeOf = (life: number): number => Math.max(1, Math.ceil(life));

const looking = `${ages}
local claims = {}
if kind(KEYS[1]) == 'hash' then claims = redis.call('HGETALL', KEYS[1]) end
local told = kind(KEYS[3]) == 'string' and redis.call('GET', KEYS[3])
local name = age(KEYS[2], tonumber(ARGV[1]))
if told ~= name then shut(KEYS[4], ARGV[2]) end
return {name, told == name and 1 or 0, claims}
`;

/** Where there is anything to tell, nobody else claims what is not known from then on. */
export async function lookOut(redis: Redis, shelf: Shelf): Promise<Outlook> {
  const { grace, identity } = shelf;
  const keys = [claimsKey(shelf), ageKey(shelf), toldKey(shelf), tellingKey(shelf)];
  const found: unknown = await redis.call('EVAL', looking, keys.length, ...keys, grace, identity);
  const [age, told, flat] = Array.isArray(found) ? found : [];
  const texts = Array.isArray(flat) ? flat.map(String) : [];
  const claims = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) claims.set(texts[at] ?? '', texts[at + 1] ?? '');
  return { age: String(age), isTold: told === 1, claims };
}

const telling = `${ages}
if age(KEYS[1], tonumber(ARGV[2])) ~= ARGV[1] then return 0 end
shut(KEYS[2], ARGV[3])
for at = 3, #KEYS do
  redis.call('SET', KEYS[at], ARGV[2 * at - 2], 'PX', ARGV[2 * at - 1], 'NX')
end
return 1
`;

/**
 * What stands there already stays.
 * @returns false where it is another age: then nothing is told
 */
export async function putRecords(
  redis: Redis,
  shelf: Shelf,
  age: string,
  records: readonly Pick<Swap, 'name' | 'next' | 'life'>[],
): Promise<boolean> {
  const keys = [ageKey(shelf), tellingKey(shelf), ...records.map(({ name }) => recordKey(shelf, name))];
  const args = records.flatMap(({ next, life }) => [next, lifeOf(life)]);
  const { grace, identity } = shelf;
  return (await redis.call('EVAL', telling, keys.length, ...keys, age, grace, identity, ...args)) === 1;
}

const ending = `${ages}
if age(KEYS[1], tonumber(ARGV[2])) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[3], ARGV[1])
if kind(KEYS[2]) == 'zset' then redis.call('ZREM', KEYS[2], ARGV[3]) end
return 1
`;

/** All is told: others need not wait for this replica any more. @returns false where it is another age */
export async function putTold(redis: Redis, shelf: Shelf, age: string): Promise<boolean> {
  const keys = [ageKey(shelf), tellingKey(shelf), toldKey(shelf)];
  return (await redis.call('EVAL', ending, keys.length, ...keys, age, shelf.grace, shelf.identity)) === 1;
}

/** A claim is no longer this replica's: what stands in its place is another's. */
export async function forgetClaim(redis: Redis, shelf: Shelf, name: string): Promise<void> {
  await redis.hdel(claimsKey(shelf), name);
}
