/** Short notations for schemas, and conversions of values by their types. */
import type { Json } from '../../src/kernel/index.ts';
import type { Mistake } from '../../src/languages/document/reporter.ts';
import { parseXml } from '../../src/languages/xml/parse-xml.ts';
import type { XmlElement } from '../../src/languages/xml/xml-tree.ts';
import { findBuiltIn } from '../../src/languages/xsd/find-built-in.ts';
import { fitValue } from '../../src/languages/xsd/fit-value.ts';
import { fromXml } from '../../src/languages/xsd/from-xml.ts';
import { readSchema } from '../../src/languages/xsd/read-schema.ts';
import type { Fitted, Shape } from '../../src/languages/xsd/shape.ts';

const wrap = (declarations: string, attributes = ''): string =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"${attributes}>${declarations}</xs:schema>`;

function parse(text: string): XmlElement {
  const { root, problems } = parseXml(text);
  if (root === null) throw new Error(`${problems[0]?.message}: ${text}`);
  return root;
}

/** The errors of a schema: rule, marked text, and message. */
export function mistakesIn(declarations: string, attributes = ''): readonly string[] {
  const text = wrap(declarations, attributes);
  const found: Mistake[] = [];
  readSchema(parse(text), 'schema', (mistake) => found.push(mistake));
  return found.map(
    ({ rule, at, message, path }) => `${rule} at ${path}, “${text.slice(at.start, at.end)}”: ${message}`,
  );
}

/** The shape of a global element, or of a named type. */
export function shapeOf(declarations: string, name: string, attributes = ''): Shape {
  const mistakes: string[] = [];
  const text = wrap(declarations, attributes);
  const { types, elements } = readSchema(parse(text), 'schema', ({ message }) => mistakes.push(message));
  const own = Object.hasOwn(elements, name) ? elements[name] : undefined;
  const type = own ?? (Object.hasOwn(types, name) ? ({ kind: 'named', name } as const) : undefined);
  if (mistakes.length > 0 || type === undefined) throw new Error(`${mistakes.join('\n')}\n${text}`);
  return { type, types };
}

export function builtInShape(name: string): Shape {
  const type = findBuiltIn(name);
  if (type === undefined) throw new Error(`Type ${name} does not exist`);
  return { type, types: {} };
}

export const read = (text: string, shape: Shape): Fitted => fromXml(parse(text), shape, 'value');

/** The value if it fits, otherwise the paths with their messages. */
export const outcomeOf = (fitted: Fitted): Json =>
  fitted.kind === 'fitted' ? fitted.value : fitted.problems.map(({ path, message }) => `${path}: ${message}`);

export const fitted = (value: Json, shape: Shape): Json => outcomeOf(fitValue(value, shape, 'value'));
