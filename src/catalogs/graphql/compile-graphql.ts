/**
 * A GraphQL schema as a catalog: every field of its query and mutation types is a command. A field that cannot be called
 * is left out with a warning. Never throws.
 */
import { type DefinitionNode, type FieldDefinitionNode, type InputValueDefinitionNode, Kind } from 'graphql';
import { anyType, type Json } from '../../expression/index.ts';
import type {
  CatalogIndex,
  CommandDetail,
  CommandEntry,
  CompileOptions,
  CompileResult,
  DocumentProblem,
} from '../commands/catalog.ts';
import { asList, asText, ownField } from '../document/own-field.ts';
import { argumentType, describeArguments, isInputType, writeArgumentTypes } from './argument-types.ts';
import { parseWithin, readCommand, writeCommand } from './command-document.ts';
import {
  createGraphqlSchema,
  type GraphqlSchema,
  hasDirective,
  isRequired,
  outputFields,
  uniqueByName,
} from './graphql-schema.ts';
import { nameCommands } from './name-commands.ts';
import { readIntrospection } from './read-introspection.ts';
import { selectionArgument } from './replace-selection.ts';
import { selectFields, smallestSelection } from './select-fields.ts';
import { summaryOf } from './summary-of.ts';

export type GraphqlSource =
  | { readonly kind: 'sdl'; readonly text: string }
  | { readonly kind: 'introspection'; readonly result: Json };

const maxTokens = 2_000_000;
const maxCommands = 10_000;
const maxDescription = 4_000;
/** With what it says about arguments. */
const maxWhole = 12_000;

export function compileGraphql(source: GraphqlSource, options: CompileOptions = {}): CompileResult {
  try {
    return compile(source, options);
  } catch {
    // Only the depth of what is nested has no other limit.
    return refused({ path: '$', rule: 'schema_depth', message: 'The schema is nested too deep to be read.' });
  }
}

function compile(source: GraphqlSource, { previous = [] }: CompileOptions): CompileResult {
  const read = source.kind === 'sdl' ? readText(source.text) : readResult(source.result);
  if (!Array.isArray(read)) return refused(read as DocumentProblem);
  const schema = createGraphqlSchema(read as readonly DefinitionNode[]);
  const all = [...rootFields(schema, 'query'), ...rootFields(schema, 'mutation')];
  const problem = problemOf(schema, all.length);
  if (problem !== undefined) return refused(problem);
  const [commands, left] = [[] as Command[], [] as RootField[]];
  for (const each of all) {
    const command = toCommand(schema, each);
    if (command === undefined) left.push(each);
    else commands.push(command);
  }
  const names = nameCommands(commands, previous);
  const index: CatalogIndex = {
    format: 'graphql',
    title: '',
    version: '',
    servers: [],
    schemes: {},
    commands: commands.map((command, at) => entryOf(command, names[at] ?? command.field)),
    warnings: [
      ...leftOut('The API has subscriptions, which cannot be called', rootFields(schema, 'subscription')),
      ...leftOut('The schema does not say enough about some fields', left),
    ],
  };
  const detail = (at: number): CommandDetail => {
    const command = commands[at];
    if (command === undefined) throw new RangeError(`The catalog has no command at ${at}.`);
    return detailOf(schema, command);
  };
  return { kind: 'catalog', catalog: { index, detail } };
}

const refused = (...problems: readonly DocumentProblem[]): CompileResult => ({
  kind: 'problems',
  format: 'graphql',
  problems,
});

function readText(text: string): readonly DefinitionNode[] | DocumentProblem {
  const parsed = parseWithin(text, maxTokens);
  if (parsed.kind === 'document') return parsed.document.definitions;
  const { line, column, message } = parsed;
  return {
    path: '$',
    rule: 'graphql_syntax',
    message: `The GraphQL schema cannot be read: ${message}`,
    ...(line === undefined ? {} : { line }),
    ...(column === undefined ? {} : { column }),
  };
}

function readResult(result: Json): readonly DefinitionNode[] | DocumentProblem {
  const definitions = readIntrospection(result);
  if (definitions !== undefined) return definitions;
  const errors = asList(ownField(result, 'errors')).flatMap(
    (error) => asText(ownField(error, 'message')) ?? [],
  );
  const says = errors.slice(0, 5).join(' ').slice(0, 500);
  const message =
    says === ''
      ? 'The result of the introspection has no `__schema` with `types`.'
      : `The API refuses the introspection: ${says} Import its schema as a file.`;
  return { path: '$.data.__schema', rule: 'introspection_form', message, expected: 'an object with types' };
}

