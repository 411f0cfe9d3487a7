/** A real server that takes deliveries, keeps them as they came, and answers as it is told. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../../src/testing/index.ts';
import type { Mailroom } from './mailroom.ts';

export interface Arrival {
  readonly headers: IncomingHttpHeaders;
  /** Byte by byte. */
  readonly body: string;
  readonly json: { readonly [field: string]: unknown };
}

/** @param index of the arrival, from 0 */
export type Respond = (response: ServerResponse, arrival: Arrival, index: number) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly arrivals: readonly Arrival[];
  /** From now on. */
  respond(how: Respond): void;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    void response.writeHead(code, headers).end();

export async function openReceiver(first: Respond = status(204)): Promise<Receiver> {
  const arrivals: Arrival[] = [];
  let respond = first;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const arrival: Arrival = { headers: request.headers, body, json: JSON.parse(body) };
    arrivals.push(arrival);
    respond(response, arrival, arrivals.length - 1);
  };
  const server = await startLocalServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  return {
    url: `${server.url}/hook`,
    port: server.port,
    arrivals,
    respond: (how) => {
      respond = how;
    },
    close: server.close,
  };
}

export const eventsTold = ({ arrivals }: Receiver): readonly unknown[] =>
  arrivals.map(({ json }) => json['event_type']);

/** Answers what a case asks. */
export async function answerNext(mailroom: Mailroom, run: string, word: string): Promise<void> {
  type Items = { readonly items: readonly { readonly item: string }[] };
  let item: string | undefined;
  await mailroom.until(async () => {
    const { items } = await mailroom.call<Items>('items.list', { run });
    item = items[0]?.item;
    return item !== undefined;
  });
  await mailroom.call('items.complete', { item, output: { word } });
}
