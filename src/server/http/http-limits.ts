/** Every limit of the HTTP server, in one place. Times are in milliseconds. */
export interface HttpLimits {
  /** Of one body. */
  readonly bodyBytes: number;
  /** Of all bodies that are being read at one moment. */
  readonly bodyBytesAtOnce: number;
  /** Of a refused body, so much is still taken: who is cut off while sending does not see the answer. */
  readonly refusedBytes: number;
  /** How deeply objects and lists of a body may be nested. */
  readonly depth: number;
  readonly headerBytes: number;
  readonly connections: number;
  /** Of one address. */
  readonly connectionsPerAddress: number;
  /** Until all headers are there. */
  readonly headersTimeout: number;
  /** Until all of a request is there. */
  readonly requestTimeout: number;
  /** How long a connection may be idle between two requests. */
  readonly idleTimeout: number;
  /** How often it is looked for connections that have taken too long. */
  readonly checkEvery: number;
  /** How long a client may leave an answer untaken. */
  readonly drainTimeout: number;
  /** How long the store may think about whether it is ready. */
  readonly readyTimeout: number;
  /** How often it is looked for new certificates. */
  readonly certificatesEvery: number;
  /** How often it is looked whether whoever listens to a stream still may. */
  readonly recheckEvery: number;
  /** Wrong credentials of one address in a minute. */
  readonly wrongCredentials: number;
  /** At the end: how long calls may take to end. A call answers within 20 seconds. */
  readonly shutdownGrace: number;
  /** At the end: how long the last answers may take to be sent. */
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
