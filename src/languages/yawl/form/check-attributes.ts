/** Checks the attributes of an element against its form. */
import { findNearest } from '../../../expression/index.ts';
import type { XmlAttribute, XmlElement } from '../../xml/xml-tree.ts';
import type { SourceLocation } from '../model/schema.ts';
import { shorten } from '../model/shorten.ts';
import type { ElementForm } from './form.ts';
import type { FormContext } from './form-context.ts';
import { attributeOf, pathIn } from './form-node.ts';
import { describeVersionRange, isInVersion } from './versions.ts';

/** Attributes of XML itself and of schema instances are allowed on every element. */
const everywhere = ['http://www.w3.org/2001/XMLSchema-instance', 'http://www.w3.org/XML/1998/namespace'];

export function checkAttributes(
  context: FormContext,
  element: XmlElement,
  form: ElementForm,
  at: SourceLocation,
): void {
  const { attributes = {}, extended } = form;
  const open = extended !== undefined && isInVersion(extended, context.version);
  const known = Object.entries(attributes).filter(([, each]) => isInVersion(each, context.version));
  const names = known.map(([name]) => name);
  for (const attribute of element.attributes) {
    if (everywhere.includes(attribute.namespace)) continue;
    const there = { span: attribute.valueSpan, path: pathIn(at.path, `@${attribute.name}`) };
    const [, wanted] = known.find(([name]) => attribute.namespace === '' && name === attribute.local) ?? [];
    if (wanted === undefined) {
      if (!open) reportUnknown(context, element, attribute, attributes, names, at);
    } else if (!wanted.value.fits(attribute.value)) {
      context.report(there, {
        rule: 'bad-value',
        message: `The attribute “${attribute.name}” of “${element.name}” cannot be “${shorten(attribute.value)}”. Expected: ${wanted.value.expected}.`,
        expected: wanted.value.expected,
        actual: shorten(attribute.value),
      });
    }
  }
  for (const [name, { required }] of known) {
    if (!required || attributeOf(element, name) !== undefined) continue;
    context.report(at, {
      rule: 'missing-attribute',
      message: `“${element.name}” needs the attribute “${name}”.`,
      expected: `${name}="…"`,
      actual: 'nothing',
    });
  }
}

function reportUnknown(
  context: FormContext,
  element: XmlElement,
  attribute: XmlAttribute,
  attributes: NonNullable<ElementForm['attributes']>,
  names: readonly string[],
  at: SourceLocation,
): void {
  const nameSpan = { start: attribute.span.start, end: attribute.span.start + attribute.name.length };
  const versionRange = Object.hasOwn(attributes, attribute.name) ? attributes[attribute.name] : undefined;
  const free = names.filter((name) => attributeOf(element, name) === undefined);
  const meant = versionRange === undefined ? findNearest(attribute.name, free) : undefined;
  context.report(
    { span: nameSpan, path: pathIn(at.path, `@${attribute.name}`) },
    {
      rule: 'unknown-attribute',
      message:
        versionRange === undefined
          ? `“${element.name}” has no attribute “${attribute.name}”.${meant === undefined ? ` Expected: ${names.join(', ') || 'no attribute'}.` : ` Did you mean “${meant}”?`}`
          : `The attribute “${attribute.name}” exists ${describeVersionRange(versionRange)}. This file has version ${context.version}.`,
      expected: names.join(', ') || 'no attribute',
      actual: attribute.name,
      suggestion:
        meant === undefined
          ? undefined
          : { text: `Did you mean “${meant}”?`, edits: [{ span: nameSpan, text: meant }] },
    },
  );
}
