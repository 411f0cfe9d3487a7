/** The HTTP server: listens, answers, and shuts down without losing a call [P7.4]. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server, STATUS_CODES } from 'node:http';
import { createServer as createSecureServer, type Server as SecureServer } from 'node:https';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { OperationError, serverAddress } from '../../operations/index.ts';
import { describeError, httpStatusOf } from '../errors/error-codes.ts';
import { addressGroupOf } from '../message/client-address.ts';
import { OpenCalls } from '../pipeline/open-calls.ts';
import type { HttpLimits } from './contract/http-limits.ts';
import type { HttpOptions } from './contract/http-options.ts';
import { correlationHeader } from './correlation.ts';
import { createHostPolicy } from './guard-request.ts';
import { createHttpApp, type HttpApp } from './http-app.ts';
import { createNodeListener } from './node-listener.ts';
import { readTls, type TlsContext, type TlsPaths, type TlsWatch, watchTls } from './tls-files.ts';

export interface ServeOptions extends HttpOptions {
  readonly host: string;
  /** 0 chooses a free port. */
  readonly port: number;
  /** Public address; empty if it is the server's own address. */
  readonly publicUrl: string;
  /** Certificate files; `undefined` for plain HTTP. */
  readonly tls?: TlsPaths | undefined;
  /** New certificates, or their problems: one line. */
  readonly tell: (line: string) => void;
}

export interface HttpServer {
  /** Its own address, without a trailing slash. */
  readonly url: string;
  /** Reloads certificates. @returns the problem as text; then the previous ones stay active */
  reload(): Promise<string | undefined>;
  /** Refuses new connections, lets calls end, notifies subscribers, and closes the rest. */
  close(): Promise<void>;
}

/** Rejects with the system error if it cannot listen, and with OperationError if certificates are unusable. */
export async function serveHttp(options: ServeOptions): Promise<HttpServer> {
  const { host, port, publicUrl, isDevelopment, limits, report, proxies, tls } = options;
  const server = createLimitedServer(limits, tls === undefined ? undefined : await readTls(tls));
  limitAddresses(server, options);
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
    answerMalformed(error, socket, options.onRequestEnded),
  );
  server.listen(port, host);
  await once(server, 'listening');
  const url = serverAddress(tls !== undefined, host, portOf(server));
  const base = publicUrl === '' ? url : publicUrl;
  const hostPolicy = createHostPolicy(isDevelopment, [host, new URL(base).hostname]);
  const app = createHttpApp(options, hostPolicy, base);
  const exchanges = new OpenCalls();
  const listener = createNodeListener({ app, limits, exchanges, report, proxies });
  server.on('request', listener);
  server.on('checkContinue', listener);
  const watch = tls === undefined ? undefined : watchCertificates(server, tls, options);
  let closed: Promise<void> | undefined;
  return {
    url,
    reload: async () => watch?.reload(),
    close() {
      watch?.end();
      closed ??= closeServer(server, app, exchanges, options);
      return closed;
    },
  };
}

function watchCertificates(server: HttpServers, tls: TlsPaths, { limits, tell }: ServeOptions): TlsWatch {
  const take = (context: TlsContext): void => {
    if ('setSecureContext' in server) server.setSecureContext(context);
  };
  return watchTls(tls, limits.certificatesEvery, take, tell);
}

type HttpServers = Server | SecureServer;

function createLimitedServer(limits: HttpLimits, tls: TlsContext | undefined): HttpServers {
  const options = {
    maxHeaderSize: limits.headerBytes,
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.idleTimeout,
    connectionsCheckingInterval: limits.checkEvery,
    noDelay: true,
    // A later check reports that it is missing.
    requireHostHeader: false,
  };
  const server =
    tls === undefined
      ? createServer(options)
      : createSecureServer({
          ...options,
          ...tls,
          handshakeTimeout: limits.headersTimeout,
          // A client may present a certificate; an untrusted one does not authenticate it.
          requestCert: tls.ca !== undefined,
          rejectUnauthorized: false,
        });
  // OpenSSL keeps the error of an untrusted certificate, and would report it for the next read. Node clears it here.
  server.on('secureConnection', (socket: TLSSocket) => void socket.getPeerX509Certificate());
  server.maxConnections = limits.connections;
  return server;
}

/** All answers are being sent before the streams are ended. */
async function closeServer(
  server: HttpServers,
  app: HttpApp,
  exchanges: OpenCalls,
  { mcpEndpoint, limits }: ServeOptions,
): Promise<void> {
  app.drain();
  const over = new Promise<void>((resolve) => server.close(() => resolve()));
  mcpEndpoint.drain();
  await exchanges.whenIdle(limits.shutdownGrace);
  await mcpEndpoint.close();
  server.closeIdleConnections();
  const timer = new AbortController();
  const timeout = wait(limits.closeTimeout, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([over, timeout]);
  timer.abort();
  server.closeAllConnections();
  await over;
}

/** Answers input that is not a valid request, as far as possible; the text is for people. */
function answerMalformed(
  error: NodeJS.ErrnoException,
  socket: Socket,
  onRequestEnded: ServeOptions['onRequestEnded'],
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const correlationId = randomUUID();
  const refusal = errorByCode[error.code ?? ''] ?? notHttp;
  const status = httpStatusOf(refusal);
  const body = JSON.stringify(describeError(refusal, correlationId));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${correlationHeader}: ${correlationId}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  // Closes the connection if the client does not.
  setTimeout(() => socket.destroy(), closeDelay).unref();
  onRequestEnded({
    correlationId,
    method: '',
    route: 'other',
    status,
    address: socket.remoteAddress ?? '',
    milliseconds: 0,
    principal: undefined,
    operation: '',
    run: null,
    code: refusal.details.code,
    isRefusedHere: true,
  });
}

/** In milliseconds: time for the client to read the answer. */
const closeDelay = 1_000;

/** Maximum connections per address, to keep room for others. Configured proxies are exempt. */
function limitAddresses(server: HttpServers, { limits, proxies }: ServeOptions): void {
  const counts = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (proxies.isDeclared(remoteAddress)) return;
    const address = addressGroupOf(remoteAddress);
    const count = (counts.get(address) ?? 0) + 1;
    if (count > limits.connectionsPerAddress) {
      socket.destroy();
      return;
    }
    counts.set(address, count);
    socket.once('close', () => {
      const left = (counts.get(address) ?? 1) - 1;
      if (left > 0) counts.set(address, left);
      else counts.delete(address);
    });
  });
}

const notHttp = new OperationError({ code: 'malformed_request', message: 'The request is not HTTP.' });

const errorByCode: Readonly<Record<string, OperationError>> = {
  ERR_HTTP_REQUEST_TIMEOUT: new OperationError({
    code: 'too_slow',
    message: 'The request was not completed in time.',
  }),
  HPE_HEADER_OVERFLOW: new OperationError({ code: 'headers_too_big', message: 'The headers are too big.' }),
};

function portOf(server: HttpServers): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
