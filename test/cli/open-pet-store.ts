/** A small API with a document of its own, and the command line beside a server that owns the data folder. */
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import type { Host } from '../../src/cli/host/host.ts';
import { programVersion } from '../../src/cli/host/program-version.ts';
import { resolveSettings } from '../../src/operations/offline.ts';
import { openSignalbox } from '../../src/server/index.ts';
import { type LocalServer, startLocalServer } from '../servers/local-server.ts';
import { type CliResult, openScratch, type Scratch } from './open-scratch.ts';

export const documentOf = (url: string) => ({
  openapi: '3.0.3',
  info: { title: 'Pet store', version: '1' },
  servers: [{ url: `${url}/v1` }],
  components: {
    securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'X-Key' } },
    schemas: {
      Pet: {
        type: 'object',
        required: ['id', 'name'],
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          status: { type: 'string', enum: ['available', 'sold'] },
        },
      },
    },
  },
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        summary: 'Lists the pets of the store',
        parameters: [
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
          { name: 'status', in: 'query', schema: { type: 'string', enum: ['available', 'sold'] } },
          { name: 'tags', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
        ],
        responses: {
          200: {
            description: 'Pets',
            content: {
              'application/json': { schema: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
            },
          },
        },
      },
      post: {
        operationId: 'createPet',
        summary: 'Adds a pet',
        requestBody: {
          required: true,
          content: {
            'application/json': {
              schema: {
                type: 'object',
                required: ['name', 'age', 'status'],
                properties: {
                  name: { type: 'string', description: 'What it is called.' },
                  age: { type: 'number' },
                  status: { type: 'string', enum: ['available', 'sold'] },
                  isTame: { type: 'boolean' },
                },
              },
            },
          },
        },
        responses: { 201: { description: 'Added' } },
      },
    },
    '/pets/{petId}': {
      get: {
        operationId: 'getPet',
        summary: 'Shows one pet',
        parameters: [{ name: 'petId', in: 'path', required: true, schema: { type: 'integer' } }],
        responses: {
          200: {
            description: 'A pet',
            content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
          },
        },
      },
    },
    '/photo': {
      get: {
        operationId: 'getPhoto',
        responses: {
          200: {
            description: 'A photo',
            content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
          },
        },
      },
      put: {
        operationId: 'putPhoto',
        security: [{ apiKey: [] }],
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['photo'],
                properties: { photo: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        responses: {
          200: { description: 'Kept', content: { 'text/plain': { schema: { type: 'string' } } } },
        },
      },
    },
  },
});

export const pets = [
  { id: 7, name: 'Rex', status: 'sold', url: 'https://pets.example.com/7', owner: { login: 'ann', id: 1 } },
  { id: 12, name: 'Tom', status: 'available', url: 'https://pets.example.com/12', owner: null },
];
export const photo = Buffer.from([0x89, 0x50, 0xff, 0x00]);

interface SeenRequest {
  readonly line: string;
  readonly body: string;
  readonly key: string | undefined;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('latin1');
}

const startApi = (seen: SeenRequest[]): Promise<LocalServer> =>
  startLocalServer(async (request, response) => {
    const line = `${request.method} ${request.url}`;
    const key = request.headers['x-key'];
    seen.push({ line, body: await bodyOf(request), key: typeof key === 'string' ? key : undefined });
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (line === 'GET /v1/pets/404') answer(404, { message: 'No such pet', hint: 'list them' });
    else if (line.startsWith('GET /v1/pets/')) answer(200, pets[0]);
    else if (line.startsWith('GET /v1/pets')) answer(200, pets);
    else if (line === 'GET /v1/photo') response.writeHead(200, { 'content-type': 'image/png' }).end(photo);
    else if (line === 'PUT /v1/photo')
      response.writeHead(200, { 'content-type': 'text/plain' }).end('kept\u001b[2J');
    else answer(201, { made: true });
  });

export interface PetStore extends Scratch {
  readonly url: string;
  /** Requests to the API, in order. */
  readonly seen: SeenRequest[];
  readonly run: (args: readonly string[], overrides?: Partial<Host>) => Promise<CliResult>;
  /** Without the options of the folders. */
  readonly runExactly: Scratch['run'];
  readonly end: () => Promise<void>;
}

/** Private addresses are allowed, and the secret PETS_KEY may be sent to the API. */
export async function openPetStore(): Promise<PetStore> {
  const seen: SeenRequest[] = [];
  const api = await startApi(seen);
  const scratch = openScratch({
    'petstore.json': JSON.stringify(documentOf(api.url)),
    'connectors.yaml': `secrets:\n  PETS_KEY: { hosts: ["127.0.0.1:${api.port}"] }\n`,
    'workflows/list.yaml': 'workflows:\n  list: { graph: { all: { call: pets.listPets } } }\n',
  });
  const { folder } = scratch;
  writeFileSync(join(folder, 'photo.png'), photo);
  const environment = { SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '1', PETS_KEY: 'hush-hush' };
  const flags = new Map([
    ['--data', ['data']],
    ['--workflows', ['workflows']],
    ['--connectors', ['connectors.yaml']],
  ]);
  const { settings } = resolveSettings({ flags, env: environment, folder });
  // The verbs call the process that owns the data folder: this is faster than to open it each time.
  const signalbox = await openSignalbox(settings, {
    env: environment,
    version: programVersion(),
    warn: () => {},
  });
  return {
    ...scratch,
    url: api.url,
    seen,
    runExactly: scratch.run,
    run: (args, overrides) =>
      scratch.run(
        [...args, '--data', 'data', '--workflows', 'workflows', '--connectors', 'connectors.yaml'],
        {
          environment,
          columns: 100,
          ...overrides,
        },
      ),
    end: async () => {
      await signalbox.close();
      scratch.close();
      await api.close();
    },
  };
}
