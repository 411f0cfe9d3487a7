/**
 * Data of a YAML or JSON document whose every part has its position in the text. A value that an alias or a merge
 * refers to has the span of the anchor where it is written, and the path of where it is used.
 */
import type { Json, Span } from '../../expression/index.ts';

export type Located = LocatedMap | LocatedList | LocatedScalar;

export interface LocatedMap {
  readonly kind: 'map';
  /** In the order of the text; of a duplicate key, the first. */
  readonly entries: readonly LocatedEntry[];
  /** Whether it is written in brackets. */
  readonly flow: boolean;
  readonly span: Span;
  /** From the root of the document: `workflows.book.on[0]["a key"]`; empty for the root. */
  readonly path: string;
}

export interface LocatedEntry {
  readonly key: string;
  readonly keySpan: Span;
  readonly value: Located;
  /** From the key to the end of the value. */
  readonly span: Span;
  /** Whether `<<` merged it from another map. */
  readonly merged: boolean;
}

export interface LocatedList {
  readonly kind: 'list';
  readonly items: readonly Located[];
  /** The span of each item in this list; for an alias, the span of the alias. */
  readonly itemSpans: readonly Span[];
  readonly flow: boolean;
  readonly span: Span;
  readonly path: string;
}

export interface LocatedScalar {
  readonly kind: 'scalar';
  readonly value: null | boolean | number | string;
  readonly style: 'plain' | 'single' | 'double' | 'block';
  /** Whether it is inside brackets, where more texts require quotes. */
  readonly inFlow: boolean;
  /** With its quotes or block header; empty if no value is written. */
  readonly span: Span;
  readonly path: string;
}

export function findEntry(map: LocatedMap, key: string): LocatedEntry | undefined {
  return map.entries.find((entry) => entry.key === key);
}

/** The plain data. Keys are never interpreted, not even `__proto__`. */
export function toJson(located: Located): Json {
  switch (located.kind) {
    case 'scalar':
      return located.value;
    case 'list':
      return located.items.map(toJson);
    case 'map':
      return Object.fromEntries(located.entries.map(({ key, value }) => [key, toJson(value)]));
  }
}

const simpleKey = /^[A-Za-z_$][\w$-]*$/;
const maxKeyLengthInPath = 100;

export function pathOfKey(path: string, key: string): string {
  const shown = key.length > maxKeyLengthInPath ? `${key.slice(0, maxKeyLengthInPath)}…` : key;
  if (!simpleKey.test(key)) return `${path}[${JSON.stringify(shown)}]`;
  return path === '' ? shown : `${path}.${shown}`;
}

export function pathOfItem(path: string, index: number): string {
  return `${path}[${index}]`;
}
