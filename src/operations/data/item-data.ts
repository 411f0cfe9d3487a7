/** The typed data of a work item, also as XML. Items of languages without such types have none. */
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
  if (data === undefined || data === null) return null;
  // The language created it from checked data.
  const { root, inputs, outputs } = data as unknown as WrittenData;
  const types = typesOfItem(item);
  const shaped = ({ name, of }: WrittenField): ShapedField => ({ name, shape: { type: of, types } });
  return { root, inputs: inputs.map(shaped), outputs: outputs.map(shaped) };
}

/** The named types of all its data. */
export const typesOfItem = (item: Json): Shape['types'] => (fieldsOf(item)['types'] ?? {}) as Shape['types'];

interface WrittenField {
  readonly name: string;
  readonly of: Shape['type'];
}

interface WrittenData {
  readonly root: string;
  readonly inputs: readonly WrittenField[];
  readonly outputs: readonly WrittenField[];
}

/** The input of an item as XML; null if its language has no such types. */
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
