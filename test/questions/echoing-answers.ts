/** Answers of a server that repeats what it received, in all the ways in which servers do it. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { CallRequest } from './secret-flow.ts';

type Answer = (response: ServerResponse, echo: Echo) => void;

/** What was received, as texts. */
interface Echo {
  /** As they came, and encoded. */
  readonly texts: readonly string[];
  readonly json: string;
  /** Of the request, with its query. */
  readonly target: string;
}

const send = (response: ServerResponse, status: number, type: string, text: string): void =>
  void response.writeHead(status, { 'content-type': type }).end(text);

export const answers = {
  success: (response, { texts, json, target }) => {
    response.setHeader('x-echo', encodeURIComponent(json));
    response.setHeader('set-cookie', `session=${encodeURIComponent(json)}`);
    send(response, 200, 'application/json', JSON.stringify({ names: ['one', ...texts], json, target }));
  },
  'broken JSON': (response, { json }) => send(response, 200, 'application/json', `{"names": ["one", ${json}`),
  'failure as JSON': (response, { texts, json }) =>
    send(
      response,
      422,
      'application/json',
      JSON.stringify({ message: texts.join(', '), errors: texts, json }),
    ),
  'failure as text': (response, { json, target }) =>
    send(response, 400, 'text/plain', `Not understood: ${target} ${json} ${JSON.stringify(json)}`),
  'failure as a page': (response, { texts }) =>
    send(response, 500, 'text/html', `<html><title>Broken</title><p>${texts.join('</p><p>')}</p></html>`),
  // Messages and bodies are cut: every secret is at the end of some of them.
  'long failure': (response, { texts }) =>
    send(
      response,
      400,
      'application/json',
      JSON.stringify({ message: texts.map((text, at) => `${'.'.repeat(990 - at)}${text}`) }),
    ),
  'very long failure': (response, { texts }) =>
    send(response, 400, 'text/plain', texts.map((text, at) => `${'.'.repeat(4_080 + at)}${text}`).join('\n')),
  'redirect to itself': (response, { target }) =>
    target.includes('again')
      ? send(response, 404, 'text/plain', `Not found: ${target}`)
      : void response
          .writeHead(307, { location: `${target}${target.includes('?') ? '&' : '?'}again=1` })
          .end(),
  'redirect to another': (response, { target }) =>
    void response.writeHead(307, { location: `http://localhost:9${target}` }).end(),
  'redirect with a user': (response, { texts: [text = ''] }) =>
    void response.writeHead(302, { location: `http://${encodeURIComponent(text)}@localhost:9/` }).end(),
  'lost connection': (response) => void response.destroy(),
} as const satisfies Readonly<Record<string, Answer>>;

export type EchoingAnswer = keyof typeof answers;

export function echoOf({ headers, query, body }: CallRequest, { url = '' }: IncomingMessage): Echo {
  const plain = [
    ...Object.values(headers),
    ...Object.values(query),
    ...textsIn(body),
    decodeURIComponent(url),
  ];
  return {
    texts: plain.flatMap((text) => [
      text,
      Buffer.from(`user:${text}`).toString('base64'),
      Buffer.from(text).toString('base64url'),
      new URLSearchParams({ text }).toString(),
    ]),
    json: JSON.stringify({ headers, query, body }),
    target: url,
  };
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
