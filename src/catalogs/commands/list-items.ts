/** The items of a command that returns a list: the list itself, or the only list of objects in a field of its result. */
import type { ApiDocument } from '../document/api-document.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { resultSchemaOf } from '../document/operation-result.ts';
import { isDate, isMeantFor } from '../document/type-of-schema.ts';
import { allowedValues, type SchemaView } from '../document/view-schema.ts';
import { snake } from './word-forms.ts';

export type ScalarKind = 'number' | 'string';

/** The fields of an item that always have a value, by their name in words. */
export type ItemFields = ReadonlyMap<string, ItemField>;

export interface ItemField {
  readonly name: string;
  readonly kind: ScalarKind;
}

export interface ListedItems {
  /** The field of the result that holds the list; null: the result is the list. */
  readonly list: string | null;
  readonly fields: ItemFields;
}

/** Wider results are no lists. */
const maxFields = 300;

/** `undefined` if there is no such list. */
export function listItemsOf(api: ApiDocument, endpoint: Endpoint): ListedItems | undefined {
  const schema = resultSchemaOf(api, endpoint);
  if (schema === undefined) return undefined;
  const view = api.view(schema);
  if (!isPlain(view)) return undefined;
  if (view.kind === 'array') return listedIn(null, fieldsOf(api, view));
  if (view.kind !== 'object' || view.properties.size > maxFields) return undefined;
  const lists = [...view.properties].flatMap(([name, schemaOfList]) => {
    const property = api.view(schemaOfList);
    const isList = isPlain(property) && property.kind === 'array';
    return (isList ? listedIn(name, fieldsOf(api, property)) : undefined) ?? [];
  });
  return lists.length === 1 ? lists[0] : undefined;
}

const listedIn = (list: string | null, fields: ItemFields | undefined): ListedItems | undefined =>
  fields === undefined ? undefined : { list, fields };

function fieldsOf(api: ApiDocument, list: SchemaView): ItemFields | undefined {
  const item = api.view(list.items);
  if (!isPlain(item) || item.kind !== 'object' || item.properties.size > maxFields) return undefined;
  const fields = new Map<string, ItemField>();
  for (const [name, property] of item.properties) {
    const view = api.view(property);
    const kind = scalarKindOf(view);
    if (kind !== undefined && isPlain(view) && isMeantFor(view, 'received')) {
      const words = snake(name);
      if (!fields.has(words)) fields.set(words, { name, kind });
    }
  }
  return fields;
}

const isPlain = ({ nullable, choices }: SchemaView): boolean => !nullable && choices.length === 0;

/** Of a value that may be one of a list; `undefined` if it cannot, for instance because its values are known. */
export function scalarKindOf(view: SchemaView): ScalarKind | undefined {
  const { kind, choices, parts } = view;
  if (choices.length > 0 || isDate(view) || parts.some((part) => allowedValues(part).length > 0))
    return undefined;
  if (kind === 'integer' || kind === 'number') return 'number';
  return kind === 'string' ? 'string' : undefined;
}
