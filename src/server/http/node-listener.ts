/**
 * Between the sockets of Node and requests and responses: a request whose client goes is aborted, and its body is read as
 * it comes, when it is wanted [P7.2].
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { OperationError } from '../../operations/index.ts';
import type { OpenCalls } from '../open-calls.ts';
import type { BodyCollector } from './body-budget.ts';
import { type ClientAddress, clientAddressOf, type Proxies } from './client-address.ts';
import { certificateOf } from './client-certificate.ts';
import { ClientRequest } from './client-request.ts';
import type { HttpApp } from './http-app.ts';
import type { HttpLimits } from './http-limits.ts';
import { isRequestLongLived } from './long-lived-requests.ts';
import type { Peer } from './peer.ts';
import { type Refusal, refuse } from './refusal.ts';
import { writeResponse } from './write-response.ts';

export interface NodeListenerOptions {
  readonly app: Pick<HttpApp, 'fetch' | 'isDraining'>;
  readonly proxies: Proxies;
  readonly limits: HttpLimits;
  /** Requests that are being answered, but for streams without an end. */
  readonly exchanges: OpenCalls;
  /** A mistake of the program. */
  readonly report: (line: string, error: unknown) => void;
}

export type NodeListener = (message: IncomingMessage, response: ServerResponse) => void;

export function createNodeListener(options: NodeListenerOptions): NodeListener {
  const { app, limits, exchanges, report, proxies } = options;
  return (message, response) => {
    const gone = new AbortController();
    const leave = exchanges.enter();
    response.once('close', () => {
      leave();
      if (!response.writableFinished) gone.abort();
    });
    answer(app, proxies, message, response, gone.signal, leave)
      .then((found) => {
        // Who is answered from now on does not come again on the same connection.
        if (app.isDraining) found.headers.set('connection', 'close');
        return writeResponse(found, response, gone.signal, limits.drainTimeout);
      })
      .catch((error: unknown) => {
        // A document that was begun and cannot be given whole is broken off.
        if (!(error instanceof OperationError)) {
          report('A request came upon a mistake in Signalbox itself.', error);
        }
        response.destroy();
      })
      .finally(() => discardRest(message, limits));
  };
}

async function answer(
  app: Pick<HttpApp, 'fetch'>,
  proxies: Proxies,
  message: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
  leave: () => void,
): Promise<Response> {
  const { url = '', method = 'GET', socket } = message;
  const headers = new Headers();
  const { rawHeaders } = message;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '');
  }
  const peer = socket.remoteAddress ?? '';
  const targetRefusal = refuseTarget(url);
  const origin = clientAddressOf(headers, peer, 'encrypted' in socket, proxies);
  const refused = targetRefusal ?? (origin.kind === 'refusal' ? origin : undefined);
  const request = new ClientRequest(
    `http://localhost${targetRefusal === undefined ? url : safePathFor(url)}`,
    method,
    headers,
    signal,
  );
  const found = await app.fetch(request, {
    ...(refused === undefined ? {} : { refused }),
    peer: origin.kind === 'refusal' ? { address: peer, isSecure: false } : peerOf(origin, socket),
    deliver(collector) {
      // Only now is it sure that the body is wanted.
      if (message.headers.expect !== undefined) response.writeContinue();
      return deliver(message, collector);
    },
    hangUp: () => void response.destroy(),
    // A client may have gone while it was found out who it is.
    onEnd: (listener) => void (response.closed ? listener() : response.once('close', listener)),
  });
  if (isRequestLongLived(request)) leave();
  return found;
}

/** The certificate at the other end of the connection is the client's only where the client is there. */
function peerOf({ address, isSecure, isProxied }: ClientAddress, socket: Socket): Peer {
  const certificate = isProxied ? undefined : certificateOf(socket);
  return { address, isSecure, ...(certificate === undefined ? {} : { certificate }) };
}

/** Where a request was sent that cannot be routed, as far as that decides how it is answered. */
const safePathFor = (url: string): string => (url.startsWith('/v1/') ? '/v1/' : '/-');

/** What is longer is meant for a body. */
const maxUrlLength = 8_192;

/** As it was sent: the platform would straighten out a way up before anybody sees it, past the rules of a proxy. */
function refuseTarget(url: string): Refusal | undefined {
  // Whoever asks for another server's address takes this one for a proxy.
  if (!url.startsWith('/')) return refuse('invalid_target', 'A request names a path of this server.');
  if (url.length > maxUrlLength) {
    return refuse('url_too_long', `An address has at most ${maxUrlLength} characters.`);
  }
  const leadsUp = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)|^[^?#]*\\/i.test(url);
  return leadsUp
    ? refuse('invalid_target', 'A path has no segments that lead elsewhere, and no “\\”.')
    : undefined;
}

function deliver(message: IncomingMessage, collector: BodyCollector): Promise<Refusal | undefined> {
  return new Promise((resolve) => {
    const settle = (refusal?: Refusal) => {
      message.off('data', take).off('end', settle).off('close', leave);
      resolve(refusal);
    };
    const take = (chunk: Uint8Array) => {
      const refusal = collector.add(chunk);
      if (refusal !== undefined) settle(refusal);
    };
    const leave = () => settle(refuse('incomplete', 'The body did not come to its end.'));
    message.on('data', take).once('end', settle).once('close', leave);
  });
}

/** What nobody wanted to read is still taken, up to a point: else the client would not see why. */
function discardRest(message: IncomingMessage, { refusedBytes }: HttpLimits): void {
  if (message.complete || message.destroyed) return;
  let left = refusedBytes;
  message.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
}
