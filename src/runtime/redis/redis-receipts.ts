/**
 * Receipts that replicas share in Redis. A claim is valid as long as a receipt: while it is unknown whether a crashed
 * replica executed its claimed request, no other replica executes it. The crashed replica resolves this after its
 * restart: for every claim that belongs to no call of the process, it reports to the others what its store holds. If
 * Redis has lost its data, all replicas report everything, and claim nothing new before that.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { Receipt, ReceiptKey, Receipts } from '../ports/receipt.ts';
import { type Claimed, type SharedReceipts, SharedReceiptsError } from '../ports/shared-receipts.ts';
import {
  decodeRecord,
  encodeClaim,
  encodeDone,
  isRecordOf,
  type ReceiptRecord,
  recordName,
} from './receipt-record.ts';
import type { RedisAddress } from './redis-address.ts';
import { RedisConnection } from './redis-connection.ts';
import {
  forgetClaim,
  markReported,
  putRecords,
  type RedisScope,
  readReplicaState,
  type Swap,
  type Swapped,
  swapRecord,
} from './swap-record.ts';

export interface RedisReceiptsOptions {
  readonly address: RedisAddress;
  /** Prefix of every key in Redis: replicas with the same prefix share receipts. */
  readonly prefix: string;
  /** Of the replica: the same after a restart, and unique. */
  readonly identity: string;
  /** How long a claim is valid, in milliseconds. */
  readonly life: number;
  readonly clock: Clock;
  /** The receipts of the own store. */
  readonly own: Receipts;
  readonly report: (message: string, cause: unknown) => void;
  /** How long replicas may report to an empty Redis before it is used, in milliseconds. */
  readonly grace?: number;
}

const defaultGrace = 3_000;
/** Interval of checks for something to report, in milliseconds: much shorter than the grace period. */
const checkInterval = 1_000;
/** How often a concurrent change may cause a retry. */
const maxTries = 5;
/** Receipts that are reported at once. */
const batchSize = 1_000;

export const createRedisReceipts = (options: RedisReceiptsOptions): SharedReceipts =>
  new RedisReceipts(options);

class RedisReceipts implements SharedReceipts {
  readonly #options: RedisReceiptsOptions;
  readonly #scope: RedisScope;
  readonly #connection: RedisConnection;
  /** Names of claims that are being requested, and of claims that calls hold, with their texts. */
  readonly #pendingClaims = new Set<string>();
  readonly #ownClaims = new Map<string, string>();
  #checking: Promise<void> | undefined;
  #cancelTimer: (() => void) | undefined;
  #isClosed = false;

  constructor(options: RedisReceiptsOptions) {
    this.#options = options;
    const { address, report, prefix, identity, grace = defaultGrace } = options;
    this.#scope = { prefix, identity, grace };
    this.#connection = new RedisConnection({ address, report, onReady: () => void this.#checkClaims() });
  }

  begin(): void {
    this.check().catch(() => undefined);
  }

  async check(): Promise<void> {
    await this.#connection.ask((redis) => redis.ping());
  }

  async claim(key: ReceiptKey): Promise<Claimed> {
    const name = recordName(key);
    if (this.#isAlive(name)) return { kind: 'elsewhere' };
    const next = encodeClaim(this.#options.identity, randomUUID(), key);
    // The claim is in Redis before this process receives the answer; from then on it must not count as left over.
    this.#pendingClaims.add(name);
    try {
      const claimed = await this.#take(key, name, next);
      if (claimed.kind === 'claimed') this.#ownClaims.set(name, next);
      return claimed;
    } finally {
      this.#pendingClaims.delete(name);
    }
  }

  async keep(receipt: Receipt): Promise<void> {
    const life = receipt.expiresAt - this.#options.clock.now();
    if (life <= 0) return this.release(receipt);
    await this.#end(receipt, encodeDone(receipt), life);
  }

  release(key: ReceiptKey): Promise<void> {
    return this.#end(key, '', 0);
  }

  leave(key: ReceiptKey): void {
    this.#ownClaims.delete(recordName(key));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancelTimer?.();
    await this.#checking;
    await this.#connection.close();
  }

  async #take(key: ReceiptKey, name: string, next: string): Promise<Claimed> {
    const { identity, life } = this.#options;
    let expected: Buffer = Buffer.alloc(0);
    for (let tries = 0; tries < maxTries; tries++) {
      const swapped = await this.#swap({ name, next, life, expected, claim: 'new' });
      if (swapped.kind === 'done') return { kind: 'claimed' };
      if (swapped.kind === 'too-early') return swapped;
      const record = this.#read(swapped.text, key);
      if (record?.kind === 'done') return { kind: 'done', receipt: record.receipt };
      // Of this replica, but of no call of this process: left by a crashed process.
      if (record !== undefined && record.by !== identity) return { kind: 'elsewhere' };
      expected = swapped.text;
    }
    return { kind: 'elsewhere' };
  }

  /** `undefined` if the value is not a record, or has expired. */
  #read(found: Buffer, key: ReceiptKey): ReceiptRecord | undefined {
    const record = decodeRecord(found.toString());
    if (record === undefined || !isRecordOf(record, key)) return undefined;
    const isOver = record.kind === 'done' && record.receipt.expiresAt <= this.#options.clock.now();
    return isOver ? undefined : record;
  }

