/**
 * The changes that are made in Redis, each whole or not at all. A Redis server that was started anew may have forgotten
 * everything: then it is another age, and for a while nobody may claim what is not known there, so that every replica can
 * say again what it has done and has under way. Whoever has begun to say it holds the age shut until it has said it all.
 */
import type { Redis } from 'ioredis';
import { maxRecordLength } from './receipt-record.ts';

/** What all changes need to know. */
export interface RedisScope {
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
interface ReplicaState {
  readonly epoch: string;
  /** It has said all that it knows in this age; where it has not, the age is shut for others until it has. */
  readonly isReported: boolean;
  /** Claims by the names of their records. */
  readonly claims: ReadonlyMap<string, string>;
}

/** Whoever tells and is not heard of for as long holds up nobody any more, in milliseconds. */
const reportingTimeout = 10_000;

const recordKey = ({ prefix }: RedisScope, name: string): string => `${prefix}:receipt:${name}`;
const epochKey = ({ prefix }: RedisScope): string => `${prefix}:age`;
const claimsKey = ({ prefix, identity }: RedisScope): string => `${prefix}:claims:${identity}`;
/** Replicas that tell, by when they are believed to have died of it. */
const reportingKey = ({ prefix }: RedisScope): string => `${prefix}:telling`;
const reportedKey = ({ prefix, identity }: RedisScope): string => `${prefix}:told:${identity}`;

/** An age is called by the time at which it opens. Of times that are too far ahead the clock was wrong. */
const epochScript = `
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
  redis.call('ZADD', key, string.format('%.0f', now + ${reportingTimeout}), identity)
  redis.call('PEXPIRE', key, ${reportingTimeout})
end
local function isShutByOthers(key, identity)
  if kind(key) ~= 'zset' then return false end
  local from, to = string.format('(%.0f', now), string.format('%.0f', now + ${reportingTimeout})
  for _, each in ipairs(redis.call('ZRANGEBYSCORE', key, from, to)) do
    if each ~= identity then return true end
  end
  return false
end
`;

/** What is no text, or far too long, counts as nothing: it is of somebody else. */
const swapScript = `${epochScript}
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

export async function swapRecord(redis: Redis, scope: RedisScope, swap: Swap): Promise<Swapped> {
  const { name, expected, next, life, claim = '' } = swap;
  const { grace, identity } = scope;
  const keys = [recordKey(scope, name), claimsKey(scope), epochKey(scope), reportingKey(scope)];
  const args = [expected, next, lifeOf(life), name, claim, maxRecordLength, grace, identity];
  const found = await redis.callBuffer('EVAL', swapScript, keys.length, ...keys, ...args);
  if (found instanceof Buffer) return { kind: 'found', text: found };
  return { kind: found === 0 ? 'too-early' : 'done' };
}

const lifeOf = (life: number): number => Math.max(1, Math.ceil(life));

const readStateScript = `${epochScript}
local claims = {}
if kind(KEYS[1]) == 'hash' then claims = redis.call('HGETALL', KEYS[1]) end
local told = kind(KEYS[3]) == 'string' and redis.call('GET', KEYS[3])
local name = age(KEYS[2], tonumber(ARGV[1]))
if told ~= name then shut(KEYS[4], ARGV[2]) end
return {name, told == name and 1 or 0, claims}
`;

/** Where there is anything to tell, nobody else claims what is not known from then on. */
export async function readReplicaState(redis: Redis, scope: RedisScope): Promise<ReplicaState> {
  const { grace, identity } = scope;
  const keys = [claimsKey(scope), epochKey(scope), reportedKey(scope), reportingKey(scope)];
  const found: unknown = await redis.call('EVAL', readStateScript, keys.length, ...keys, grace, identity);
  const [epoch, reported, flat] = Array.isArray(found) ? found : [];
  const texts = Array.isArray(flat) ? flat.map(String) : [];
  const claims = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) claims.set(texts[at] ?? '', texts[at + 1] ?? '');
  return { epoch: String(epoch), isReported: reported === 1, claims };
}

const reportScript = `${epochScript}
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
  scope: RedisScope,
  epoch: string,
  records: readonly Pick<Swap, 'name' | 'next' | 'life'>[],
): Promise<boolean> {
  const keys = [epochKey(scope), reportingKey(scope), ...records.map(({ name }) => recordKey(scope, name))];
  const args = records.flatMap(({ next, life }) => [next, lifeOf(life)]);
  const { grace, identity } = scope;
  return (
    (await redis.call('EVAL', reportScript, keys.length, ...keys, epoch, grace, identity, ...args)) === 1
  );
}

const markReportedScript = `${epochScript}
if age(KEYS[1], tonumber(ARGV[2])) ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[3], ARGV[1])
if kind(KEYS[2]) == 'zset' then redis.call('ZREM', KEYS[2], ARGV[3]) end
return 1
`;

/** All is told: others need not wait for this replica any more. @returns false where it is another age */
export async function markReported(redis: Redis, scope: RedisScope, epoch: string): Promise<boolean> {
  const keys = [epochKey(scope), reportingKey(scope), reportedKey(scope)];
  return (
    (await redis.call(
      'EVAL',
      markReportedScript,
      keys.length,
      ...keys,
      epoch,
      scope.grace,
      scope.identity,
    )) === 1
  );
}

/** A claim is no longer this replica's: what stands in its place is another's. */
export async function forgetClaim(redis: Redis, scope: RedisScope, name: string): Promise<void> {
  await redis.hdel(claimsKey(scope), name);
}
