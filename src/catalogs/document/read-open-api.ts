/**
 * Reads the operations of an OpenAPI document (2.0, 3.0, 3.1). Refuses a document as a whole only if it is not
 * OpenAPI; an error inside makes only that operation less known. Fetches nothing.
 */
import type { Json } from '../../expression/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import { type ApiDocument, createApiDocument } from './api-document.ts';
import { type Endpoint, listEndpoints } from './list-endpoints.ts';
import { nameOperations } from './name-operations.ts';
import { parametersOf, takesOthers } from './operation-parameters.ts';
import { resultExampleOf, resultTypeOf } from './operation-result.ts';
import { asObject, asText, ownField } from './own-field.ts';

export type OpenApiReadResult =
  | { readonly kind: 'operations'; readonly operations: readonly ConnectorOperation[] }
  | { readonly kind: 'problem'; readonly message: string };

const maxOperations = 10_000;

export function readOpenApi(document: Json): OpenApiReadResult {
  const endpoints = listEndpoints(document);
  const message = findDocumentProblem(document, endpoints);
  if (message !== undefined) return { kind: 'problem', message };
  const api = createApiDocument(document);
  const names = nameOperations(endpoints);
  return {
    kind: 'operations',
    operations: endpoints.map((endpoint, index) => readOperation(api, endpoint, names[index] ?? '')),
  };
}

/** Why a document as a whole cannot be read; `undefined` if it can. */
export function findDocumentProblem(document: Json, endpoints: readonly Endpoint[]): string | undefined {
  if (endpoints.length <= maxOperations) return findProblem(document);
  return `The document has ${endpoints.length} operations. At most ${maxOperations} are allowed.`;
}

function findProblem(document: Json): string | undefined {
  if (asObject(document) === undefined) return 'An OpenAPI document must be an object.';
  const stated = ownField(document, 'openapi') ?? ownField(document, 'swagger');
  // Without quotes YAML reads the version as a number.
  if (typeof stated !== 'string' && typeof stated !== 'number') {
    return 'This is not an OpenAPI document: it has neither `openapi: 3.…` nor `swagger: "2.0"`.';
  }
  const edition = String(stated).slice(0, 20);
  if (!/^(2(\.0)?|3(\.\d+)*)$/.test(edition)) {
    return `OpenAPI ${JSON.stringify(edition)} is not supported. Use 2.0, 3.0 or 3.1.`;
  }
  const paths = ownField(document, 'paths');
  // Since 3.1 a document may contain only components.
  const mayLack = paths === undefined && /^3\.[1-9]/.test(edition);
  return mayLack || asObject(paths) !== undefined ? undefined : 'The document has no `paths`.';
}

/** Large documents contain far more operations than are called: types are computed on demand and cached. */
export function readOperation(api: ApiDocument, endpoint: Endpoint, name: string): ConnectorOperation {
  const parameters = once(() => parametersOf(api, endpoint));
  const result = once(() => resultTypeOf(api, endpoint));
  const example = once(() => resultExampleOf(api, endpoint));
  const open = once(() => takesOthers(api, endpoint));
  return {
    name,
    description: describe(endpoint),
    get parameters() {
      return parameters();
    },
    get open() {
      return open();
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
