/**
 * The connection to a Redis server. It connects on first use and reconnects in the background; requests fail at once
 * while it is disconnected. No command is sent twice.
 */
import type { Redis } from 'ioredis';
import { SharedReceiptsError } from '../ports/shared-receipts.ts';
import { describeAddress, type RedisAddress } from './redis-address.ts';

export interface RedisConnectionOptions {
  readonly address: RedisAddress;
  /** Called whenever the server becomes reachable. */
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
        throw this.#connectionError ?? new Error('It is closed.');
      const answer = await command(redis);
      this.#recover();
      return answer;
    } catch (error) {
      const isTimeout = error instanceof Error && error.message === 'Command timed out';
      // A late answer is of no use.
      if (isTimeout) this.#client?.disconnect(true);
      throw this.#fail(error);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#client?.disconnect();
    await this.#made?.catch(() => undefined);
  }

  /** Waits for the first attempt, so that the first caller is not refused without need. */
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
      // The server has become a read-only replica: the new primary needs a new connection.
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

  /** Reported once, until the server is reachable again. */
  #fail(error: unknown): SharedReceiptsError {
    const reported = new SharedReceiptsError(
      `${this.#serverAddress} ${redisErrorText(error, this.#connectionError)}.`,
      {
        cause: error,
      },
    );
    if (!this.#isDown && !this.#isClosed) {
      this.#isDown = true;
      this.#options.report('Requests with an idempotency key are refused:', reported);
    }
    return reported;
  }
}

/** A reconnect does not help, although later commands would work: in a database other than the configured one. */
const isLasting = (connectionError: Error | undefined): boolean =>
  /DB index|'select'/i.test(connectionError?.message ?? '');

const reasons: readonly (readonly [RegExp, string])[] = [
  [/timed out|ETIMEDOUT/, 'does not answer'],
  [/ECONNREFUSED/, 'refuses connections'],
  [/ENOTFOUND|EAI_AGAIN/, 'is an unknown host'],
  [/DB index|'select'/i, 'does not have this database'],
  [/NOAUTH|WRONGPASS|AUTH|NOPERM/, 'rejects the credentials'],
  [/MOVED|CROSSSLOT|CLUSTER/, 'is part of a cluster, which is not supported'],
  [/OOM/, 'has no memory left'],
  [/READONLY/, 'is read-only'],
  [/MISCONF/, 'cannot write to its disk'],
  [/LOADING/, 'is still starting'],
  [/certificate|SSL|TLS|CERT/i, 'has a certificate that is not trusted, or does not support TLS'],
];

/** The messages of the server are not shown: their content is unknown. */
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
