/** A server that validates every request by its document, with a library that has nothing of what is tested. */
import type { IncomingMessage } from 'node:http';
import { createRequire } from 'node:module';
import { type Document, OpenAPIBackend, type ParsedRequest } from 'openapi-backend';
import type { Json } from '../../src/expression/index.ts';
import { startLocalServer } from '../servers/local-server.ts';

/** It has no types. */
const require = createRequire(import.meta.url);
const converter = require('swagger2openapi') as {
  readonly convertObj: (document: object, options: object) => Promise<{ readonly openapi: object }>;
};

export interface ValidatingServer {
  readonly url: string;
  /** How many requests arrived. */
  readonly count: () => number;
  readonly close: () => Promise<void>;
}

/** Answers 200, or 422 with what is wrong. */
export async function startValidatingServer(document: Json): Promise<ValidatingServer> {
  const definition = await inVersion3(document);
  const api = new OpenAPIBackend({
    definition,
    quick: true,
    ajvOpts: { strict: false, logger: false, allErrors: true },
  });
  await api.init();
  let count = 0;
  const server = await startLocalServer(async (request, response) => {
    count += 1;
    const problems = await check(api, request).catch((error: unknown) => [String(error).slice(0, 500)]);
    response.writeHead(problems.length === 0 ? 200 : 422, { 'content-type': 'application/json' });
    response.end(JSON.stringify(problems.length === 0 ? { ok: true } : { problems }));
  });
  return { url: server.url, count: () => count, close: () => server.close() };
}

async function inVersion3(document: Json): Promise<Document> {
  const isOld = (document as { readonly swagger?: string }).swagger !== undefined;
  const plain = structuredClone(document) as object;
  const converted = isOld
    ? (await converter.convertObj(plain, { patch: true, warnOnly: true })).openapi
    : plain;
  forgetBareNull(converted as Json);
  // Requests arrive at the root of this server.
  return { ...(converted as object), servers: [{ url: '/' }], security: [] } as unknown as Document;
}

/** The library refuses `nullable` beside alternatives. */
function forgetBareNull(json: Json): void {
  if (typeof json !== 'object' || json === null) return;
  const part = json as { nullable?: Json; readonly type?: Json };
  if (part.nullable === true && part.type === undefined) delete part.nullable;
  for (const inner of Object.values(json)) forgetBareNull(inner as Json);
}

async function check(api: OpenAPIBackend, request: IncomingMessage): Promise<readonly string[]> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const [path = '/', query = ''] = (request.url ?? '/').split('?');
  const type = request.headers['content-type'] ?? '';
  const text = Buffer.concat(chunks).toString('utf8');
  const body = type.startsWith('application/x-www-form-urlencoded')
    ? Object.fromEntries(new URLSearchParams(text))
    : text;
  const received = {
    method: request.method ?? 'GET',
    path,
    query,
    headers: request.headers as ParsedRequest['headers'],
    ...(text === '' ? {} : { body }),
  };
  const operation = api.router.matchOperation(received as never);
  if (operation === undefined) return [`no operation at ${request.method} ${request.url}`];
  if (type.startsWith('multipart/')) {
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData();
    return [...form.keys()].length > 0 ? [] : ['the form has no fields'];
  }
  const { valid, errors } = api.validateRequest(received as never, operation as never);
  if (valid) return [];
  return (errors ?? []).map(
    (error) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}
