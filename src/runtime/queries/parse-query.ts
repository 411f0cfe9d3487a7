/** Parses a query into its tree (XQueryX), with the position of each part in the text. */
import fontoxpath from 'fontoxpath';
import { Document, type Element } from 'slimdom';
import { isExhausted } from './explain-dynamic.ts';
import { explainSyntax } from './explain-syntax.ts';
import type { Refusal } from './query-refusal.ts';

export interface ParsedQuery {
  readonly root: Element;
  readonly text: string;
  /** Offsets of expressions in the text, if requested. */
  readonly offsets: ReadonlyMap<Element, number>;
}

/**
 * Throws a RangeError if the query is nested too deeply.
 * @param places whether to find the positions of expressions, which takes longer
 */
export function parseQuery(query: string, places: boolean): ParsedQuery | Refusal {
  // Line ends are normalized as in XQuery; positions refer to the normalized text.
  const text = query.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  let root: Element;
  try {
    const options = { language: 'XQuery3.1', debug: places, annotateAst: false } as const;
    root = fontoxpath.parseScript<Element>(text, options, new Document());
  } catch (error) {
    if (isExhausted(error)) throw error;
    return explainSyntax(text, error);
  }
  const offsets = new Map<Element, number>();
  if (places) unwrap(root, undefined, offsets);
  return { root, text, offsets };
}

/** The offset of the closest expression around a part. */
export function offsetOf({ offsets }: ParsedQuery, part: Element): number {
  for (let each: Element | null = part; each !== null; each = each.parentElement) {
    const offset = offsets.get(each);
    if (offset !== undefined) return offset;
  }
  return 0;
}

export const partsOf = (element: Element): Element[] =>
  element.childNodes.filter((child): child is Element => child.nodeType === 1);

/** The parser wraps expressions in their positions: they are unwrapped and stored separately. */
function unwrap(element: Element, offset: number | undefined, offsets: Map<Element, number>): void {
  if (offset !== undefined) offsets.set(element, offset);
  for (const part of partsOf(element)) {
    let inner = part;
    let start: number | undefined;
    while (inner.localName === 'stackTrace') {
      start = offsetIn(inner);
      const [next] = partsOf(inner);
      if (next === undefined) break;
      inner = next;
    }
    if (inner !== part) element.replaceChild(inner, part);
    unwrap(inner, start, offsets);
  }
}

function offsetIn(trace: Element): number {
  const start = trace.attributes.find(({ localName }) => localName === 'start')?.value ?? '{}';
  const { offset }: { readonly offset?: number } = JSON.parse(start);
  return offset ?? 0;
}
