/** Reads XML into JSON by its type and validates it. The caller checks the name of the element. */
import type { Effort } from '../../kernel/index.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { compileShape } from './compile-shape.ts';
import { createMismatchCollector } from './mismatch-collector.ts';
import { noRule, readElement } from './read-element.ts';
import type { Fitted, Shape } from './shape.ts';

export function fromXml(element: XmlElement, shape: Shape, path: string, effort?: Effort): Fitted {
  const found = createMismatchCollector(effort);
  const value = readElement(element, compileShape(shape), noRule, path, found);
  return found.problems.length === 0
    ? { kind: 'fitted', value }
    : { kind: 'misshapen', problems: found.problems };
}
