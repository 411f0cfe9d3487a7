/** The result of the introspection query as definitions. What has the wrong form is left out. */
import {
  type ConstDirectiveNode,
  type DefinitionNode,
  type FieldDefinitionNode,
  type InputValueDefinitionNode,
  Kind,
  type NamedTypeNode,
  type NameNode,
  type OperationTypeDefinitionNode,
  type OperationTypeNode,
  type StringValueNode,
  type TypeNode,
} from 'graphql';
import type { Json } from '../../expression/index.ts';
import { asList, asText, ownField } from '../document/own-field.ts';

/** `undefined` if it is no such result. */
export function readIntrospection(result: Json): readonly DefinitionNode[] | undefined {
  const schema = ownField(ownField(result, 'data') ?? result, '__schema');
  const types = ownField(schema, 'types');
  if (!Array.isArray(types)) return undefined;
  const operationTypes = ['query', 'mutation', 'subscription'].flatMap(
    (operation): readonly OperationTypeDefinitionNode[] => {
      const type = namedType(ownField(schema, `${operation}Type`));
      if (type === undefined) return [];
      return [{ kind: Kind.OPERATION_TYPE_DEFINITION, operation: operation as OperationTypeNode, type }];
    },
  );
  return [{ kind: Kind.SCHEMA_DEFINITION, operationTypes }, ...types.flatMap(definitionOf)];
}

function definitionOf(json: Json): readonly DefinitionNode[] {
  const name = nameOf(json);
  if (name === undefined || name.value.startsWith('__')) return [];
  const list = (key: string): readonly Json[] => asList(ownField(json, key));
  const common = { name, ...descriptionOf(json) };
  const interfaces = list('interfaces').flatMap(asMany(namedType));
  const types = list('possibleTypes').flatMap(asMany(namedType));
  switch (ownField(json, 'kind')) {
    case 'SCALAR':
      return [{ ...common, kind: Kind.SCALAR_TYPE_DEFINITION }];
    case 'ENUM': {
      const values = list('enumValues').flatMap(asMany(nameOf));
      return [
        {
          ...common,
          kind: Kind.ENUM_TYPE_DEFINITION,
          values: values.map((each) => ({ kind: Kind.ENUM_VALUE_DEFINITION, name: each })),
        },
      ];
    }
    case 'INPUT_OBJECT':
      return [
        {
          ...common,
          kind: Kind.INPUT_OBJECT_TYPE_DEFINITION,
          fields: list('inputFields').flatMap(asMany(inputOf)),
          directives: ownField(json, 'isOneOf') === true ? [directive('oneOf')] : [],
        },
      ];
    case 'OBJECT':
      return [
        {
          ...common,
          kind: Kind.OBJECT_TYPE_DEFINITION,
          interfaces,
          fields: list('fields').flatMap(asMany(fieldOf)),
        },
      ];
    case 'INTERFACE':
      return [
        {
          ...common,
          kind: Kind.INTERFACE_TYPE_DEFINITION,
          interfaces,
          fields: list('fields').flatMap(asMany(fieldOf)),
        },
      ];
    case 'UNION':
      return [{ ...common, kind: Kind.UNION_TYPE_DEFINITION, types }];
    default:
      return [];
  }
}

function fieldOf(json: Json): FieldDefinitionNode | undefined {
  const [name, type] = [nameOf(json), typeOf(ownField(json, 'type'))];
  if (name === undefined || type === undefined) return undefined;
  return {
    kind: Kind.FIELD_DEFINITION,
    name,
    ...descriptionOf(json),
    arguments: asList(ownField(json, 'args')).flatMap(asMany(inputOf)),
    type,
    directives: ownField(json, 'isDeprecated') === true ? [directive('deprecated')] : [],
  };
}

/** Of a default, only that there is one is of interest. */
function inputOf(json: Json): InputValueDefinitionNode | undefined {
  const [name, type] = [nameOf(json), typeOf(ownField(json, 'type'))];
  if (name === undefined || type === undefined) return undefined;
  const hasDefault = asText(ownField(json, 'defaultValue')) !== undefined;
  return {
    kind: Kind.INPUT_VALUE_DEFINITION,
    name,
    ...descriptionOf(json),
    type,
    ...(hasDefault ? { defaultValue: { kind: Kind.NULL } } : {}),
  };
}

const maxDepth = 20;

function typeOf(json: Json | undefined, depth = 0): TypeNode | undefined {
  const kind = ownField(json, 'kind');
  if (kind !== 'LIST' && kind !== 'NON_NULL') return namedType(json);
  const inner = depth < maxDepth ? typeOf(ownField(json, 'ofType'), depth + 1) : undefined;
  if (inner === undefined || kind === 'LIST') return inner && { kind: Kind.LIST_TYPE, type: inner };
  return inner.kind === Kind.NON_NULL_TYPE ? undefined : { kind: Kind.NON_NULL_TYPE, type: inner };
}

function namedType(json: Json | undefined): NamedTypeNode | undefined {
  const name = nameOf(json);
  return name && { kind: Kind.NAMED_TYPE, name };
}

/** Names are written into queries. */
function nameOf(json: Json | undefined): NameNode | undefined {
  const value = asText(ownField(json, 'name'));
  return value !== undefined && /^[_A-Za-z][_0-9A-Za-z]*$/.test(value)
    ? { kind: Kind.NAME, value }
    : undefined;
}

function descriptionOf(json: Json): { readonly description?: StringValueNode } {
  const value = asText(ownField(json, 'description'));
  return value === undefined ? {} : { description: { kind: Kind.STRING, value } };
}

const directive = (name: string): ConstDirectiveNode => ({
  kind: Kind.DIRECTIVE,
  name: { kind: Kind.NAME, value: name },
});

const asMany =
  <T>(read: (json: Json) => T | undefined) =>
  (json: Json): readonly T[] => {
    const found = read(json);
    return found === undefined ? [] : [found];
  };
