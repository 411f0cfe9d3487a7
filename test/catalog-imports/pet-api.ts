/** An API of pets: its document, and a server that answers its requests and remembers them. */
import type { IncomingMessage } from 'node:http';
import { startLocalServer } from '../servers/local-server.ts';

export interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer =
  | undefined
  | readonly [status: number, body: unknown, headers?: Readonly<Record<string, string>>];

export interface ApiServer {
  readonly url: string;
  readonly port: number;
  readonly asked: Asked[];
  /** `GET /pets`, in order. */
  readonly lines: () => readonly string[];
  close(): Promise<void>;
}

/** @param answer `undefined`: 404. A text or a buffer is sent as it is */
export async function startApi(answer: (asked: Asked) => Answer): Promise<ApiServer> {
  const asked: Asked[] = [];
  const server = await startLocalServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url = '', headers } = request;
    const seen = { method, url, headers, body: Buffer.concat(chunks).toString('utf8') };
    asked.push(seen);
    const [status, body, more = {}] = answer(seen) ?? [404, { message: 'There is nothing here.' }];
    response.writeHead(status, { 'content-type': 'application/json', ...more });
    response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
  });
  return {
    url: server.url,
    port: server.port,
    asked,
    lines: () => asked.map(({ method, url }) => `${method} ${url}`),
    close: server.close,
  };
}

const pets = [
  { id: 'p1', name: 'Rex' },
  { id: 'p2', name: 'Mia' },
];

export function answerPets({ method, url, body }: Asked): Answer {
  const { pathname } = new URL(url, 'http://localhost');
  if (method === 'GET' && pathname === '/pets') return [200, pets];
  if (method === 'POST' && pathname === '/pets') return [201, { id: 'p3', ...JSON.parse(body || '{}') }];
  const found = pets.find(({ id }) => pathname === `/pets/${id}`);
  if (found === undefined) return undefined;
  return method === 'DELETE' ? [204, ''] : [200, found];
}

export const startPets = (): Promise<ApiServer> => startApi(answerPets);

const pet = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** @param change what is different in its paths, by path; null: it is gone */
export function petDocument(
  url: string,
  change: Readonly<Record<string, object | null>> = {},
  more: object = {},
) {
  const paths: Readonly<Record<string, object | null>> = {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'List all pets',
        parameters: [{ name: 'tag', in: 'query', schema: { type: 'string' } }],
        responses: { 200: { description: 'Pets', ...json({ type: 'array', items: pet }) } },
      },
      post: {
        operationId: 'createPet',
        summary: 'Register a pet',
        requestBody: {
          required: true,
          ...json({ type: 'object', properties: { name: { type: 'string' } }, required: ['name'] }),
        },
        responses: { 201: { description: 'The pet', ...json(pet) } },
      },
    },
    '/pets/{petId}': {
      parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'showPet',
        summary: 'Show one pet',
        responses: { 200: { description: 'The pet', ...json(pet) } },
      },
      delete: {
        operationId: 'deletePet',
        summary: 'Remove a pet',
        responses: { 204: { description: 'It is gone' } },
      },
    },
    ...change,
  };
  return {
    openapi: '3.1.0',
    info: { title: 'Pet store', version: '1.0' },
    servers: [{ url }],
    ...more,
    paths: Object.fromEntries(Object.entries(paths).filter(([, path]) => path !== null)),
  };
}
