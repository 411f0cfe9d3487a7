/**
 * The fields that a command asks for unless its caller selects others, and the type of what comes back. Whole layers of
 * objects are left out until the selection is small enough.
 */
import { type FieldDefinitionNode, Kind, type TypeDefinitionNode, type TypeNode } from 'graphql';
import { anyType, joinTypes, type Type, type TypeField } from '../../expression/index.ts';
import { scalarType } from './argument-types.ts';
import {
  type GraphqlSchema,
  hasDirective,
  isBuiltIn,
  isRequired,
  nameOfType,
  outputFields,
  writeType,
} from './graphql-schema.ts';

const depths = [3, 2, 1];
const maxFields = 300;
/** Fields that are looked at. */
const maxSteps = 2_000;
const maxMembers = 5;
const maxNesting = 12;
const typename = '__typename';

export interface Selection {
  /** Without braces; empty for a value that has no fields. */
  readonly text: string;
  readonly result: Type;
}

interface Walk {
  readonly schema: GraphqlSchema;
  readonly made: { fields: number; steps: number };
  /** By the path in the response: parts of one path must have one form, also those of different members of a union. */
  readonly forms: Map<string, string>;
  /** Layers of objects, with this one. */
  readonly depth: number;
  readonly nesting: number;
  readonly path: string;
  readonly inside: ReadonlySet<string>;
}

/** The smallest selection; `undefined` if the schema has no such type, or values of it cannot be received. */
export function smallestSelection(schema: GraphqlSchema, type: TypeNode): string | undefined {
  const name = nameOfType(type);
  if (name === undefined) return undefined;
  if (leafType(schema, name) !== undefined) return '';
  return isComposite(schema.types.get(name)) ? typename : undefined;
}

/** `undefined` if there is no smallest one. */
export function selectFields(schema: GraphqlSchema, type: TypeNode): Selection | undefined {
  const name = nameOfType(type);
  if (name === undefined) return undefined;
  const leaf = leafType(schema, name);
  if (leaf !== undefined) return { text: '', result: inLists(type, leaf) };
  if (!isComposite(schema.types.get(name))) return undefined;
  let found: Parts | undefined;
  for (const depth of depths) {
    const made = { fields: 0, steps: 0 };
    const forms = new Map<string, string>();
    found = selectParts({ schema, made, forms, depth, nesting: 0, path: '', inside: new Set() }, name);
    if (made.fields <= maxFields && made.steps <= maxSteps) break;
  }
  return found && { text: found.texts.join(' '), result: inLists(type, objectType(found)) };
}

interface Parts {
  readonly texts: readonly string[];
  readonly fields: readonly TypeField[];
}

/** Callers may select other fields: they are not wrong. */
const objectType = ({ fields }: Parts): Type => ({ kind: 'object', fields, open: true });

function selectParts(outer: Walk, name: string): Parts {
  const { schema, inside } = outer;
  const definition = schema.types.get(name);
  const walk = { ...outer, nesting: outer.nesting + 1, inside: new Set([...inside, name]) };
  const own = selectEach(walk, definition, new Set());
  if (definition?.kind === Kind.OBJECT_TYPE_DEFINITION) return own.texts.length > 0 ? own : onlyTypename;
  const texts = [typename, ...own.texts];
  const common = new Set(own.fields.map((field) => field.name));
  const fields = new Map([...onlyTypename.fields, ...own.fields].map((field) => [field.name, field]));
  for (const member of schema.membersOf(name).slice(0, maxMembers)) {
    if (inside.has(member)) continue;
    const parts = selectEach(
      { ...walk, inside: new Set([...walk.inside, member]) },
      schema.types.get(member),
      common,
    );
    if (parts.texts.length > 0) texts.push(`... on ${member} { ${parts.texts.join(' ')} }`);
    for (const field of parts.fields) {
      const known = fields.get(field.name);
      const type = known === undefined ? field.type : joinTypes(known.type, field.type);
      fields.set(field.name, { name: field.name, type, optional: true });
    }
  }
  return { texts, fields: [...fields.values()] };
}

const onlyTypename: Parts = {
  texts: [typename],
  fields: [{ name: typename, type: { kind: 'string' }, optional: false }],
};

