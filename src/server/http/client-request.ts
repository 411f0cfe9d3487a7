/**
 * A request of a client on a socket. The platform ties the signal of a request to the one that it is given, which costs
 * more than all the rest of it: here it is that one. And it knows no request with some of the methods, which clients may
 * send all the same.
 */
export class ClientRequest extends Request {
  /** Aborted when the client goes. */
  override readonly signal: AbortSignal;
  override readonly method: string;

  constructor(url: string, method: string, headers: Headers, signal: AbortSignal) {
    super(url, { method: unknown.has(method) ? 'GET' : method, headers });
    this.signal = signal;
    this.method = method;
  }
}

const unknown: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
