/**
 * A client's request on a socket. The platform's Request links a new signal to the given one, which costs more than
 * the rest; this one uses the given signal. It also allows methods that the platform refuses but clients may send.
 */
export class ClientRequest extends Request {
  /** Aborted when the client disconnects. */
  override readonly signal: AbortSignal;
  override readonly method: string;

  constructor(url: string, method: string, headers: Headers, signal: AbortSignal) {
    super(url, { method: unknown.has(method) ? 'GET' : method, headers });
    this.signal = signal;
    this.method = method;
  }
}

const unknown: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
