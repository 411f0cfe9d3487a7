/** What the arguments of a field take: as types, as the GraphQL definitions that they refer to, and for people. */
import { type InputValueDefinitionNode, Kind, print, type TypeDefinitionNode, type TypeNode } from 'graphql';
import { anyType, type Type } from '../../expression/index.ts';
import {
  type GraphqlSchema,
  hasDirective,
  isBuiltIn,
  isRequired,
  nameOfType,
  sentType,
  writeType,
} from './graphql-schema.ts';
import { summaryOf } from './summary-of.ts';

const maxDepth = 4;
const maxFields = 500;

/** Objects are known to a depth. Whether a value may be null is not said: no type can. */
export function argumentType(schema: GraphqlSchema, type: TypeNode): Type {
  const count = { fields: 0 };
  const visit = (at: TypeNode, depth: number): Type => {
    if (at.kind === Kind.NON_NULL_TYPE) return visit(at.type, depth);
    if (at.kind === Kind.LIST_TYPE) return { kind: 'list', of: visit(at.type, depth) };
    const name = at.name.value;
    // An ID can be given as a number, too.
    if (isBuiltIn(name)) return name === 'ID' ? anyType : scalarType(name);
    const definition = schema.types.get(name);
    if (definition?.kind === Kind.ENUM_TYPE_DEFINITION) return { kind: 'string' };
    if (definition?.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return anyType;
    const fields = definition.fields ?? [];
    count.fields += fields.length;
    if (depth === 0 || count.fields > maxFields) return { kind: 'object', fields: [], open: true };
    return {
      kind: 'object',
      fields: fields.map((field) => ({
        name: field.name.value,
        type: nameOfType(field.type) === undefined ? anyType : visit(field.type, depth - 1),
        optional: !isRequired(field),
      })),
      open: false,
    };
  };
  return visit(type, maxDepth);
}

export function scalarType(name: string): Type {
  if (name === 'Int') return { kind: 'int' };
  if (name === 'Float') return { kind: 'number' };
  if (name === 'Boolean') return { kind: 'bool' };
  return name === 'String' || name === 'ID' ? { kind: 'string' } : anyType;
}

/** Whether a value can be sent as it. */
export function isInputType(schema: GraphqlSchema, type: TypeNode): boolean {
  const name = nameOfType(type);
  if (name === undefined) return false;
  const kind = schema.types.get(name)?.kind;
  return (
    kind === undefined ||
    kind === Kind.SCALAR_TYPE_DEFINITION ||
    kind === Kind.ENUM_TYPE_DEFINITION ||
    kind === Kind.INPUT_OBJECT_TYPE_DEFINITION
  );
}

const maxTypes = 200;
const maxTypesLength = 60_000;

/** Definitions that the arguments refer to, the nearest first. Those beyond the limit are scalars, which take anything. */
export function writeArgumentTypes(schema: GraphqlSchema, args: readonly InputValueDefinitionNode[]): string {
  const names = new Set(args.flatMap(({ type }) => nameOfType(type) ?? []));
  const written: string[] = [];
  let length = 0;
  // What is added while it is read is read, too.
  for (const name of names) {
    if (isBuiltIn(name)) continue;
    const definition = schema.types.get(name);
    const text = written.length < maxTypes ? writeDefinition(definition, maxTypesLength - length) : undefined;
    if (text !== undefined && definition?.kind === Kind.INPUT_OBJECT_TYPE_DEFINITION)
      for (const { type } of definition.fields ?? []) names.add(nameOfType(type) ?? '');
    written.push(text ?? `scalar ${name}`);
    length += text?.length ?? 0;
  }
  return written.join('\n');
}

/** `undefined` if it is no input type, or too long. */
function writeDefinition(definition: TypeDefinitionNode | undefined, maxLength: number): string | undefined {
  const name = definition?.name.value;
  const parts = partsOf(definition);
  if (definition === undefined || parts === undefined || parts.length > maxLength / 4) return undefined;
  const isOneOf = hasDirective(definition, 'oneOf');
  const keyword = definition.kind === Kind.ENUM_TYPE_DEFINITION ? 'enum' : 'input';
  const text = `${keyword} ${name}${isOneOf ? ' @oneOf' : ''} { ${parts.join(' ')} }`;
  return text.length > maxLength ? undefined : text;
}

function partsOf(definition: TypeDefinitionNode | undefined): readonly string[] | undefined {
  if (definition?.kind === Kind.ENUM_TYPE_DEFINITION)
    return filled((definition.values ?? []).map(({ name }) => name.value));
  if (definition?.kind !== Kind.INPUT_OBJECT_TYPE_DEFINITION) return undefined;
  const fields = definition.fields ?? [];
  if (fields.some(({ type }) => nameOfType(type) === undefined)) return undefined;
  return filled(fields.map((field) => `${field.name.value}: ${writeType(sentType(field))}`));
}

const filled = (parts: readonly string[]): readonly string[] | undefined =>
  parts.length === 0 ? undefined : parts;

const maxListed = 50;
const maxValues = 30;

/** One line for each argument, with its type as GraphQL writes it, and the values that it can have. */
export function describeArguments(schema: GraphqlSchema, args: readonly InputValueDefinitionNode[]): string {
  return args
    .slice(0, maxListed)
    .map((arg) => {
      const definition = schema.types.get(nameOfType(arg.type) ?? '');
      const values = definition?.kind === Kind.ENUM_TYPE_DEFINITION ? (definition.values ?? []) : [];
      const shown = values.slice(0, maxValues).map(({ name }) => name.value);
      const more = values.length > maxValues ? ', …' : '';
      const preset = arg.defaultValue === undefined ? '' : defaultOf(arg.defaultValue);
      const says = [
        summaryOf(arg.description?.value),
        shown.length === 0 ? '' : `One of ${shown.join(', ')}${more}.`,
        preset,
      ].filter((part) => part !== '');
      return `- ${arg.name.value}: ${writeType(sentType(arg))}${says.length === 0 ? '' : ` – ${says.join(' ')}`}`;
    })
    .join('\n');
}

/** Only what is short. Introspection does not give values here. */
function defaultOf(value: NonNullable<InputValueDefinitionNode['defaultValue']>): string {
  const isSimple =
    value.kind === Kind.INT ||
    value.kind === Kind.FLOAT ||
    value.kind === Kind.BOOLEAN ||
    value.kind === Kind.ENUM;
  return isSimple && print(value).length <= 40 ? `Default: ${print(value)}.` : '';
}
