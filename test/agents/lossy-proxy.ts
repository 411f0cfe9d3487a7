/**
 * A bad network between clients and a server, by seeded random: requests are lost before they arrive, responses after the
 * work was done or midway, some take long, some arrive twice, at once or much later.
 */
import { Agent, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { startLocalServer } from '../servers/local-server.ts';

const mishaps = [
  'request lost',
  'request swallowed',
  'reply lost',
  'reply broken off',
  'late',
  'twice at once',
  'again later',
] as const;

type Mishap = (typeof mishaps)[number];

export interface LossyProxy {
  readonly url: string;
  /** Counts by kind of fault. */
  readonly tally: Readonly<Record<Mishap | 'passed', number>>;
  /** Resolves when everything in transit has arrived. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Reply {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** @param badness fraction of requests with a fault, from 0 to 1 */
export async function openLossyProxy(
  target: string,
  random: Random,
  badness: number,
  among: readonly Mishap[] = mishaps,
): Promise<LossyProxy> {
  const agent = new Agent({ keepAlive: true });
  const tally = Object.fromEntries([...mishaps, 'passed'].map((name) => [name, 0])) as Record<
    Mishap | 'passed',
    number
  >;
  const under = new Set<Promise<unknown>>();
  const track = <T>(promise: Promise<T>): Promise<T> => {
    under.add(promise);
    promise.finally(() => under.delete(promise)).catch(() => undefined);
    return promise;
  };

  const forward = (incoming: IncomingMessage, body: Buffer): Promise<Reply> =>
    track(
      new Promise((resolve, reject) => {
        const { method, url = '/', headers } = incoming;
        const own = { ...headers, host: new URL(target).host };
        const onward = request(`${target}${url}`, { method, agent, headers: own });
        onward.once('error', reject).once('response', (answer) => {
          const { statusCode: status = 502, headers: told } = answer;
          read(answer).then((text) => resolve({ status, headers: told, body: text }), reject);
        });
        onward.end(body);
      }),
    );

  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const mishap = random.chance(badness) ? random.pick(among) : 'passed';
    const pause = random.between(1, 30);
    tally[mishap] += 1;
    const body = await read(incoming);
    switch (mishap) {
      case 'request lost':
        incoming.socket.destroy();
        return;
      case 'request swallowed':
        // The sender has to time out.
        return;
      case 'reply lost':
        await forward(incoming, body);
        incoming.socket.destroy();
        return;
      case 'reply broken off': {
        const { status, headers, body: whole } = await forward(incoming, body);
        outgoing.writeHead(status, headers).write(whole.subarray(0, Math.floor(whole.length / 2)), () => {
          incoming.socket.destroy();
        });
        return;
      }
      case 'late':
        await sleep(pause);
        reply(outgoing, await forward(incoming, body));
        return;
      case 'twice at once': {
        const both = await Promise.all([forward(incoming, body), forward(incoming, body)]);
        reply(outgoing, random.pick(both));
        return;
      }
      case 'again later':
        reply(outgoing, await forward(incoming, body));
        await sleep(pause * 3);
        await forward(incoming, body);
        return;
      case 'passed':
        reply(outgoing, await forward(incoming, body));
    }
  };

  const server = await startLocalServer((incoming, outgoing) => {
    track(serve(incoming, outgoing)).catch(() => incoming.socket.destroy());
  });
  return {
    url: server.url,
    tally,
    async settled() {
      while (under.size > 0) await Promise.allSettled(under);
    },
    async close() {
      await server.close();
      agent.destroy();
    },
  };
}

function reply(outgoing: ServerResponse, { status, headers, body }: Reply): void {
  outgoing.writeHead(status, headers).end(body);
}

async function read(message: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of message) parts.push(part);
  return Buffer.concat(parts);
}