function problemOf({ roots, types }: GraphqlSchema, count: number): DocumentProblem | undefined {
  if (types.get(roots.get('query') ?? '')?.kind !== Kind.OBJECT_TYPE_DEFINITION) {
    const message = 'The schema has no query type. Add `type Query`, or `schema { query: … }`.';
    return { path: '$', rule: 'query_type_required', message };
  }
  if (count <= maxCommands) return undefined;
  const message = `The schema has ${count} queries and mutations. At most ${maxCommands} are allowed.`;
  return { path: '$', rule: 'operations_limit', message };
}

interface RootField {
  readonly operation: 'query' | 'mutation' | 'subscription';
  readonly field: string;
  readonly canonical: string;
  readonly definition: FieldDefinitionNode;
}

function rootFields(schema: GraphqlSchema, operation: RootField['operation']): readonly RootField[] {
  const name = schema.roots.get(operation);
  const fields = name === undefined ? [] : outputFields(schema.types.get(name));
  return fields.map((definition) => {
    const field = definition.name.value;
    return { operation, field, canonical: `${operation}:${field}`, definition };
  });
}

interface Command extends RootField {
  readonly args: readonly InputValueDefinitionNode[];
  readonly reads: boolean;
  readonly takesSelection: boolean;
}

/** `undefined` if no document can be written for it. */
function toCommand(schema: GraphqlSchema, root: RootField): Command | undefined {
  const args = uniqueByName(root.definition.arguments ?? []);
  if (!args.every(({ type }) => isInputType(schema, type))) return undefined;
  const selection = smallestSelection(schema, root.definition.type);
  if (selection === undefined) return undefined;
  const document = readCommand(writeCommand(root.operation, root.field, args, selection), root.field);
  if (document === undefined) return undefined;
  const reads = document.operation.operation === 'query';
  return { ...root, args, reads, takesSelection: document.field.selectionSet !== undefined };
}

function entryOf(command: Command, name: string): CommandEntry {
  const { field, canonical, definition, args, reads, takesSelection } = command;
  const parameters = args.map((arg) => ({ name: arg.name.value, required: isRequired(arg) }));
  return {
    name,
    canonical,
    operationId: field,
    method: 'POST',
    path: '',
    reads,
    summary: summaryOf(definition.description?.value),
    parameters: takesSelection ? [...parameters, { name: selectionArgument, required: false }] : parameters,
    deprecated: hasDirective(definition, 'deprecated'),
  };
}

function detailOf(schema: GraphqlSchema, command: Command): CommandDetail {
  const { operation, field, definition, args, takesSelection } = command;
  const { text, result } = selectFields(schema, definition.type) ?? { text: '', result: anyType };
  const description = (definition.description?.value ?? '').trim().slice(0, maxDescription);
  const selection = `- ${selectionArgument}: the fields of the result, such as \`id name owner { login }\`. Default: those at the top.`;
  const described = [describeArguments(schema, args), takesSelection ? selection : '']
    .filter((part) => part !== '')
    .join('\n');
  const parameters = args.map((arg) => ({
    name: arg.name.value,
    type: argumentType(schema, arg.type),
    required: isRequired(arg),
  }));
  const others = takesSelection
    ? [{ name: selectionArgument, type: { kind: 'string' } as const, required: false }]
    : [];
  return {
    description: [description, described]
      .filter((part) => part !== '')
      .join('\n\n')
      .slice(0, maxWhole),
    parameters: [...parameters, ...others],
    open: false,
    result,
    example: null,
    call: {
      kind: 'graphql',
      query: writeCommand(operation, field, args, text),
      field,
      types: writeArgumentTypes(schema, args),
    },
  };
}

const maxListed = 10;
const maxName = 100;

function leftOut(why: string, fields: readonly RootField[]): readonly string[] {
  if (fields.length === 0) return [];
  const names = fields.slice(0, maxListed).map(({ canonical }) => canonical.slice(0, maxName));
  const rest = fields.length > maxListed ? ` and ${fields.length - maxListed} more` : '';
  return [`${why}. Left out: ${names.join(', ')}${rest}.`];
}
