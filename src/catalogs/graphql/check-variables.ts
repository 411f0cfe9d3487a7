/** Validates the values of variables against their types, as far as they are known, and reports all problems. */
import {
  coerceInputValue,
  type DefinitionNode,
  GraphQLEnumType,
  GraphQLInputObjectType,
  type GraphQLInputType,
  GraphQLList,
  GraphQLNonNull,
  GraphQLScalarType,
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

/** By name. */
export type VariableTypes = ReadonlyMap<string, GraphQLInputType>;

/** @param text definitions that the variables refer to. `undefined` if they cannot be read */
export function readVariableTypes(text: string): VariableTypes | undefined {
  const parsed = text === '' ? parseWithin('scalar None', maxTokens) : parseWithin(text, maxTokens);
  if (parsed.kind === 'problem') return undefined;
  const types = new Map<string, GraphQLInputType>(specifiedScalarTypes.map((type) => [type.name, type]));
  for (const definition of parsed.document.definitions) {
    const type = toInputType(types, definition);
    if (type !== undefined && !types.has(type.name)) types.set(type.name, type);
  }
  return types;
}

/** Not with the builder of the package, which brings all rules for schemas with it. */
function toInputType(types: VariableTypes, definition: DefinitionNode) {
  if (definition.kind === Kind.SCALAR_TYPE_DEFINITION)
    return new GraphQLScalarType({ name: definition.name.value });
  if (definition.kind === Kind.ENUM_TYPE_DEFINITION) {
    const values = (definition.values ?? []).map(({ name }) => [name.value, {}] as const);
    return new GraphQLEnumType({ name: definition.name.value, values: Object.fromEntries(values) });
  }
  if (definition.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return undefined;
  const { name, fields = [], directives = [] } = definition;
  return new GraphQLInputObjectType({
    name: name.value,
    isOneOf: directives.some((directive) => directive.name.value === 'oneOf'),
    fields: () =>
      Object.fromEntries(
        fields.flatMap((field) => {
          const type = inputType(types, field.type);
          // What the default is does not matter: values are sent as they were given.
          const isOptional = field.defaultValue === undefined ? {} : { defaultValue: null };
          return type === undefined ? [] : [[field.name.value, { type, ...isOptional }] as const];
        }),
      ),
  });
}

export function checkVariables(
  types: VariableTypes,
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

function inputType(types: VariableTypes, type: TypeNode): GraphQLInputType | undefined {
  if (type.kind === Kind.NAMED_TYPE) return types.get(type.name.value);
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
