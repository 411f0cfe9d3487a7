/** A server that secrets are sent to: it records every request, and answers as a test says. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { startLocalServer } from '../servers/local-server.ts';
import type { CallRequest } from './secret-flow.ts';

export interface SecretServer {
  readonly url: string;
  readonly port: number;
  /** In the order in which they came. */
  readonly requests: CallRequest[];
  close(): Promise<void>;
}

/** @param answer must end the response */
export async function openSecretServer(
  answer: (response: ServerResponse, received: CallRequest, message: IncomingMessage) => void,
): Promise<SecretServer> {
  const requests: CallRequest[] = [];
  const { url, port, close } = await startLocalServer(async (message, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of message) chunks.push(chunk);
    const received = receivedOf(message, Buffer.concat(chunks).toString());
    requests.push(received);
    answer(response, received, message);
  });
  const base = url;
  function receivedOf({ method = '', url = '', headers }: IncomingMessage, text: string): CallRequest {
    const { pathname, searchParams } = new URL(url, base);
    return {
      method,
      url: `${base}${decodeURIComponent(pathname)}`,
      headers: Object.fromEntries(
        Object.entries(headers).flatMap(([name, value]) =>
          typeof value === 'string' && /^(?:authorization|x-part-\d+)$/.test(name) ? [[name, value]] : [],
        ),
      ),
      query: Object.fromEntries(searchParams),
      body: text === '' ? {} : JSON.parse(text),
    };
  }
  return { url, port, requests, close };
}
