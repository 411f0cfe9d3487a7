/** Validates the values of variables against their types, as far as they are known, and reports all problems. */
import {
  buildASTSchema,
  coerceInputValue,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  type GraphQLSchema,
  isInputType,
  Kind,
  specifiedScalarTypes,
  type TypeNode,
  type VariableDefinitionNode,
} from 'graphql';
import type { Json } from '../../expression/index.ts';
import { parseWithin } from './command-document.ts';

const maxTokens = 100_000;
const maxProblems = 50;
const maxMessage = 300;
const maxDepth = 100;

/** @param text definitions that the variables refer to. `undefined` if they cannot be read */
export function readVariableTypes(text: string): GraphQLSchema | undefined {
  const parsed = text === '' ? parseWithin('scalar None', maxTokens) : parseWithin(text, maxTokens);
  if (parsed.kind === 'problem') return undefined;
  try {
    return buildASTSchema(parsed.document, { assumeValidSDL: true, assumeValid: true });
  } catch {
    return undefined;
  }
}

export function checkVariables(
  types: GraphQLSchema,
  variables: readonly VariableDefinitionNode[],
  args: { readonly [name: string]: Json },
): readonly string[] {
  const problems: string[] = [];
  for (const { variable, type } of variables) {
    const name = variable.name.value;
    const expected = inputType(types, type);
    if (expected === undefined || !Object.hasOwn(args, name)) continue;
    try {
      coerceInputValue(withoutPrototypes(args[name] ?? null, 0), expected, (path, _, { message }) => {
        if (problems.length >= maxProblems) throw new Enough();
        problems.push(`“${writePath(name, path)}” is wrong: ${cut(message)}`);
      });
    } catch (error) {
      if (error instanceof Enough) return problems;
      problems.push(`“${name}” is nested deeper than ${maxDepth} levels.`);
    }
  }
  return problems;
}

class Enough extends Error {}

function inputType(types: GraphQLSchema, type: TypeNode): GraphQLInputType | undefined {
  if (type.kind === Kind.NAMED_TYPE) {
    const name = type.name.value;
    const found = specifiedScalarTypes.find((each) => each.name === name) ?? types.getType(name);
    return isInputType(found) ? found : undefined;
  }
  const of = inputType(types, type.type);
  if (of === undefined) return undefined;
  return type.kind === Kind.LIST_TYPE ? new GraphQLList(of) : (new GraphQLNonNull(of) as GraphQLInputType);
}

/** A field named `constructor` is one only if it is given. */
function withoutPrototypes(value: Json, depth: number): unknown {
  if (depth > maxDepth) throw new RangeError();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each: Json) => withoutPrototypes(each, depth + 1));
  const copy: { [name: string]: unknown } = Object.create(null);
  for (const [name, each] of Object.entries(value)) copy[name] = withoutPrototypes(each, depth + 1);
  return copy;
}

const writePath = (name: string, path: readonly (string | number)[]): string =>
  `${name}${path.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')}`;

const cut = (text: string): string => (text.length > maxMessage ? `${text.slice(0, maxMessage)}…` : text);
