/**
 * Receipts that replicas share in Redis. A claim lives as long as a receipt would: while nobody knows whether a replica
 * that died did what it claimed, no other does it. That replica knows when it is back, and says so: every claim that it has
 * is noted beside its record, and those that no call of the process has are settled by what the store says.
 */
import { randomUUID } from 'node:crypto';
import type { Clock } from '../ports/clock.ts';
import type { Receipt, ReceiptKey } from '../ports/receipt.ts';
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
import { type Swap, swapRecord } from './swap-record.ts';

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
  readonly find: (key: ReceiptKey) => Promise<Receipt | undefined>;
  readonly report: (message: string, cause: unknown) => void;
}

/** How often it is looked for claims that nobody has, in milliseconds. */
const settlePause = 15_000;
/** Others may come between as often. */
const mostTries = 5;

export const createRedisReceipts = (options: RedisReceiptsOptions): SharedReceipts =>
  new RedisReceipts(options);

class RedisReceipts implements SharedReceipts {
  readonly #options: RedisReceiptsOptions;
  readonly #link: RedisLink;
  /** Claims of calls under way, by name: their texts. */
  readonly #living = new Map<string, string>();
  #settling: Promise<void> | undefined;
  #stopAlarm: (() => void) | undefined;
  #isClosed = false;

  constructor(options: RedisReceiptsOptions) {
    this.#options = options;
    const { address, report } = options;
    this.#link = new RedisLink({ address, report, onReady: () => void this.#settle() });
  }

  begin(): void {
    this.check().catch(() => undefined);
  }

  async check(): Promise<void> {
    await this.#link.ask((redis) => redis.ping());
  }

  async claim(key: ReceiptKey): Promise<Claimed> {
    const { identity, life } = this.#options;
    const name = nameOfKey(key);
    if (this.#living.has(name)) return { kind: 'elsewhere' };
    const next = encodeClaim(identity, randomUUID(), key);
    // Before it is asked: from the moment when it stands in Redis it is not left over.
    this.#living.set(name, next);
    let claimed: Claimed = { kind: 'elsewhere' };
    try {
      claimed = await this.#take(key, { name, next, life, isClaim: true });
    } finally {
      if (claimed.kind !== 'claimed') this.#living.delete(name);
    }
    return claimed;
  }

  async keep(receipt: Receipt): Promise<void> {
    const { clock, identity } = this.#options;
    const life = receipt.expiresAt - clock.now();
    if (life <= 0) return this.release(receipt);
    await this.#end(receipt, encodeDone(identity, receipt), life);
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
    await this.#settling;
    await this.#link.close();
  }

  async #take(key: ReceiptKey, swap: Pick<Swap, 'name' | 'next' | 'life' | 'isClaim'>): Promise<Claimed> {
    let expected: Buffer = Buffer.alloc(0);
    for (let tries = 0; tries < mostTries; tries++) {
      const found = await this.#swap({ ...swap, expected });
      if (found === undefined) return { kind: 'claimed' };
      const record = this.#read(found, key);
      if (record?.kind === 'done') return { kind: 'done', receipt: record.receipt };
      // Of this replica, and of no call of this process: of one that died.
      if (record !== undefined && record.by !== this.#options.identity) return { kind: 'elsewhere' };
      expected = found;
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
      await this.#swap({ name, expected: Buffer.from(claim ?? ''), next, life, isClaim: false });
    } finally {
      this.#living.delete(name);
    }
  }

  #swap(swap: Omit<Swap, 'record' | 'claims'>): Promise<Buffer | undefined> {
    const { prefix } = this.#options;
    const keys = { record: `${prefix}:receipt:${swap.name}`, claims: this.#claims };
    return this.#link.ask((redis) => swapRecord(redis, { ...keys, ...swap }));
  }

  get #claims(): string {
    const { prefix, identity } = this.#options;
    return `${prefix}:claims:${identity}`;
  }

  #settle(): Promise<void> {
    if (this.#isClosed) return Promise.resolve();
    this.#settling ??= this.#settleAll().finally(() => {
      this.#settling = undefined;
      this.#stopAlarm?.();
      const { clock } = this.#options;
      if (!this.#isClosed) this.#stopAlarm = clock.at(clock.now() + settlePause, () => void this.#settle());
    });
    return this.#settling;
  }

  async #settleAll(): Promise<void> {
    try {
      const claims = await this.#link.ask(
        async (redis): Promise<Readonly<Record<string, string>>> =>
          (await redis.type(this.#claims)) === 'hash' ? redis.hgetall(this.#claims) : {},
      );
      for (const [name, claim] of Object.entries(claims)) {
        if (!this.#isClosed && !this.#living.has(name)) await this.#settleOne(name, claim);
      }
    } catch (error) {
      // Redis is told of already, a store that is closed or full is tried again.
      if (!(error instanceof SharedReceiptsError))
        this.#options.report('Receipts could not be settled.', error);
    }
  }

  async #settleOne(name: string, claim: string): Promise<void> {
    const { clock, identity, find } = this.#options;
    const record = decodeRecord(claim);
    const receipt = record?.kind === 'claimed' ? await find(record.key) : undefined;
    const found = await this.#swap({
      name,
      expected: Buffer.from(claim),
      next: receipt === undefined ? '' : encodeDone(identity, receipt),
      life: receipt === undefined ? 0 : receipt.expiresAt - clock.now(),
      isClaim: false,
    });
    const instead = found === undefined ? undefined : decodeRecord(found.toString());
    const isOwn = instead?.kind === 'claimed' && instead.by === identity;
    // Somebody else's by now, so that there is nothing to settle.
    if (found !== undefined && !isOwn) await this.#link.ask((redis) => redis.hdel(this.#claims, name));
  }
}
