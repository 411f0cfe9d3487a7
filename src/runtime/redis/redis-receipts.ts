/**
 * Receipts that replicas share in Redis. A claim lives as long as a receipt would: while nobody knows whether a replica
 * that died did what it claimed, no other does it. That replica knows when it is back: of every claim that no call of the
 * process has, the others are told what the store says. And where Redis has forgotten everything, they are told everything,
 * and claim nothing new before that.
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
  /** Begins every key in Redis: whoever has the same shares receipts. */
  readonly prefix: string;
  /** Of the replica: the same again after a restart, and never that of another. */
  readonly identity: string;
  /** How long a claim lives, in milliseconds. */
  readonly life: number;
  readonly clock: Clock;
  /** What the own store knows. */
  readonly own: Receipts;
  readonly report: (message: string, cause: unknown) => void;
  /** How long a Redis that knows nothing is told things before it is believed, in milliseconds. */
  readonly grace?: number;
}

const defaultGrace = 3_000;
/** How often it is looked whether there is anything to tell, in milliseconds: often enough within the grace. */
const checkInterval = 1_000;
/** Others may come between as often. */
const maxTries = 5;
/** Receipts that are told at once. */
const batchSize = 1_000;

export const createRedisReceipts = (options: RedisReceiptsOptions): SharedReceipts =>
  new RedisReceipts(options);

class RedisReceipts implements SharedReceipts {
  readonly #options: RedisReceiptsOptions;
  readonly #scope: RedisScope;
  readonly #connection: RedisConnection;
  /** Names of what is being asked for, and of what calls have under way, with the texts of their claims. */
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
    // From the moment when it stands in Redis it is not left over, which is before this process hears of it.
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
      // Of this replica, and of no call of this process: of one that died.
      if (record !== undefined && record.by !== identity) return { kind: 'elsewhere' };
      expected = swapped.text;
    }
    return { kind: 'elsewhere' };
  }

  /** Undefined where what stands there is nothing, or nothing any more. */
  #read(found: Buffer, key: ReceiptKey): ReceiptRecord | undefined {
    const record = decodeRecord(found.toString());
    if (record === undefined || !isRecordOf(record, key)) return undefined;
    const isOver = record.kind === 'done' && record.receipt.expiresAt <= this.#options.clock.now();
    return isOver ? undefined : record;
  }

  /** Afterwards no call has the claim any more, whether Redis could be told or not. */
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

  /** Whether there is anything to tell; and again in a while. */
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
      // That Redis cannot be reached is told of already; a store that cannot be read is tried again.
      if (!(error instanceof SharedReceiptsError)) {
        this.#options.report('What was done could not be told to the other replicas.', error);
      }
    }
  }

  /**
   * What is under way first, then what was done, the newest first: that is what is sent again.
   * @returns false where Redis has forgotten everything meanwhile
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
      // The next ones are read while those before are on their way.
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

  /** No call has it any more: it was done, or it was not. */
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
