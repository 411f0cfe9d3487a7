/** The document of a command: one operation that asks for one field. */
import {
  type DocumentNode,
  type FieldNode,
  GraphQLError,
  type InputValueDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  parse,
} from 'graphql';
import { sentType, writeType } from './graphql-schema.ts';

/** All arguments are variables, so that no value becomes a part of the document. */
export function writeCommand(
  operation: `${OperationTypeNode}`,
  field: string,
  args: readonly InputValueDefinitionNode[],
  selection: string,
): string {
  const variables = args.map((arg) => `$${arg.name.value}: ${writeType(sentType(arg))}`).join(', ');
  const given = args.map(({ name: { value } }) => `${value}: $${value}`).join(', ');
  const call = args.length === 0 ? field : `${field}(${given})`;
  const head = args.length === 0 ? `${operation} ${field}` : `${operation} ${field}(${variables})`;
  return `${head} { ${call}${selection === '' ? '' : ` { ${selection} }`} }`;
}

export interface CommandDocument {
  readonly operation: OperationDefinitionNode;
  readonly field: FieldNode;
}

const maxTokens = 20_000;

/** `undefined` if it is not one query or mutation that asks for this field alone. */
export function readCommand(text: string, field: string): CommandDocument | undefined {
  const parsed = parseWithin(text, maxTokens);
  if (parsed.kind === 'problem') return undefined;
  const [operation, ...others] = parsed.document.definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION || others.length > 0) return undefined;
  const [only, ...more] = operation.selectionSet.selections;
  if (only?.kind !== Kind.FIELD || only.name.value !== field || only.alias !== undefined) return undefined;
  return more.length > 0 || operation.operation === 'subscription' ? undefined : { operation, field: only };
}

export type ParseOutcome =
  | { readonly kind: 'document'; readonly document: DocumentNode }
  | {
      readonly kind: 'problem';
      readonly message: string;
      readonly line: number | undefined;
      readonly column: number | undefined;
    };

const maxLength = 20_000_000;

/** Never throws. */
export function parseWithin(text: string, maxLexicalTokens: number): ParseOutcome {
  try {
    const options = { noLocation: true, maxLexicalTokens, maxSourceLength: maxLength };
    return { kind: 'document', document: parse(text, options) };
  } catch (error) {
    if (!(error instanceof GraphQLError))
      return { kind: 'problem', message: 'It is nested too deep.', line: undefined, column: undefined };
    const [place] = error.locations ?? [];
    const message = error.message.replace(/^Syntax Error: /, '').slice(0, 300);
    return { kind: 'problem', message, line: place?.line, column: place?.column };
  }
}
