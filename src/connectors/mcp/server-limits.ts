/** What an MCP server may send. A server that exceeds a limit is disconnected, and reconnected with growing delays. */
import type { Clock } from '../../runtime/index.ts';

const mebibyte = 1_048_576;

/** Limit in bytes of one message: a result and its envelope, twice if it is structured. */
export const maxMessageBytes = 16 * mebibyte;

export const maxContentBlocks = 5_000;

export const maxTools = 1_000;
/** Of the list of tools. */
export const maxPages = 64;

/** Answers to requests of the server that it has not read yet. */
export const maxWaitingAnswers = 100;
/** Bytes that a program has not read yet from its standard input. */
export const maxUnreadBytes = 16 * mebibyte;

/** The server sent more than it may. */
export class LimitError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'LimitError';
  }
}

export const tooManyBlocks = (count: number): LimitError =>
  new LimitError(`the server sent ${count} content blocks; the limit is ${maxContentBlocks}`);

export const tooManyTools = (count: number): LimitError =>
  new LimitError(`the server listed ${count} tools; the limit is ${maxTools}`);

export const unreadAnswers = (): LimitError =>
  new LimitError(
    `the server sends requests faster than it reads the answers: ${maxWaitingAnswers} are waiting`,
  );

export const unreadInput = (): LimitError =>
  new LimitError(
    `the server does not read its input: more than ${maxUnreadBytes / mebibyte} MiB are waiting`,
  );

/** For what no call asked for: notifications, requests, responses to unknown calls, lines that are not messages. */
const messages = { burst: 2_000, perSecond: 500 };
/** For everything that exceeds one message of full size for each pending call. */
const bytes = { burst: 16 * mebibyte, perSecond: mebibyte };

/** Counts what a server sends during one connection. Throws LimitError. */
export class Intake {
  readonly #messages: Allowance;
  readonly #bytes: Allowance;

  constructor(clock: Clock) {
    this.#messages = new Allowance(messages, clock);
    this.#bytes = new Allowance(bytes, clock);
  }

  /** @param pending number of calls that wait for their response */
  bytes(count: number, pending: number): void {
    if (this.#bytes.take(count, pending * maxMessageBytes)) return;
    throw new LimitError(
      `the server sent more than ${bytes.burst / mebibyte} MiB that no call asked for; it may send ${bytes.perSecond / mebibyte} MiB per second`,
    );
  }

  /** The response of a call has arrived: its bytes do not count. */
  response(): void {
    this.#bytes.giveBack(maxMessageBytes);
  }

  /** A message that no call asked for. */
  message(): void {
    if (this.#messages.take(1, 0)) return;
    throw new LimitError(
      `the server sent more than ${messages.burst} messages that no call asked for; it may send ${messages.perSecond} per second`,
    );
  }
}

/** Is used up by what arrives, and recovers with time. */
class Allowance {
  readonly #burst: number;
  readonly #perSecond: number;
  readonly #clock: Clock;
  #used = 0;
  #since: number;

  constructor({ burst, perSecond }: typeof messages, clock: Clock) {
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#clock = clock;
    this.#since = clock.now();
  }

  /** @returns whether it is enough, with `extra` */
  take(amount: number, extra: number): boolean {
    const now = this.#clock.now();
    const recovered = (Math.max(0, now - this.#since) / 1_000) * this.#perSecond;
    this.#since = now;
    this.#used = Math.max(0, this.#used - recovered) + amount;
    return this.#used <= this.#burst + extra;
  }

  giveBack(amount: number): void {
    this.#used = Math.max(0, this.#used - amount);
  }
}
