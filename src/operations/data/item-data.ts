/** The data of a work item as its language declares it, and as XML. Items of languages without such types have none. */
import type { Json } from '../../kernel/index.ts';
import { type Shape, toXml } from '../../languages/index.ts';

export interface ItemData {
  /** Name of the root of its XML. */
  readonly root: string;
  readonly inputs: readonly ShapedField[];
  readonly outputs: readonly ShapedField[];
}

interface ShapedField {
  readonly name: string;
  readonly shape: Shape;
}

export function dataOfItem(item: Json): ItemData | null {
  const data = fieldsOf(item)['data'];
  // Made by the language from what was checked then.
  return data === undefined || data === null ? null : (data as unknown as ItemData);
}

/** What an item was given, as XML; null where it is of a language without. */
export function itemDataXml(item: Json, input: Json): string | null {
  const data = dataOfItem(item);
  if (data === null) return null;
  const values = fieldsOf(input);
  const elements = data.inputs.flatMap(({ name, shape }) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value === undefined ? [] : [toXml(name, value, shape)];
  });
  return `<${data.root}>${elements.join('')}</${data.root}>`;
}

const fieldsOf = (value: Json): { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as { readonly [name: string]: Json })
    : {};
