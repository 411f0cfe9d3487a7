/** Determines the form of an element by its attribute `xsi:type`. */
import { findNearest } from '../../../expression/index.ts';
import type { XmlElement } from '../../xml/xml-tree.ts';
import type { SourceLocation } from '../model/schema.ts';
import { shorten } from '../model/shorten.ts';
import type { ElementForm, VariedForm } from './form.ts';
import type { FormContext } from './form-context.ts';
import { pathIn } from './form-node.ts';

export interface Variant {
  /** Empty if the element has only one form. */
  readonly variant: string;
  /** `undefined` if it is unknown. */
  readonly form: ElementForm | undefined;
}

const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance';

export function findVariant(
  context: FormContext,
  element: XmlElement,
  form: ElementForm | VariedForm,
  at: SourceLocation,
): Variant {
  if (!('variants' in form)) return { variant: '', form };
  const names = Object.keys(form.variants);
  const attribute = element.attributes.find(
    ({ namespace, local }) => namespace === instanceNamespace && local === 'type',
  );
  const written = attribute?.value.trim() ?? form.otherwise;
  const name = written === null ? undefined : localName(context, element, written);
  const meant = name === undefined || Object.hasOwn(form.variants, name) ? name : findNearest(name, names);
  const chosen =
    meant === undefined || !Object.hasOwn(form.variants, meant) ? undefined : form.variants[meant];
  if (attribute === undefined && chosen === undefined) {
    context.report(at, {
      rule: 'missing-attribute',
      message: `“${element.name}” needs the attribute “xsi:type”, which defines its form.`,
      expected: names.map((each) => `xsi:type="${each}"`).join(' or '),
      actual: 'nothing',
    });
  } else if (attribute !== undefined && (chosen === undefined || meant !== name)) {
    context.report(
      { span: attribute.valueSpan, path: pathIn(at.path, `@${attribute.name}`) },
      {
        rule: 'bad-value',
        message: `“${element.name}” cannot have the type “${shorten(attribute.value)}”.${meant === undefined ? ` Expected: ${names.join(', ')}.` : ` Did you mean “${meant}”?`}`,
        expected: names.join(', '),
        actual: shorten(attribute.value),
        suggestion:
          meant === undefined
            ? undefined
            : { text: `Did you mean “${meant}”?`, edits: [{ span: attribute.valueSpan, text: meant }] },
      },
    );
  }
  return { variant: meant ?? '', form: chosen };
}

/** The name without its prefix, if the prefix is YAWL's. */
function localName(context: FormContext, element: XmlElement, written: string): string {
  const colon = written.indexOf(':');
  if (colon < 0) return written;
  const namespace = element.namespaces.get(written.slice(0, colon));
  return namespace === context.namespace ? written.slice(colon + 1) : written;
}
