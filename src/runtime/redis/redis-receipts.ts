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
  nameOfKey,
  type ReceiptRecord,
} from './receipt-record.ts';
import type { RedisAddress } from './redis-address.ts';
import { RedisLink } from './redis-link.ts';
import {
  forgetClaim,
  lookOut,
  putRecords,
  putTold,
  type Shelf,
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

const usualGrace = 3_000;
/** How often it is looked whether there is anything to tell, in milliseconds: often enough within the grace. */
const lookPause = 1_000;
/** Others may come between as often. */
const mostTries = 5;
/** Receipts that are told at once. */
const batchSize = 1_000;

export const createRedisReceipts = (options: RedisReceiptsOptions): SharedReceipts =>
  new RedisReceipts(options);

class RedisReceipts implements SharedReceipts {
  readonly #options: RedisReceiptsOptions;
  readonly #shelf: Shelf;
  readonly #link: RedisLink;
  /** Names of what is being asked for, and of what calls have under way, with the texts of their claims. */
  readonly #asked = new Set<string>();
  readonly #living = new Map<string, string>();
  #looking: Promise<void> | undefined;
  #stopAlarm: (() => void) | undefined;
  #isClosed = false;

  constructor(options: RedisReceiptsOptions) {
    this.#options = options;
    const { address, report, prefix, identity, grace = usualGrace } = options;
    this.#shelf = { prefix, identity, grace };
    this.#link = new RedisLink({ address, report, onReady: () => void this.#look() });
  }

  begin(): void {
    this.check().catch(() => undefined);
  }

  async check(): Promise<void> {
    await this.#link.ask((redis) => redis.ping());
  }

  async claim(key: ReceiptKey): Promise<Claimed> {
    const name = nameOfKey(key);
    if (this.#isAlive(name)) return { kind: 'elsewhere' };
    const next = encodeClaim(this.#options.identity, randomUUID(), key);
    // From the moment when it stands in Redis it is not left over, which is before this process hears of it.
    this.#asked.add(name);
    try {
      const claimed = await this.#take(key, name, next);
      if (claimed.kind === 'claimed') this.#living.set(name, next);
      return claimed;
    } finally {
      this.#asked.delete(name);
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
    this.#living.delete(nameOfKey(key));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopAlarm?.();
    await this.#looking;
    await this.#link.close();
  }

  async #take(key: ReceiptKey, name: string, next: string): Promise<Claimed> {
    const { identity, life } = this.#options;
    let expected: Buffer = Buffer.alloc(0);
    for (let tries = 0; tries < mostTries; tries++) {
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
    const name = nameOfKey(key);
    const claim = this.#living.get(name);
    if (claim === undefined && next === '') return;
    try {
      await this.#swap({ name, expected: Buffer.from(claim ?? ''), next, life });
    } finally {
      this.#living.delete(name);
    }
  }

  #isAlive(name: string): boolean {
    return this.#asked.has(name) || this.#living.has(name);
  }

  #swap(swap: Swap): Promise<Swapped> {
    return this.#link.ask((redis) => swapRecord(redis, this.#shelf, swap));
  }

  /** Whether there is anything to tell; and again in a while. */
  #look(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#looking ??= this.#lookOnce().finally(() => {
      this.#looking = undefined;
      this.#stopAlarm?.();
      const { clock } = this.#options;
      if (!this.#isClosed) this.#stopAlarm = clock.at(clock.now() + lookPause, () => void this.#look());
    });
    return this.#looking;
  }

  async #lookOnce(): Promise<void> {
    try {
      const outlook = await this.#link.ask((redis) => lookOut(redis, this.#shelf));
      if (!outlook.isTold && !(await this.#tellAll(outlook.age))) return await this.#lookOnce();
      for (const [name, claim] of outlook.claims) {
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
  async #tellAll(age: string): Promise<boolean> {
    const { clock, own, life } = this.#options;
    const expected = Buffer.alloc(0);
    for (const [name, next] of this.#living) await this.#swap({ name, next, life, expected, claim: 'again' });
    let last: Receipt | undefined;
    let told = Promise.resolve(true);
    for (;;) {
      const now = clock.now();
      // The next ones are read while those before are on their way.
      const [isSameAge, receipts] = await Promise.all([told, own.newest(now, batchSize, last)]);
      if (!isSameAge) return false;
      if (this.#isClosed) return true;
      const records = receipts.map((receipt) => ({
        name: nameOfKey(receipt),
        next: encodeDone(receipt),
        life: receipt.expiresAt - now,
      }));
      told = this.#link.ask((redis) => putRecords(redis, this.#shelf, age, records));
      last = receipts.at(-1);
      if (receipts.length < batchSize) break;
    }
    return (await told) && this.#link.ask((redis) => putTold(redis, this.#shelf, age));
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
    if (!isOwn) await this.#link.ask((redis) => forgetClaim(redis, this.#shelf, name));
  }
}
