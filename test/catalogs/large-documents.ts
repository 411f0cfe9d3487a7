/** Large documents of others, and their operations, read with nothing of what is tested. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parse } from 'yaml';
import type { Json } from '../../src/expression/index.ts';
import type { DocumentOperation } from './random-arguments.ts';

type Part = { readonly [key: string]: Json };

const require = createRequire(import.meta.url);
const read = (path: string): string => readFileSync(path, 'utf8');

export interface LargeDocument {
  readonly name: string;
  readonly version: string;
  /** In the default run, one of so many operations. */
  readonly share: number;
  readonly read: () => Json;
}

export const largeDocuments: readonly LargeDocument[] = [
  {
    name: 'GitHub',
    version: '3.0',
    share: 9,
    read: () => JSON.parse(read(require.resolve('@octokit/openapi/generated/api.github.com.json'))),
  },
  {
    name: 'Figma',
    version: '3.1',
    share: 1,
    read: () =>
      parse(read(require.resolve('@figma/rest-api-spec/openapi/openapi.yaml')), { maxAliasCount: -1 }),
  },
  {
    name: 'Netlify',
    version: '2.0',
    share: 1,
    read: () => JSON.parse(read(require.resolve('@netlify/open-api/dist/swagger.json'))),
  },
];

const methods = ['get', 'put', 'post', 'delete', 'patch', 'head', 'options'];

export function operationsOf(document: Json): readonly DocumentOperation[] {
  const root = document as Part;
  const resolve = (json: Json | undefined): Part => {
    const reference: unknown = (json as Part | undefined)?.['$ref'];
    if (typeof reference !== 'string') return (json ?? {}) as Part;
    return reference
      .slice(2)
      .split('/')
      .reduce<Json>(
        (at, key) => (at as Part)[key.replaceAll('~1', '/').replaceAll('~0', '~')] ?? null,
        root,
      ) as Part;
  };
  return Object.entries(root['paths'] as Part).flatMap(([path, item]) =>
    Object.entries(item as Part).flatMap(([method, value]): readonly DocumentOperation[] => {
      if (!methods.includes(method)) return [];
      const operation = value as Part;
      const all = [...list((item as Part)['parameters']), ...list(operation['parameters'])].map(resolve);
      const plain = all.filter((each) => ['path', 'query', 'header', 'cookie'].includes(String(each['in'])));
      return [
        {
          id: String(operation['operationId']),
          method,
          path,
          parameters: plain,
          body: bodyOf(all, resolve(operation['requestBody'])),
        },
      ];
    }),
  );
}

function bodyOf(parameters: readonly Part[], requestBody: Part): DocumentOperation['body'] {
  const old = parameters.find((each) => each['in'] === 'body');
  if (old !== undefined)
    return { schema: old['schema'] ?? {}, mediaType: 'application/json', required: old['required'] === true };
  const content = Object.entries((requestBody['content'] ?? {}) as Part);
  const [mediaType, media] = content.find(([type]) => /json/.test(type)) ?? content[0] ?? [];
  if (mediaType === undefined) return null;
  return {
    schema: (media as Part)['schema'] ?? {},
    mediaType,
    required: requestBody['required'] === true,
  };
}

const list = (json: Json | undefined): readonly Json[] => (Array.isArray(json) ? json : []);
