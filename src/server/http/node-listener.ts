/**
 * Converts between Node's sockets and requests and responses: aborts a request whose client disconnects, and reads
 * its body on demand [P7.2].
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { OperationError } from '../../operations/index.ts';
import { type ClientAddress, clientAddressOf, type Proxies } from '../message/client-address.ts';
import type { HttpHeaders, HttpRequest } from '../message/http-request.ts';
import type { HttpResponse } from '../message/http-response.ts';
import { isRequestLongLived } from '../message/long-lived-requests.ts';
import type { Peer } from '../message/peer.ts';
import { type Refusal, refuse } from '../message/refusal.ts';
import type { OpenCalls } from '../pipeline/open-calls.ts';
import { certificateOf } from './client-certificate.ts';
import type { BodyCollector } from './contract/body-budget.ts';
import type { HttpLimits } from './contract/http-limits.ts';
import type { HttpApp } from './http-app.ts';
import { writeResponse } from './write-response.ts';

export interface NodeListenerOptions {
  readonly app: Pick<HttpApp, 'fetch' | 'isDraining'>;
  readonly proxies: Proxies;
  readonly limits: HttpLimits;
  /** Active requests, except endless streams. */
  readonly exchanges: OpenCalls;
  /** An internal error. */
  readonly report: (line: string, error: unknown) => void;
}

export type NodeListener = (message: IncomingMessage, response: ServerResponse) => void;

export function createNodeListener(options: NodeListenerOptions): NodeListener {
  const { app, limits, exchanges, report, proxies } = options;
  return (message, response) => {
    const request = new NodeRequest(message);
    const leave = exchanges.enter();
    response.once('close', () => {
      leave();
      if (!response.writableFinished) request.abort();
    });
    answer(app, proxies, request, message, response)
      .then((found) => {
        if (isRequestLongLived(request)) leave();
        return endOfTurn().then(() => {
          // From now on, connections close after the answer.
          if (app.isDraining) found.headers.set('connection', 'close');
          return writeResponse(found, response, limits.drainTimeout);
        });
      })
      .catch((error: unknown) => {
        // A partially sent document that cannot be completed is cut off.
        if (!(error instanceof OperationError)) {
          report('A request failed with an internal error.', error);
        }
        response.destroy();
      })
      .finally(() => discardRest(message, limits));
  };
}

let turn: Promise<void> | undefined;

/** Answers of one turn of the event loop are written together, so that a client wakes once for all of them. */
function endOfTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined;
      resolve();
    });
  });
  return turn;
}

function answer(
  app: Pick<HttpApp, 'fetch'>,
  proxies: Proxies,
  request: NodeRequest,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<HttpResponse> {
  const { socket } = message;
  const address = socket.remoteAddress ?? '';
  const origin = clientAddressOf(request.headers, address, 'encrypted' in socket, proxies);
  const refused = request.targetRefusal ?? (origin.kind === 'refusal' ? origin : undefined);
  return app.fetch(request, {
    refused,
    peer: origin.kind === 'refusal' ? { address, isSecure: false } : peerOf(origin, socket),
    deliver(collector) {
      // The body is needed only from here on.
      if (message.headers.expect !== undefined) response.writeContinue();
      return deliver(message, collector);
    },
    hangUp: () => void response.destroy(),
    // The client may have disconnected during authentication.
    onEnd: (listener) => void (response.closed ? listener() : response.once('close', listener)),
  });
}

class NodeRequest implements HttpRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: HttpHeaders;
  /** Why it cannot be routed. */
  readonly targetRefusal: Refusal | undefined;
  #aborted = false;
  #controller: AbortController | undefined;

  constructor({ method = 'GET', url = '', rawHeaders }: IncomingMessage) {
    this.method = method;
    this.headers = readHeaders(rawHeaders);
    this.targetRefusal = refuseTarget(url);
    this.url = `http://localhost${this.targetRefusal === undefined ? url : safePathFor(url)}`;
  }

  /** Created on first use: most requests need none. */
  get signal(): AbortSignal {
    this.#controller ??= new AbortController();
    if (this.#aborted) this.#controller.abort();
    return this.#controller.signal;
  }

  /** The client has disconnected. */
  abort(): void {
    this.#aborted = true;
    this.#controller?.abort();
  }
}

function readHeaders(raw: readonly string[]): HttpHeaders {
  const values = new Map<string, string>();
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = (raw[at] ?? '').toLowerCase();
    const before = values.get(name);
    const value = raw[at + 1] ?? '';
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return {
    get: (name) => values.get(name) ?? null,
    has: (name) => values.has(name),
    keys: () => values.keys(),
  };
}

/** The peer's certificate is the client's only if there is no proxy in between. */
function peerOf({ address, isSecure, isProxied }: ClientAddress, socket: Socket): Peer {
  const certificate = isProxied ? undefined : certificateOf(socket);
  return { address, isSecure, ...(certificate === undefined ? {} : { certificate }) };
}

/** A replacement path for a request that cannot be routed; it decides the format of the answer. */
const safePathFor = (url: string): string => (url.startsWith('/v1/') ? '/v1/' : '/-');

/** Longer input belongs into a body. */
const maxUrlLength = 8_192;

/** The raw path: the platform would resolve `..` before the server sees it, bypassing the rules of a proxy. */
function refuseTarget(url: string): Refusal | undefined {
  // A request for an absolute URL treats this server as a proxy.
  if (!url.startsWith('/')) return refuse('invalid_target', 'The request must name a path of this server.');
  if (url.length > maxUrlLength) {
    return refuse('url_too_long', `The address has more than ${maxUrlLength} characters.`);
  }
  const leadsUp = /^[^?#]*\/(?:\.|%2e){1,2}(?:[/?#]|$)|^[^?#]*\\/i.test(url);
  return leadsUp
    ? refuse('invalid_target', 'The path must not contain “.” or “..” segments, or “\\”.')
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
    const leave = () => settle(refuse('incomplete', 'The body is incomplete.'));
    message.on('data', take).once('end', settle).once('close', leave);
  });
}

/** An unread body is still received up to a limit: otherwise the client would not see the answer. */
function discardRest(message: IncomingMessage, { refusedBytes }: HttpLimits): void {
  if (message.complete || message.destroyed) return;
  let left = refusedBytes;
  message.on('data', (chunk: Uint8Array) => {
    left -= chunk.length;
    if (left < 0) message.destroy();
  });
}
