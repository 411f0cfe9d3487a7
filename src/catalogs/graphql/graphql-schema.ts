/**
 * A GraphQL schema as the definitions of its types, by name. Nothing is resolved in advance: a type that is missing, or
 * a circle of types, matters only to what reaches it.
 */
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type NameNode,
  type TypeDefinitionNode,
  type TypeNode,
} from 'graphql';

export interface GraphqlSchema {
  readonly types: ReadonlyMap<string, TypeDefinitionNode>;
  /** By `query`, `mutation` and `subscription`. */
  readonly roots: ReadonlyMap<string, string>;
  /** Names of the object types that an interface or a union can be. */
  membersOf(name: string): readonly string[];
}

type Part = DefinitionNode & { readonly name: NameNode };

export function createGraphqlSchema(definitions: readonly DefinitionNode[]): GraphqlSchema {
  const parts = new Map<string, Part[]>();
  const roots = new Map<string, string>();
  let isStated = false;
  for (const definition of definitions) {
    if (definition.kind === Kind.SCHEMA_DEFINITION || definition.kind === Kind.SCHEMA_EXTENSION) {
      isStated ||= definition.kind === Kind.SCHEMA_DEFINITION;
      for (const { operation, type } of definition.operationTypes ?? [])
        roots.set(operation, type.name.value);
    } else if (isTypePart(definition)) {
      const known = parts.get(definition.name.value);
      if (known === undefined) parts.set(definition.name.value, [definition]);
      else known.push(definition);
    }
  }
  const types = new Map([...parts].map(([name, all]) => [name, merge(all)]));
  if (!isStated) {
    for (const operation of ['query', 'mutation', 'subscription']) {
      const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}`;
      if (!roots.has(operation) && types.has(name)) roots.set(operation, name);
    }
  }
  const members = membersByName(types);
  return { types, roots, membersOf: (name) => members.get(name) ?? [] };
}

const isTypePart = (definition: DefinitionNode): definition is Part =>
  /^(?:Scalar|Enum|InputObject|Object|Interface|Union)Type(?:Definition|Extension)$/.test(definition.kind);

const asDefinition = (kind: string): string => kind.replace(/Extension$/, 'Definition');

/** The definition of a type with its extensions. Modular schemas have extensions without a definition. */
function merge(parts: readonly Part[]): TypeDefinitionNode {
  const first = parts.find(({ kind }) => kind.endsWith('Definition')) ?? parts[0];
  const kind = asDefinition(first?.kind ?? '');
  const same = parts.filter((part) => asDefinition(part.kind) === kind);
  const all = (key: string): readonly Named[] =>
    same.flatMap((part) => (part as unknown as { readonly [key: string]: readonly Named[] })[key] ?? []);
  return {
    ...first,
    kind,
    fields: uniqueByName(all('fields')),
    values: uniqueByName(all('values')),
    types: uniqueByName(all('types')),
    interfaces: uniqueByName(all('interfaces')),
    directives: all('directives'),
  } as unknown as TypeDefinitionNode;
}

interface Named {
  readonly name: NameNode;
}

const maxNameLength = 250;

/** The first of each name. */
export function uniqueByName<T extends Named>(nodes: readonly T[]): readonly T[] {
  const names = new Set<string>();
  return nodes.filter(({ name: { value } }) => {
    if (names.has(value) || value.length > maxNameLength) return false;
    names.add(value);
    return true;
  });
}

function membersByName(types: ReadonlyMap<string, TypeDefinitionNode>): ReadonlyMap<string, string[]> {
  const members = new Map<string, string[]>();
  const add = (of: string, member: string): void => {
    const known = members.get(of);
    if (known === undefined) members.set(of, [member]);
    else known.push(member);
  };
  for (const [name, definition] of types) {
    if (definition.kind === Kind.OBJECT_TYPE_DEFINITION)
      for (const each of definition.interfaces ?? []) add(each.name.value, name);
    if (definition.kind === Kind.UNION_TYPE_DEFINITION)
      for (const each of definition.types ?? [])
        if (types.get(each.name.value)?.kind === Kind.OBJECT_TYPE_DEFINITION) add(name, each.name.value);
  }
  return members;
}

const builtInScalars = ['Int', 'Float', 'String', 'Boolean', 'ID'] as const;
export type BuiltInScalar = (typeof builtInScalars)[number];

export const isBuiltIn = (name: string): name is BuiltInScalar =>
  (builtInScalars as readonly string[]).includes(name);

/** Lists in lists in lists. */
const maxWrappers = 12;

/** The name of a type without its lists; `undefined` if they are too many. */
export function nameOfType(type: TypeNode): string | undefined {
  let at = type;
  for (let count = 0; count <= maxWrappers; count++) {
    if (at.kind === Kind.NAMED_TYPE) return at.name.value;
    at = at.type;
  }
  return undefined;
}

/** As GraphQL writes it. */
export function writeType(type: TypeNode): string {
  if (type.kind === Kind.NAMED_TYPE) return type.name.value;
  return type.kind === Kind.LIST_TYPE ? `[${writeType(type.type)}]` : `${writeType(type.type)}!`;
}

export const isRequired = ({ type, defaultValue }: InputValueDefinitionNode): boolean =>
  type.kind === Kind.NON_NULL_TYPE && defaultValue === undefined;

/** What a variable for it has: without a value, the default of the schema counts. */
export const sentType = ({ type, defaultValue }: InputValueDefinitionNode): TypeNode =>
  type.kind === Kind.NON_NULL_TYPE && defaultValue !== undefined ? type.type : type;

export const hasDirective = (
  node: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): boolean => (node.directives ?? []).some((each) => each.name.value === name);

export function outputFields(definition: TypeDefinitionNode | undefined): readonly FieldDefinitionNode[] {
  const isComposite =
    definition?.kind === Kind.OBJECT_TYPE_DEFINITION || definition?.kind === Kind.INTERFACE_TYPE_DEFINITION;
  return isComposite ? (definition.fields ?? []) : [];
}