function selectEach(
  walk: Walk,
  definition: TypeDefinitionNode | undefined,
  isTaken: ReadonlySet<string>,
): Parts {
  const texts: string[] = [];
  const fields: TypeField[] = [];
  const { hasNodes } = listForm(definition);
  for (const field of outputFields(definition)) {
    const name = field.name.value;
    walk.made.steps += 1 + (field.arguments?.length ?? 0);
    if (walk.made.fields > maxFields || walk.made.steps > maxSteps) break;
    if (isTaken.has(name) || (hasNodes && name === 'edges') || !isPlain(walk.schema, field)) continue;
    const selected = selectField(walk, field);
    if (selected === undefined) continue;
    texts.push(selected.text === '' ? name : `${name} { ${selected.text} }`);
    fields.push({ name, type: selected.result, optional: false });
  }
  return { texts, fields };
}

function selectField(
  walk: Walk,
  { name: { value: field }, type }: FieldDefinitionNode,
): Selection | undefined {
  const { schema, made, forms, inside, nesting } = walk;
  const name = nameOfType(type);
  if (name === undefined) return undefined;
  const leaf = leafType(schema, name);
  const path = `${walk.path}.${field}`;
  const form = writeType(type).replace(name, leaf === undefined ? '{}' : name);
  if ((forms.get(path) ?? form) !== form) return undefined;
  if (leaf !== undefined) {
    forms.set(path, form);
    made.fields += 1;
    return { text: '', result: inLists(type, leaf) };
  }
  const definition = schema.types.get(name);
  if (!isComposite(definition) || inside.has(name) || nesting > maxNesting) return undefined;
  const depth = isPartOfList(walk) ? walk.depth : walk.depth - 1;
  if (depth < 1) return undefined;
  forms.set(path, form);
  made.fields += 1;
  const parts = selectParts({ ...walk, depth, path }, name);
  return { text: parts.texts.join(' '), result: inLists(type, objectType(parts)) };
}

const isComposite = (definition: TypeDefinitionNode | undefined): boolean =>
  definition?.kind === Kind.OBJECT_TYPE_DEFINITION ||
  definition?.kind === Kind.INTERFACE_TYPE_DEFINITION ||
  definition?.kind === Kind.UNION_TYPE_DEFINITION;

/** `undefined` if it is not a type without fields. */
function leafType({ types }: GraphqlSchema, name: string): Type | undefined {
  if (isBuiltIn(name)) return scalarType(name);
  const kind = types.get(name)?.kind;
  if (kind === Kind.ENUM_TYPE_DEFINITION) return { kind: 'string' };
  return kind === Kind.SCALAR_TYPE_DEFINITION ? anyType : undefined;
}

function inLists(type: TypeNode, inner: Type): Type {
  if (type.kind === Kind.NAMED_TYPE) return inner;
  const of = inLists(type.type, inner);
  return type.kind === Kind.LIST_TYPE ? { kind: 'list', of } : of;
}

/** Whether it can be asked for without arguments. A list in pages inside of another is left to those who select it. */
const isPlain = (schema: GraphqlSchema, field: FieldDefinitionNode): boolean =>
  !hasDirective(field, 'deprecated') &&
  !(field.arguments ?? []).some((arg) => isRequired(arg) || pages.has(arg.name.value)) &&
  !listForm(schema.types.get(nameOfType(field.type) ?? '')).isPage;

const pages: ReadonlySet<string> = new Set(['first', 'last', 'limit', 'pageSize', 'perPage', 'take']);

interface ListForm {
  /** It is a page of a list, with where the next one begins. */
  readonly isPage: boolean;
  readonly hasNodes: boolean;
  readonly isEdge: boolean;
}

const listForms = new WeakMap<TypeDefinitionNode, ListForm>();
const noList: ListForm = { isPage: false, hasNodes: false, isEdge: false };

function listForm(definition: TypeDefinitionNode | undefined): ListForm {
  if (definition === undefined) return noList;
  const known = listForms.get(definition);
  if (known !== undefined) return known;
  const names = new Set(outputFields(definition).map(({ name }) => name.value));
  const isPage = names.has('pageInfo') && (names.has('nodes') || names.has('edges'));
  const form = {
    isPage,
    hasNodes: isPage && names.has('nodes'),
    isEdge: names.has('cursor') && names.has('node'),
  };
  listForms.set(definition, form);
  return form;
}

/** What only belongs to the form of a page is no layer: `edges`, `node`, `nodes` and `pageInfo`. */
function isPartOfList({ schema, inside }: Walk): boolean {
  const [first, second] = [...inside].map((name) => listForm(schema.types.get(name)));
  return first?.isPage === true && (inside.size === 1 || (inside.size === 2 && second?.isEdge === true));
}
