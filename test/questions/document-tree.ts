/** A document as its author wrote it: every part is an object of its own, and a key can occur twice; the first counts. */
export type DocumentNode = MapNode | ListNode | ScalarNode;

export interface MapNode {
  readonly kind: 'map';
  readonly entries: Entry[];
}

export interface ListNode {
  readonly kind: 'list';
  readonly items: DocumentNode[];
}

export interface ScalarNode {
  readonly kind: 'scalar';
  readonly value: string | number | boolean | null;
}

export interface Entry {
  key: string;
  value: DocumentNode;
}

/** A part that can be pointed at: a value, or an entry by its key. */
export type Part = DocumentNode | Entry;

/** An error that a document must have, and where. */
export interface Mistake {
  readonly rule: string;
  readonly at: Part;
  /** Of a character in a text. */
  readonly offset?: number;
}

/** Of plain data. */
export function nodeOf(data: unknown): DocumentNode {
  if (Array.isArray(data)) return { kind: 'list', items: data.map(nodeOf) };
  if (typeof data === 'object' && data !== null) return mapOf(data);
  return { kind: 'scalar', value: data as ScalarNode['value'] };
}

export const mapOf = (data: object): MapNode => ({
  kind: 'map',
  entries: Object.entries(data).map(([key, value]) => ({ key, value: nodeOf(value) })),
});

/** As programs read it. */
export function dataOf(node: DocumentNode): unknown {
  switch (node.kind) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(dataOf);
    case 'map':
      return Object.fromEntries(entriesOf(node).map(({ key, value }) => [key, dataOf(value)]));
  }
}

export const entryOf = (node: DocumentNode | undefined, key: string): Entry | undefined =>
  node?.kind === 'map' ? node.entries.find((entry) => entry.key === key) : undefined;

/** Those that count. */
export const entriesOf = (node: DocumentNode | undefined): readonly Entry[] =>
  node?.kind === 'map' ? node.entries.filter((entry) => entryOf(node, entry.key) === entry) : [];

export const itemsOf = (node: DocumentNode | undefined): readonly DocumentNode[] =>
  node?.kind === 'list' ? node.items : [];

/** The value at the end of some keys. */
export const valueAt = (
  node: DocumentNode | undefined,
  ...keys: readonly string[]
): DocumentNode | undefined =>
  keys.reduce<DocumentNode | undefined>((at, key) => entryOf(at, key)?.value, node);

function scalarAt(
  node: DocumentNode | undefined,
  ...keys: readonly string[]
): ScalarNode['value'] | undefined {
  const found = valueAt(node, ...keys);
  return found?.kind === 'scalar' ? found.value : undefined;
}

export const textAt = (node: DocumentNode | undefined, ...keys: readonly string[]): string =>
  String(scalarAt(node, ...keys) ?? '');

/** Every map in it, itself first. */
export const mapsIn = (node: DocumentNode): readonly MapNode[] => [
  ...(node.kind === 'map' ? [node] : []),
  ...partsOf(node).flatMap(mapsIn),
];

/** Every text in it that is a value. */
export const textsIn = (node: DocumentNode): readonly string[] =>
  node.kind === 'scalar' ? [String(node.value)] : partsOf(node).flatMap(textsIn);

const partsOf = (node: DocumentNode): readonly DocumentNode[] =>
  node.kind === 'map' ? node.entries.map(({ value }) => value) : node.kind === 'list' ? node.items : [];

/** Replaces a value, or adds it at the end. */
export function put(map: MapNode, key: string, data: unknown): Entry {
  const known = entryOf(map, key);
  const value = nodeOf(data);
  if (known !== undefined) {
    known.value = value;
    return known;
  }
  const entry = { key, value };
  map.entries.push(entry);
  return entry;
}

export function drop(map: MapNode, ...keys: readonly string[]): void {
  for (const key of keys) {
    const at = map.entries.findIndex((entry) => entry.key === key);
    if (at >= 0) map.entries.splice(at, 1);
  }
}
