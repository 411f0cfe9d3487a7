/** All limits of the HTTP server. Times are in milliseconds. */
export interface HttpLimits {
  /** Bytes of one body. */
  readonly bodyBytes: number;
  /** Bytes of all bodies that are being read at once. */
  readonly bodyBytesAtOnce: number;
  /** Bytes that are still read of a refused body: a client that is cut off while sending does not see the answer. */
  readonly refusedBytes: number;
  /** Maximum nesting of objects and lists in a body. */
  readonly depth: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Per address. */
  readonly connectionsPerAddress: number;
  /** For all headers to arrive. */
  readonly headersTimeout: number;
  /** For the whole request to arrive. */
  readonly requestTimeout: number;
  /** Idle time of a connection between two requests. */
  readonly idleTimeout: number;
  /** Interval for checking connections for timeouts. */
  readonly checkEvery: number;
  /** How long a client may leave an answer unread. */
  readonly drainTimeout: number;
  /** How long the readiness check waits for the store. */
  readonly readyTimeout: number;
  /** Interval for checking for new certificates. */
  readonly certificatesEvery: number;
  /** Interval for checking the rights of stream clients again. */
  readonly recheckEvery: number;
  /** Invalid credentials per address and minute. */
  readonly wrongCredentials: number;
  /** At shutdown: time for calls to end. A call answers within 20 seconds. */
  readonly shutdownGrace: number;
  /** At shutdown: time for the last answers to be sent. */
  readonly closeTimeout: number;
}

export const httpLimits: HttpLimits = {
  bodyBytes: 4 * 1_024 * 1_024,
  bodyBytesAtOnce: 64 * 1_024 * 1_024,
  refusedBytes: 16 * 1_024 * 1_024,
  depth: 100,
  headerBytes: 16 * 1_024,
  connections: 4_000,
  connectionsPerAddress: 1_250,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  idleTimeout: 60_000,
  checkEvery: 1_000,
  drainTimeout: 30_000,
  readyTimeout: 2_000,
  certificatesEvery: 5_000,
  recheckEvery: 30_000,
  wrongCredentials: 60,
  shutdownGrace: 25_000,
  closeTimeout: 2_000,
};
