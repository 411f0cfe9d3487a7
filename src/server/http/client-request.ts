/**
 * A request of a client on a socket. The platform ties the signal of a request to the one that it is given, which costs
 * more than all the rest of it: here it is that one.
 */
export class ClientRequest extends Request {
  /** Aborted when the client goes. */
  override readonly signal: AbortSignal;

  constructor(url: string, method: string, headers: Headers, signal: AbortSignal) {
    super(url, { method, headers });
    this.signal = signal;
  }
}
