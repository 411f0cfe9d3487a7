/**
 * Validates an element against its form and reports every error: unknown, misplaced, duplicate and missing elements and
 * attributes, and invalid values.
 */
import { textContentOf } from '../../xml/write-xml.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { SourceLocation } from '../model/schema.ts';
import { shorten } from '../model/shorten.ts';
import { checkAttributes } from './check-attributes.ts';
import { checkParts, type PlacedChild } from './check-parts.ts';
import { findVariant } from './find-variant.ts';
import { anyContent, type ElementForm, type VariedForm } from './form.ts';
import type { FormContext } from './form-context.ts';
import { attributeOf, childOf, contentOf, type FormNode, pathIn, textIn } from './form-node.ts';
import type { SimpleValue } from './simple-values.ts';
import { listSlots } from './slots.ts';

export function readForm(
  context: FormContext,
  element: XmlElement,
  name: string,
  form: ElementForm | VariedForm,
  path: string,
): FormNode {
  const at: SourceLocation = { span: element.nameSpan, path };
  const { variant, form: chosen } = findVariant(context, element, form, at);
  const leaf: FormNode = { name, element, at, variant, children: [], textAt: textPlace(element, at) };
  if (chosen === undefined || chosen.content.kind === 'anything') return leaf;
  checkAttributes(context, element, chosen, at);
  const { content } = chosen;
  if (content.kind === 'text') {
    checkText(context, leaf, content.value);
    return leaf;
  }
  checkNoText(context, leaf);
  const slots = listSlots(content.parts, context.version);
  const found = checkParts({ context, parent: element, slots, at });
  return { ...leaf, children: readChildren(context, found, path) };
}

function readChildren(
  context: FormContext,
  found: readonly PlacedChild[],
  path: string,
): readonly FormNode[] {
  const counts = new Map<string, number>();
  const keys = new Set<string>();
  return found.map(({ element, name, form, repeated, unique }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const key = keyOf(element) ?? (repeated ? String(count) : undefined);
    const own = pathIn(path, key === undefined ? name : `${name}[${key}]`);
    const isNamed = form === null || !('unnamed' in form);
    const node = readForm(context, element, name, form ?? anyContent, isNamed ? own : path);
    if (unique !== undefined) checkUnique(context, node, unique, keys);
    return node;
  });
}

function checkUnique(context: FormContext, node: FormNode, unique: string, keys: Set<string>): void {
  const value = textIn(node, unique);
  const key = `${node.name} ${value}`;
  if (keys.has(key)) {
    context.report(childOf(node, unique)?.textAt ?? node.at, {
      rule: 'duplicate-element',
      message: `Another “${node.element.name}” already has the ${unique} “${shorten(value)}”. Merge them.`,
      expected: `a unique ${unique} for each “${node.element.name}”`,
      actual: shorten(value),
    });
  }
  keys.add(key);
}

/** What distinguishes it from others of its name. */
function keyOf(element: XmlElement): string | undefined {
  const key = attributeOf(element, 'id') ?? attributeOf(element, 'uri') ?? attributeOf(element, 'name');
  if (key !== undefined) return shorten(key.value);
  const named = element.children.find(
    (child) => child.kind === 'element' && (child.local === 'name' || child.local === 'element'),
  );
  return named?.kind === 'element' ? shorten(textContentOf(named).trim()) : undefined;
}

function textPlace(element: XmlElement, at: SourceLocation): SourceLocation {
  const texts = element.children.filter((child) => child.kind === 'text');
  const [first] = texts;
  const last = texts.at(-1);
  if (first === undefined || last === undefined) return at;
  return { span: { start: first.span.start, end: last.span.end }, path: at.path };
}

function checkText(context: FormContext, node: FormNode, value: SimpleValue): void {
  const inside = node.element.children.find((child) => child.kind === 'element');
  if (inside?.kind === 'element') {
    context.report(
      { span: inside.nameSpan, path: pathIn(node.at.path, inside.local) },
      {
        rule: 'unknown-element',
        message: `“${node.element.name}” can only contain text, no elements.`,
        expected: value.expected,
        actual: inside.name,
      },
    );
    return;
  }
  const text = contentOf(node);
  if (value.fits(text)) return;
  context.report(node.textAt, {
    rule: 'bad-value',
    message: `“${node.element.name}” cannot be ${text.trim() === '' ? 'empty' : `“${shorten(text.trim())}”`}. Expected: ${value.expected}.`,
    expected: value.expected,
    actual: text.trim() === '' ? 'nothing' : shorten(text.trim()),
  });
}

function checkNoText(context: FormContext, { element, at }: FormNode): void {
  const stray = element.children.find((child) => child.kind === 'text' && child.text.trim() !== '');
  if (stray?.kind !== 'text') return;
  const start =
    stray.span.start + (/\S/.exec(context.text.slice(stray.span.start, stray.span.end))?.index ?? 0);
  const line = context.text.indexOf('\n', start);
  const end = line < 0 ? stray.span.end : Math.min(line, stray.span.end);
  context.report(
    { span: { start, end }, path: at.path },
    {
      rule: 'unexpected-text',
      message: `“${element.name}” cannot contain text.`,
      expected: 'elements',
      actual: shorten(stray.text.trim()),
    },
  );
}
