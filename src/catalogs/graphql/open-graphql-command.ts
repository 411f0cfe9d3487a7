/** A GraphQL command that can be called: each call is a POST request of its document, with the arguments as variables. */
import type { Json } from '../../expression/index.ts';
import type { CommandCall, CommandDetail } from '../commands/catalog.ts';
import type { ApiOperation } from '../request/api-operation.ts';
import { type BuiltRequest, problemsOfNames } from '../request/build-request.ts';
import { checkVariables, readVariableTypes, type VariableTypes } from './check-variables.ts';
import { type CommandDocument, readCommand } from './command-document.ts';
import { readGraphqlResult } from './read-graphql-result.ts';
import { replaceSelection, selectionArgument } from './replace-selection.ts';

export type GraphqlCall = Extract<CommandCall, { kind: 'graphql' }>;

/** @param name of the command, for messages */
export function openGraphqlCommand(
  call: GraphqlCall,
  detail: Pick<CommandDetail, 'parameters' | 'open'>,
  name: string,
): ApiOperation {
  const document = readCommand(call.query, call.field);
  let types: VariableTypes | undefined;
  return {
    method: 'POST',
    server: '',
    security: [],
    idempotencyParameter: null,
    reads: document?.operation.operation === 'query',
    build(given) {
      types ??= readVariableTypes(call.types);
      if (document === undefined || types === undefined) return unreadable(name);
      return build(document, types, call.query, detail, given);
    },
    read: (body) => readGraphqlResult(body, call.field),
  };
}

const unreadable = (name: string): BuiltRequest => ({
  kind: 'problems',
  problems: [`The document of the command “${name}” cannot be read. Import the catalog again.`],
});

function build(
  document: CommandDocument,
  types: VariableTypes,
  written: string,
  detail: Pick<CommandDetail, 'parameters' | 'open'>,
  given: { readonly [name: string]: Json },
): BuiltRequest {
  // Null is no value for an argument, as everywhere in workflows; inside of a value it is one.
  const args = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null));
  const { [selectionArgument]: selection, ...variables } = args;
  const problems = [
    ...problemsOfNames(detail, args, given),
    ...checkVariables(types, document.operation.variableDefinitions ?? [], variables),
  ];
  const takesSelection = document.field.selectionSet !== undefined;
  const chosen =
    selection === undefined || !takesSelection
      ? ({ kind: 'query', query: written } as const)
      : replaceSelection(document, selection);
  if (chosen.kind === 'problem' || problems.length > 0)
    return {
      kind: 'problems',
      problems: [...problems, ...(chosen.kind === 'problem' ? [chosen.message] : [])],
    };
  const operationName = document.operation.name?.value;
  const text = JSON.stringify({ query: chosen.query, variables, operationName });
  const body = { mediaType: 'application/json', content: { kind: 'text', text } } as const;
  return {
    kind: 'request',
    request: { method: 'POST', path: '', query: [], headers: {}, cookies: [], body },
  };
}
