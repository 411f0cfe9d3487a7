/**
 * The connection to a Redis server. It is made when it is first needed, and made anew behind the back of whoever uses it;
 * meanwhile what is asked fails at once. Nothing is ever sent twice.
 */
import type { Redis } from 'ioredis';
import { SharedReceiptsError } from '../ports/shared-receipts.ts';
import { describeAddress, type RedisAddress } from './redis-address.ts';

export interface RedisConnectionOptions {
  readonly address: RedisAddress;
  /** Whenever it can be reached from then on. */
  readonly onReady: () => void;
  readonly report: (message: string, cause: unknown) => void;
}

/** In milliseconds. */
const connectTimeoutMs = 2_000;
const commandTimeoutMs = 1_500;
const maxPause = 1_000;

export class RedisConnection {
  readonly #options: RedisConnectionOptions;
  readonly #serverAddress: string;
  #made: Promise<Redis> | undefined;
  #client: Redis | undefined;
  /** Why it cannot be reached. */
  #connectionError: Error | undefined;
  #isDown = false;
  #isClosed = false;

  constructor(options: RedisConnectionOptions) {
    this.#options = options;
    this.#serverAddress = describeAddress(options.address);
  }

  /** Rejects with SharedReceiptsError. */
  async ask<Answer>(command: (redis: Redis) => Promise<Answer>): Promise<Answer> {
    try {
      this.#made ??= this.#open();
      const redis = await this.#made;
      if (this.#isClosed || isLasting(this.#connectionError))
        throw this.#connectionError ?? new Error('It was closed.');
      const answer = await command(redis);
      this.#recover();
      return answer;
    } catch (error) {
      const isTimeout = error instanceof Error && error.message === 'Command timed out';
      // What it would still answer is of no use to anybody.
      if (isTimeout) this.#client?.disconnect(true);
      throw this.#fail(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#client?.disconnect();
    await this.#made?.catch(() => undefined);
  }

  /** The first try is waited for: whoever comes at once need not be refused because of that. */
  async #open(): Promise<Redis> {
    const { Redis: Client } = await import('ioredis');
    const { host, port, tls, username, password, database } = this.#options.address;
    const redis = new Client({
      host,
      port,
      db: database,
      ...(username === '' ? {} : { username }),
      ...(password === '' ? {} : { password }),
      ...(tls ? { tls: {} } : {}),
      protocol: 2,
      disableClientInfo: true,
      connectionName: 'signalbox',
      lazyConnect: true,
      connectTimeout: connectTimeoutMs,
      commandTimeout: commandTimeoutMs,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), maxPause),
      // The server has become one that only follows another: that other has another connection.
      reconnectOnError: ({ message }) => message.startsWith('READONLY'),
    });
    this.#client = redis;
    redis.on('error', (error: Error) => {
      this.#connectionError = error;
      this.#fail(error);
    });
    redis.on('connect', () => {
      this.#connectionError = undefined;
    });
    redis.on('ready', () => {
      if (isLasting(this.#connectionError)) return;
      this.#recover();
      this.#options.onReady();
    });
    if (!this.#isClosed) await redis.connect().catch(() => undefined);
    return redis;
  }

  #recover(): void {
    if (this.#isDown) this.#options.report(`${this.#serverAddress} can be reached again.`, undefined);
    this.#isDown = false;
  }

  /** Told once, until it can be reached again. */
  #fail(error: unknown): SharedReceiptsError {
    const reported = new SharedReceiptsError(
      `${this.#serverAddress} ${redisErrorText(error, this.#connectionError)}.`,
      {
        cause: error,
      },
    );
    if (!this.#isDown && !this.#isClosed) {
      this.#isDown = true;
      this.#options.report('Orders with an idempotency key are refused:', reported);
    }
    return reported;
  }
}

/** Connecting again does not help, although the rest of it would work: in another database than the one that is meant. */
const isLasting = (connectionError: Error | undefined): boolean =>
  /DB index|'select'/i.test(connectionError?.message ?? '');

const reasons: readonly (readonly [RegExp, string])[] = [
  [/timed out|ETIMEDOUT/, 'does not answer'],
  [/ECONNREFUSED/, 'refuses connections'],
  [/ENOTFOUND|EAI_AGAIN/, 'is no host that is known here'],
  [/DB index|'select'/i, 'has no such database'],
  [/NOAUTH|WRONGPASS|AUTH|NOPERM/, 'refuses the credentials'],
  [/MOVED|CROSSSLOT|CLUSTER/, 'is part of a cluster, which cannot be used for this'],
  [/OOM/, 'has no memory left'],
  [/READONLY/, 'may not be written to'],
  [/MISCONF/, 'cannot write to its disk'],
  [/LOADING/, 'is still starting'],
  [/certificate|SSL|TLS|CERT/i, 'has a certificate that is not believed, or speaks no TLS'],
];

/** The texts of the server are not shown: nobody knows what is in them. */
function redisErrorText(error: unknown, connectionError: Error | undefined): string {
  const reported = [error, connectionError].map((each) =>
    each instanceof Error ? `${'code' in each ? String(each.code) : ''} ${each.message}` : '',
  );
  for (const text of reported) {
    const known = reasons.find(([pattern]) => pattern.test(text));
    if (known !== undefined) return known[1];
  }
  return 'cannot be reached';
}
