/** Reads the schema of a specification: its named types, and its global elements as types. */
import type { Mistake } from '../document/reporter.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import type { XsdType, XsdTypes } from './shape.ts';

export interface ReadSchema {
  readonly types: XsdTypes;
  /** Types of its global elements, by their name. */
  readonly elements: XsdTypes;
}

/** @param path of the schema in its document: `specification[Order].schema` */
export function readSchema(
  _element: XmlElement,
  _path: string,
  _report: (mistake: Mistake) => void,
): ReadSchema {
  return { types: {}, elements: {} as { [name: string]: XsdType } };
}
