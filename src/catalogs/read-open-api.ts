/**
 * What an OpenAPI document (2.0, 3.0, 3.1) offers to be called. A document is refused as a whole only where it is none;
 * what is wrong inside makes less known of that operation. Nothing is fetched.
 */
import type { Json } from '../expression/index.ts';
import type { ConnectorOperation } from '../languages/language.ts';
import { type ApiDocument, createApiDocument } from './api-document.ts';
import { type Endpoint, listEndpoints } from './list-endpoints.ts';
import { nameOperations } from './name-operations.ts';
import { parametersOf } from './operation-parameters.ts';
import { resultExampleOf, resultTypeOf } from './operation-result.ts';
import { asObject, asText, ownField } from './own-field.ts';

export type OpenApiReadResult =
  | { readonly kind: 'operations'; readonly operations: readonly ConnectorOperation[] }
  | { readonly kind: 'problem'; readonly message: string };

const maxOperations = 10_000;

export function readOpenApi(document: Json): OpenApiReadResult {
  const message = findProblem(document);
  if (message !== undefined) return { kind: 'problem', message };
  const endpoints = listEndpoints(document);
  if (endpoints.length > maxOperations) {
    return {
      kind: 'problem',
      message: `The document has ${endpoints.length} operations; at most ${maxOperations} are read.`,
    };
  }
  const api = createApiDocument(document);
  const names = nameOperations(endpoints);
  return {
    kind: 'operations',
    operations: endpoints.map((endpoint, index) => readOperation(api, endpoint, names[index] ?? '')),
  };
}

function findProblem(document: Json): string | undefined {
  if (asObject(document) === undefined) return 'An OpenAPI document is an object, and this is none.';
  const stated = ownField(document, 'openapi') ?? ownField(document, 'swagger');
  // Without quotes YAML reads the edition as a number.
  if (typeof stated !== 'string' && typeof stated !== 'number') {
    return 'This is no OpenAPI document: it has neither `openapi: 3.…` nor `swagger: "2.0"`.';
  }
  const edition = String(stated).slice(0, 20);
  if (!/^(2(\.0)?|3(\.\d+)*)$/.test(edition)) {
    return `OpenAPI ${JSON.stringify(edition)} is not known; 2.0, 3.0 and 3.1 are.`;
  }
  const paths = ownField(document, 'paths');
  // Since 3.1 a document may hold nothing but components.
  const mayLack = paths === undefined && /^3\.[1-9]/.test(edition);
  return mayLack || asObject(paths) !== undefined ? undefined : 'The document has no `paths`.';
}

/** Large documents hold far more than is ever called: shapes are made when they are asked for, and then kept. */
function readOperation(api: ApiDocument, endpoint: Endpoint, name: string): ConnectorOperation {
  const parameters = once(() => parametersOf(api, endpoint));
  const result = once(() => resultTypeOf(api, endpoint));
  const example = once(() => resultExampleOf(api, endpoint));
  return {
    name,
    description: describe(endpoint),
    get parameters() {
      return parameters();
    },
    get result() {
      return result();
    },
    get example() {
      return example();
    },
  };
}

function describe({ operation, item }: Endpoint): string {
  const texts = [operation, item].flatMap((from) => [
    ownField(from, 'summary'),
    ownField(from, 'description'),
  ]);
  return (
    texts
      .map(asText)
      .find((text) => text !== undefined && text.trim() !== '')
      ?.trim() ?? ''
  );
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
