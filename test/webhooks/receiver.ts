/** A real server that stores deliveries as received and answers as configured. */
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../servers/local-server.ts';
import type { DeliveryHarness } from './delivery-harness.ts';

export interface ReceivedRequest {
  readonly headers: IncomingHttpHeaders;
  /** Byte by byte. */
  readonly body: string;
  readonly json: { readonly [field: string]: unknown };
}

/** @param index of the delivery, from 0 */
export type Respond = (response: ServerResponse, received: ReceivedRequest, index: number) => void;

export interface Receiver {
  readonly url: string;
  readonly port: number;
  readonly receivedRequests: readonly ReceivedRequest[];
  /** From now on. */
  respond(how: Respond): void;
  close(): Promise<void>;
}

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Respond =>
  (response) =>
    void response.writeHead(code, headers).end();

export async function openReceiver(first: Respond = status(204)): Promise<Receiver> {
  const receivedRequests: ReceivedRequest[] = [];
  let respond = first;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    const received: ReceivedRequest = { headers: request.headers, body, json: JSON.parse(body) };
    receivedRequests.push(received);
    respond(response, received, receivedRequests.length - 1);
  };
  const server = await startLocalServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  return {
    url: `${server.url}/hook`,
    port: server.port,
    receivedRequests,
    respond: (how) => {
      respond = how;
    },
    close: server.close,
  };
}

export const eventsReceived = ({ receivedRequests }: Receiver): readonly unknown[] =>
  receivedRequests.map(({ json }) => json['event_type']);

/** Answers the question of a case. */
export async function answerNext(deliveryHarness: DeliveryHarness, run: string, word: string): Promise<void> {
  type Items = { readonly items: readonly { readonly item: string }[] };
  let item: string | undefined;
  await deliveryHarness.until(async () => {
    const { items } = await deliveryHarness.call<Items>('items.list', { run });
    item = items[0]?.item;
    return item !== undefined;
  });
  await deliveryHarness.call('items.complete', { item, output: { word } });
}