  /** After this no call holds the claim, even if Redis could not be reached. */
  async #end(key: ReceiptKey, next: string, life: number): Promise<void> {
    const name = recordName(key);
    const claim = this.#ownClaims.get(name);
    if (claim === undefined && next === '') return;
    try {
      await this.#swap({ name, expected: Buffer.from(claim ?? ''), next, life });
    } finally {
      this.#ownClaims.delete(name);
    }
  }

  #isAlive(name: string): boolean {
    return this.#pendingClaims.has(name) || this.#ownClaims.has(name);
  }

  #swap(swap: Swap): Promise<Swapped> {
    return this.#connection.ask((redis) => swapRecord(redis, this.#scope, swap));
  }

  /** Checks whether there is anything to report, and schedules the next check. */
  #checkClaims(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#checking ??= this.#checkClaimsOnce().finally(() => {
      this.#checking = undefined;
      this.#cancelTimer?.();
      const { clock } = this.#options;
      if (!this.#isClosed)
        this.#cancelTimer = clock.at(clock.now() + checkInterval, () => void this.#checkClaims());
    });
    return this.#checking;
  }

  async #checkClaimsOnce(): Promise<void> {
    try {
      const replicaState = await this.#connection.ask((redis) => readReplicaState(redis, this.#scope));
      if (!replicaState.isReported && !(await this.#reportAll(replicaState.epoch)))
        return await this.#checkClaimsOnce();
      for (const [name, claim] of replicaState.claims) {
        if (!this.#isClosed && !this.#isAlive(name)) await this.#settle(name, claim);
      }
    } catch (error) {
      // An unreachable Redis is reported already; a store that cannot be read is tried again.
      if (!(error instanceof SharedReceiptsError)) {
        this.#options.report('Receipts could not be reported to the other replicas.', error);
      }
    }
  }

  /**
   * Reports requests in progress first, then receipts, the newest first: those are the most likely to be repeated.
   * @returns false if Redis has lost its data in the meantime
   */
  async #reportAll(epoch: string): Promise<boolean> {
    const { clock, own, life } = this.#options;
    const expected = Buffer.alloc(0);
    for (const [name, next] of this.#ownClaims)
      await this.#swap({ name, next, life, expected, claim: 'again' });
    let last: Receipt | undefined;
    let reported = Promise.resolve(true);
    for (;;) {
      const now = clock.now();
      // The next page is read while the previous one is sent.
      const [isSameEpoch, receipts] = await Promise.all([reported, own.newest(now, batchSize, last)]);
      if (!isSameEpoch) return false;
      if (this.#isClosed) return true;
      const records = receipts.map((receipt) => ({
        name: recordName(receipt),
        next: encodeDone(receipt),
        life: receipt.expiresAt - now,
      }));
      reported = this.#connection.ask((redis) => putRecords(redis, this.#scope, epoch, records));
      last = receipts.at(-1);
      if (receipts.length < batchSize) break;
    }
    return (await reported) && this.#connection.ask((redis) => markReported(redis, this.#scope, epoch));
  }

  /** No call holds it any more: the request was executed, or not. */
  async #settle(name: string, claim: string): Promise<void> {
    const { clock, identity, own } = this.#options;
    const record = decodeRecord(claim);
    const now = clock.now();
    const receipt = record?.kind === 'claimed' ? await own.find(record.key, now) : undefined;
    const swapped = await this.#swap({
      name,
      expected: Buffer.from(claim),
      next: receipt === undefined ? '' : encodeDone(receipt),
      life: receipt === undefined ? 0 : receipt.expiresAt - now,
    });
    if (swapped.kind !== 'found') return;
    const instead = decodeRecord(swapped.text.toString());
    const isOwn = instead?.kind === 'claimed' && instead.by === identity;
    if (!isOwn) await this.#connection.ask((redis) => forgetClaim(redis, this.#scope, name));
  }
}
