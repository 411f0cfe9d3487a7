/** A small API of pets: its document, and a server that answers it. */
import { startLocalServer } from '../servers/local-server.ts';

const pet = {
  type: 'object',
  properties: { id: { type: 'string' }, name: { type: 'string' } },
  required: ['id', 'name'],
};
const json = (schema: object) => ({ content: { 'application/json': { schema } } });

/** @param more further paths */
export const petDocument = (url: string, more: object = {}): string =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pet store', version: '1.0' },
    servers: [{ url }],
    components: { securitySchemes: { apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key' } } },
    paths: {
      '/pets': {
        get: {
          operationId: 'listPets',
          summary: 'List all pets',
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
      '/pets/{pet_id}': {
        get: {
          operationId: 'showPet',
          summary: 'Show one pet',
          parameters: [{ name: 'pet_id', in: 'path', required: true, schema: { type: 'string' } }],
          responses: { 200: { description: 'The pet', ...json(pet) } },
        },
      },
      ...more,
    },
  });

const pets = [
  { id: 'p1', name: 'Rex' },
  { id: 'p2', name: 'Mia' },
];

/** @param answer by path; default: the pets, and one of them */
export const startPets = (answer: Readonly<Record<string, unknown>> = {}) =>
  startLocalServer((request, response) => {
    const { url = '' } = request;
    const found = answer[url] ?? (url === '/pets' ? pets : pets.find(({ id }) => url === `/pets/${id}`));
    response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? { message: 'There is no such pet.' }));
  });
