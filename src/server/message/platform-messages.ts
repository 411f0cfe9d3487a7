/** Converts requests and responses from and to those of the platform, which the MCP SDK expects. */
import type { HttpRequest } from './http-request.ts';
import { HttpResponse } from './http-response.ts';

/** Without its body, which is parsed before. */
export const toPlatformRequest = (request: HttpRequest): Request => new PlatformRequest(request);

export function fromPlatformResponse({ status, headers, body }: Response): HttpResponse {
  return new HttpResponse(body, { status, headers: Object.fromEntries(headers) });
}

/**
 * The platform's Request links a new signal to the given one, which costs more than the rest; this one uses the given
 * signal. It also allows methods that the platform refuses but clients may send.
 */
class PlatformRequest extends Request {
  override readonly signal: AbortSignal;
  override readonly method: string;

  constructor({ url, method, headers, signal }: HttpRequest) {
    super(url, {
      method: refused.has(method) ? 'GET' : method,
      headers: Object.fromEntries([...headers.keys()].map((name) => [name, headers.get(name) ?? ''])),
    });
    this.signal = signal;
    this.method = method;
  }
}

const refused: ReadonlySet<string> = new Set(['CONNECT', 'TRACE', 'TRACK']);
