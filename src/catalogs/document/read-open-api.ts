/**
 * Reads the operations of an OpenAPI document (2.0, 3.0, 3.1). Refuses a document as a whole only if it is not
 * OpenAPI; an error inside makes only that operation less known. Fetches nothing.
 */
import type { Json } from '../../expression/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import { type ApiDocument, createApiDocument } from './api-document.ts';
import { findProblems } from './find-problems.ts';
import { type Endpoint, listEndpoints } from './list-endpoints.ts';
import { nameOperations } from './name-operations.ts';
import { parametersOf, takesOthers } from './operation-parameters.ts';
import { resultExampleOf, resultTypeOf } from './operation-result.ts';
import { asText, ownField } from './own-field.ts';

export type OpenApiReadResult =
  | { readonly kind: 'operations'; readonly operations: readonly ConnectorOperation[] }
  | { readonly kind: 'problem'; readonly message: string };

export function readOpenApi(document: Json): OpenApiReadResult {
  const endpoints = listEndpoints(document);
  const [problem] = findProblems(document, endpoints.length);
  if (problem !== undefined) return { kind: 'problem', message: problem.message };
  const api = createApiDocument(document);
  const names = nameOperations(endpoints);
  return {
    kind: 'operations',
    operations: endpoints.map((endpoint, index) => readOperation(api, endpoint, names[index] ?? '')),
  };
}

/** Large documents contain far more operations than are called: types are computed on demand and cached. */
export function readOperation(
  api: ApiDocument,
  endpoint: Endpoint,
  name: string,
  command?: NonNullable<ConnectorOperation['command']>,
): ConnectorOperation {
  const parameters = once(() => parametersOf(api, endpoint));
  const result = once(() => resultTypeOf(api, endpoint));
  const example = once(() => resultExampleOf(api, endpoint));
  const open = once(() => takesOthers(api, endpoint));
  return {
    name,
    description: describe(endpoint),
    ...(command === undefined ? {} : { command }),
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
