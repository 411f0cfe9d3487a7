/** The fields that a caller selects instead of those that a command asks for. */
import { BREAK, Kind, print, type SelectionSetNode, visit } from 'graphql';
import { type CommandDocument, parseWithin, readCommand } from './command-document.ts';

/** The argument that has them. No argument of a GraphQL field has this name. */
export const selectionArgument = '$fields';

export type Replaced =
  | { readonly kind: 'query'; readonly query: string }
  | { readonly kind: 'problem'; readonly message: string };

const maxLength = 10_000;
const maxTokens = 4_000;
const maxDepth = 15;
const advice = 'Write fields as GraphQL does: `id name owner { login }`.';

/** @param given `id name owner { login }` */
export function replaceSelection({ operation, field }: CommandDocument, given: unknown): Replaced {
  const refused = (message: string): Replaced => ({
    kind: 'problem',
    message: `“${selectionArgument}” ${message} ${advice}`,
  });
  if (typeof given !== 'string') return refused('must be a text.');
  if (given.length > maxLength) return refused(`has more than ${maxLength} characters.`);
  // On a line of its own, so that a comment does not hide the brace.
  const parsed = parseWithin(`{\n${given}\n}`, maxTokens);
  if (parsed.kind === 'problem') return refused(`cannot be read: ${parsed.message}`);
  const [only, ...others] = parsed.document.definitions;
  if (only?.kind !== Kind.OPERATION_DEFINITION || others.length > 0)
    return refused('must be one selection of fields.');
  const problem = problemOf(only.selectionSet);
  if (problem !== undefined) return refused(problem);
  const changed = { ...field, selectionSet: only.selectionSet };
  const query = print({ ...operation, selectionSet: { kind: Kind.SELECTION_SET, selections: [changed] } });
  // What is sent is what was meant: the same operation with the same field.
  const again = readCommand(query, field.name.value)?.operation;
  if (again?.operation !== operation.operation || again.name?.value !== operation.name?.value)
    return refused('changes the operation.');
  return { kind: 'query', query };
}

/** Variables would be those of the command, and directives can change the form of the answer. */
function problemOf(selected: SelectionSetNode): string | undefined {
  let [depth, problem] = [0, undefined as string | undefined];
  const found = (text: string): symbol => {
    problem = text;
    return BREAK as symbol;
  };
  const nested = {
    enter: () => (++depth > maxDepth ? found(`is nested deeper than ${maxDepth} levels.`) : undefined),
    leave: () => void depth--,
  };
  visit(selected, {
    SelectionSet: nested,
    ListValue: nested,
    ObjectValue: nested,
    FragmentSpread: ({ name }) => found(`refers to the fragment “${name.value}”, which does not exist.`),
    Directive: ({ name }) => found(`has the directive “@${name.value}”, which is not allowed.`),
    Variable: ({ name }) => found(`has the variable “$${name.value}”, which is not allowed.`),
  });
  return problem;
}
