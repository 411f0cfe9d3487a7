/** For tests: the server on a real port with a scripted endpoint, and raw sockets. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type HttpLimits, httpLimits } from '../../src/server/http/contract/http-limits.ts';
import type { HttpOptions } from '../../src/server/http/contract/http-options.ts';
import { type HttpServer, serveHttp } from '../../src/server/http/serve-http.ts';
import {
  type EndpointScript,
  type ScriptedEndpoint,
  scriptedEndpoint,
  scriptedOptions,
} from './scripted-endpoint.ts';

export interface Served {
  readonly server: HttpServer;
  readonly mcpEndpoint: ScriptedEndpoint;
  readonly port: number;
}

export interface PortFixture {
  serve(script?: EndpointScript, limits?: Partial<HttpLimits>, more?: Partial<HttpOptions>): Promise<Served>;
  dial(port: number): Promise<Socket>;
  /** Sends raw data, and returns the answer until the other side closes. */
  speak(port: number, text: string): Promise<string>;
  /** Ends everything that was started here. */
  clear(): Promise<void>;
}

export function openPortFixture(): PortFixture {
  const servers: HttpServer[] = [];
  const sockets: Socket[] = [];
  const dial = async (port: number): Promise<Socket> => {
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  return {
    async serve(script = {}, limits = {}, more = {}) {
      const mcpEndpoint = scriptedEndpoint(script);
      const options = scriptedOptions({
        mcpEndpoint,
        limits: { ...httpLimits, closeTimeout: 50, ...limits },
        ...more,
      });
      const server = await serveHttp({
        ...options,
        host: '127.0.0.1',
        port: 0,
        publicUrl: '',
        tell: () => {},
      });
      servers.push(server);
      return { server, mcpEndpoint, port: Number(new URL(server.url).port) };
    },
    dial,
    async speak(port, text) {
      const socket = await dial(port);
      socket.write(text);
      return readUntilClosed(socket);
    },
    async clear() {
      for (const socket of sockets.splice(0)) socket.destroy();
      await Promise.all(servers.splice(0).map((server) => server.close()));
    },
  };
}

/** Reads until the other side closes. */
export async function readUntilClosed(socket: Socket): Promise<string> {
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  await whenClosed(socket);
  return text;
}

/** For any end. */
export function whenClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.destroyed) resolve();
    else socket.once('close', () => resolve());
  });
}

export interface Deferred<Value> {
  readonly promise: Promise<Value>;
  readonly resolve: (value: Value) => void;
}

export function createDeferred<Value>(): Deferred<Value> {
  let resolve = (_: Value): void => {};
  const promise = new Promise<Value>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** The beginning of a message to `/mcp`. @param more headers, each with its line break */
export const postHead = (port: number, more: string): string =>
  `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\n${more}`;

/** A complete small message. */
export const smallPost = (port: number): string => postHead(port, 'Content-Length: 2\r\n\r\n{}');

export const postJson = (url: string, body: string): Promise<Response> =>
  fetch(`${url}/mcp`, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
