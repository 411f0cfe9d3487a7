/** For tests: requests and responses of the platform in front of the server's own. */
import type { HttpApp } from '../../src/server/http/http-app.ts';
import type { Exchange } from '../../src/server/http/known-context.ts';
import type { HttpResponse } from '../../src/server/message/http-response.ts';

/** A request of this machine, with its own body. */
export const fetchFrom = async (app: HttpApp, request: Request): Promise<Response> =>
  toPlatformResponse(await app.fetch(request, exchangeOf(request)));

export function toPlatformResponse({ status, headers, body }: HttpResponse): Response {
  return new Response(body, { status, headers: Object.fromEntries(headers) });
}

const exchangeOf = ({ body }: Request): Exchange => ({
  peer: { address: '127.0.0.1', isSecure: true },
  async deliver(collector) {
    for await (const chunk of body ?? []) {
      const refusal = collector.add(chunk);
      if (refusal !== undefined) return refusal;
    }
    return undefined;
  },
  hangUp: () => {},
  onEnd: () => {},
});
