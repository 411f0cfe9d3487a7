/** A server that echoes each request in every part of its answer. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface EchoServer {
  readonly port: number;
  /** Every received Authorization header. */
  readonly heard: ReadonlySet<string>;
  close(): Promise<void>;
}

export async function openEchoServer(): Promise<EchoServer> {
  const heard = new Set<string>();
  const server = createServer((request, response) => {
    heard.add(request.headers.authorization ?? '');
    request.resume().once('end', () => answer(request, response));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer({ headers, url = '' }: IncomingMessage, response: ServerResponse): void {
  const heard = headers.authorization ?? '';
  const word = heard.replace('Bearer ', '');
  const told = {
    heard,
    url,
    word,
    inJson: JSON.stringify({ word }),
    inAddress: encodeURIComponent(word),
    inBase64: Buffer.from(`user:${word}`).toString('base64'),
  };
  const echoes = {
    'x-echo': heard,
    'set-cookie': `session=${encodeURIComponent(word)}`,
    location: `/${url}`,
  };
  if (url.startsWith('/echo')) {
    response.writeHead(200, { ...echoes, 'content-type': 'application/json' }).end(JSON.stringify(told));
  } else if (url.startsWith('/nonsense')) {
    response.writeHead(200, { ...echoes, 'content-type': 'application/json' }).end(`{ ${heard}`);
  } else {
    response
      .writeHead(500, heard, { ...echoes, 'content-type': 'application/json' })
      .end(JSON.stringify(told));
  }
}
