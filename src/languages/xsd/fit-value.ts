/**
 * Validates the JSON of callers against a shape. Returns fitting values in the canonical form of their type; a text
 * that denotes a value becomes that value, unless the check is strict. Reports every mismatch at once.
 */
import type { Effort, Json } from '../../kernel/index.ts';
import { type Codec, compileShape } from './compile-shape.ts';
import { fitAnyAttribute, fitAttributes, isRecord } from './fit-attributes.ts';
import { fitComplex } from './fit-complex.ts';
import { fitSimple } from './fit-simple.ts';
import { innerXml, parseInner, xmlOfJson } from './inner-xml.ts';
import { createMismatchCollector, describeKind, type MismatchCollector } from './mismatch-collector.ts';
import { noRule } from './read-element.ts';
import type { Fitted, Shape } from './shape.ts';

/** The same limit as for XML. */
const maxDepth = 90;

export interface FitOptions {
  readonly effort?: Effort;
  /** Whether a text is refused for a boolean or a whole number, as by the schema of the shape. */
  readonly isStrict?: boolean;
}

export function fitValue(value: Json, shape: Shape, path: string, options: FitOptions = {}): Fitted {
  const found = createMismatchCollector(options.effort, options.isStrict);
  if (isDeeper(value, maxDepth)) {
    const maxDepthText = `at most ${maxDepth} levels`;
    found.add(path, `“${path}” is nested more than ${maxDepth} levels deep.`, maxDepthText, 'more levels');
    return { kind: 'misshapen', problems: found.problems };
  }
  const fitted = fitElement(value, compileShape(shape), noRule, path, found);
  return found.problems.length === 0
    ? { kind: 'fitted', value: fitted }
    : { kind: 'misshapen', problems: found.problems };
}

/** Any kind; `null` if it does not fit. */
function fitElement(
  value: Json,
  codec: Codec,
  rule: Parameters<typeof fitSimple>[2],
  path: string,
  found: MismatchCollector,
): Json {
  if (value === null && rule.nillable) {
    if (codec.kind === 'complex') fitAttributes({}, codec, path, found);
    return null;
  }
  if (codec.kind === 'any') return fitAnything(value, path, found);
  if (codec.kind === 'simple') return fitSimple(value, codec, rule, path, found);
  return fitComplex(value, codec, rule, path, found, fitElement);
}

function fitAnything(value: Json, path: string, found: MismatchCollector): Json {
  const keys = isRecord(value) ? Object.keys(value) : [];
  if (!isRecord(value) || keys.length === 0 || !keys.every((key) => key.startsWith('@') || key === '#text'))
    return fitInner(value, path, found);
  const attributes = keys
    .filter((key) => key !== '#text')
    .map((key): [string, Json] => [key, fitAnyAttribute(key, value[key] ?? null, path, found)]);
  const inside = fitInner(value['#text'] ?? '', path, found);
  // Without attributes the value is the text itself.
  return attributes.length === 0 ? inside : Object.fromEntries([...attributes, ['#text', inside]]);
}

/** The content is parsed and written again, so that it cannot close the element that contains it. */
function fitInner(value: Json, path: string, found: MismatchCollector): Json {
  const text = typeof value === 'string' ? value : xmlOfJson(value);
  const parsed = text === undefined ? undefined : parseInner(text);
  if (parsed !== undefined) return innerXml(parsed);
  const message =
    typeof value === 'string'
      ? `“${path}” has no type, so it must be XML as a text. It is not well-formed. Write “&lt;” for “<” and “&amp;” for “&”.`
      : `“${path}” has no type, so it must be XML as a text, or an object whose keys are names of XML elements.`;
  found.add(path, message, 'XML as a text', describeKind(value));
  return null;
}

function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
