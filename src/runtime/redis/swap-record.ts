/**
 * The atomic changes in Redis. A restarted Redis server may have lost its data: then a new epoch begins, in which no
 * replica may claim unknown keys for a while, so that every replica can report its receipts and claims again. A
 * replica that has begun to report keeps the epoch closed until it has finished.
 */
import type { Redis } from 'ioredis';
import { maxRecordLength } from './receipt-record.ts';

/** What all changes need. */
export interface RedisScope {
  /** Prefix of all keys. */
  readonly prefix: string;
  /** Of the replica. */
  readonly identity: string;
  /** For how long no unknown key is claimed in a new epoch, in milliseconds. */
  readonly grace: number;
}

export interface Swap {
  /** Of the record. */
  readonly name: string;
  /** The current value must equal this, unless there is none. */
  readonly expected: Buffer;
  /** The new value; empty deletes the record. */
  readonly next: string;
  /** Lifetime of the new value, in milliseconds. */
  readonly life: number;
  /** Whether the new value is a claim: a new one, or one that this replica had before and Redis has lost. */
  readonly claim?: 'new' | 'again';
}

export type Swapped =
  | { readonly kind: 'done' }
  /** There is no value, but it may have been lost. */
  | { readonly kind: 'too-early' }
  | { readonly kind: 'found'; readonly text: Buffer };

/** The own data of a replica. */
interface ReplicaState {
  readonly epoch: string;
  /** It has reported everything in this epoch; otherwise the epoch is closed for others until it has. */
  readonly isReported: boolean;
  /** Claims by the names of their records. */
  readonly claims: ReadonlyMap<string, string>;
}

/** A replica that reports and is silent for this long no longer blocks others, in milliseconds. */
const reportingTimeout = 10_000;

const recordKey = ({ prefix }: RedisScope, name: string): string => `${prefix}:receipt:${name}`;
const epochKey = ({ prefix }: RedisScope): string => `${prefix}:age`;
const claimsKey = ({ prefix, identity }: RedisScope): string => `${prefix}:claims:${identity}`;
/** Replicas that report, by the time after which they count as crashed. */
const reportingKey = ({ prefix }: RedisScope): string => `${prefix}:telling`;
const reportedKey = ({ prefix, identity }: RedisScope): string => `${prefix}:told:${identity}`;

/** The name of an epoch is the time at which it opens. A time that is too far ahead comes from a wrong clock. */
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

/** A value that is not text, or far too long, is ignored: it is not a record. */
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

/** If there is anything to report, no other replica claims unknown keys from then on. */
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

/** Existing records stay unchanged. @returns false if the epoch has changed: then nothing is written */
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

/** Everything is reported: others need not wait for this replica. @returns false if the epoch has changed */
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

/** The claim no longer belongs to this replica: the value in its place is another's. */
export async function forgetClaim(redis: Redis, scope: RedisScope, name: string): Promise<void> {
  await redis.hdel(claimsKey(scope), name);
}
