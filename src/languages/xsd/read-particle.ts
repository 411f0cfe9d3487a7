/** Reads the content of an element: elements, groups (sequence, choice, all), and wildcards. */
import { checkElementValue, readElementType } from './read-element-rule.ts';
import {
  attributeText,
  checkKnownAttributes,
  checkName,
  childNodes,
  rawAttribute,
  reportUnknownElement,
  reportUnsupported,
  type SchemaContext,
  type SchemaNode,
} from './schema-context.ts';
import type { XsdParticle } from './shape.ts';

type Occurrence = Pick<XsdParticle, 'min' | 'max'>;

export const particleParts: readonly string[] = ['sequence', 'choice', 'all', 'group'];
const inner: readonly string[] = ['element', 'group', 'choice', 'sequence', 'any'];

/** `undefined` if it is empty, or has an error, which is reported. */
export function readParticle(context: SchemaContext, node: SchemaNode): XsdParticle | undefined {
  const particle = context.withDepth(node, () => readAny(context, node));
  return particle !== undefined && context.fitsSizeLimit(particle, node) ? particle : undefined;
}

function readAny(context: SchemaContext, node: SchemaNode): XsdParticle | undefined {
  const { local } = node.element;
  switch (local) {
    case 'element':
      return readElementParticle(context, node);
    case 'group':
      return readGroup(context, node);
    case 'any':
      return readWildcard(context, node);
    case 'sequence':
    case 'choice':
    case 'all': {
      checkKnownAttributes(context, node, ['minOccurs', 'maxOccurs']);
      return readModel(context, node, local, readOccurrence(context, node));
    }
    default:
      reportUnknownElement(context, node, inner);
      return undefined;
  }
}

function readModel(
  context: SchemaContext,
  node: SchemaNode,
  kind: 'sequence' | 'choice' | 'all',
  occurrence: Occurrence,
): XsdParticle {
  const parts = childNodes(context, node).flatMap((part) => {
    const fits = kind === 'all' ? part.element.local === 'element' : inner.includes(part.element.local);
    if (!fits) {
      reportUnknownElement(context, part, kind === 'all' ? ['element'] : inner);
      return [];
    }
    const particle = readParticle(context, part);
    if (particle === undefined) return [];
    const isAll = particle.kind === 'all' || (kind === 'all' && (particle.max === null || particle.max > 1));
    if (isAll) reportAllGroup(context, part);
    return isAll ? [] : [particle];
  });
  if (kind === 'all' && occurrence.max !== 1 && occurrence.max !== 0) reportAllGroup(context, node);
  return { kind, parts, ...occurrence };
}

function reportAllGroup(context: SchemaContext, node: SchemaNode): void {
  const message =
    '“all” must be the whole content of a type, once. Each of its elements can occur at most once.';
  context.reportAt(node, {
    rule: 'xsd-value',
    message,
    expected: 'maxOccurs 0 or 1',
    actual: 'something else',
  });
}

function readGroup(context: SchemaContext, node: SchemaNode): XsdParticle | undefined {
  checkKnownAttributes(context, node, ['ref', 'minOccurs', 'maxOccurs']);
  const occurrence = readOccurrence(context, node);
  const name = attributeText(node, 'ref');
  if (name === undefined) {
    const message = 'A group is referred to by “ref”.';
    context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'ref', actual: 'nothing' });
    return undefined;
  }
  const group = context.find('group', name, node, 'ref');
  if (group === undefined) return undefined;
  const particle = context.readOnce(group.path, node, () => {
    checkKnownAttributes(context, group, ['name']);
    const [model, ...others] = childNodes(context, group);
    for (const other of others) reportUnknownElement(context, other, []);
    return model === undefined ? undefined : readParticle(context, model);
  });
  return particle === undefined ? undefined : { ...particle, ...occurrence };
}

function readWildcard(context: SchemaContext, node: SchemaNode): XsdParticle {
  checkKnownAttributes(context, node, ['namespace', 'processContents', 'minOccurs', 'maxOccurs']);
  const namespace = attributeText(node, 'namespace') ?? '##any';
  if (namespace !== '##any' && namespace !== '##local') {
    const what = `A wildcard for the namespace “${namespace}”`;
    reportUnsupported(
      context,
      node,
      what,
      'Data is in no namespace: write “##any” or “##local”.',
      'namespace',
    );
  }
  if ((attributeText(node, 'processContents') ?? 'strict') === 'strict') {
    const instead = 'Write processContents="lax": the elements are accepted as they are.';
    reportUnsupported(
      context,
      node,
      'A wildcard whose elements are validated against their declarations',
      instead,
    );
  }
  return { kind: 'wildcard', ...readOccurrence(context, node) };
}

const elementAttributes = [
  'name',
  'ref',
  'type',
  'minOccurs',
  'maxOccurs',
  'nillable',
  'default',
  'fixed',
  'form',
  'block',
];

function readElementParticle(context: SchemaContext, node: SchemaNode): XsdParticle | undefined {
  checkKnownAttributes(context, node, elementAttributes);
  const occurrence = readOccurrence(context, node);
  const ref = attributeText(node, 'ref');
  const target = ref === undefined ? node : context.find('element', ref, node, 'ref');
  if (target === undefined) return undefined;
  const name = attributeText(target, 'name');
  if (name === undefined) {
    const message = 'An element needs a “name”, or a “ref” to a global one.';
    context.reportAt(node, { rule: 'xsd-syntax', message, expected: 'name or ref', actual: 'neither' });
    return undefined;
  }
  if (ref === undefined && !checkName(context, node, name)) return undefined;
  const type = ref === undefined ? readElementType(context, node) : context.elementType(name, target);
  if (ref === undefined) checkElementValue(context, node, type);
  const initial = rawAttribute(target, 'default');
  const fixed = rawAttribute(target, 'fixed');
  return {
    kind: 'element',
    name,
    type,
    ...occurrence,
    ...(/^(true|1)$/.test(attributeText(target, 'nillable') ?? '') ? { nillable: true } : {}),
    ...(initial === undefined ? {} : { default: initial }),
    ...(fixed === undefined ? {} : { fixed }),
  };
}

/** More children than any document can have count as unbounded. */
const maxOccurrences = 1_000_000_000;

function readOccurrence(context: SchemaContext, node: SchemaNode): Occurrence {
  const read = (attribute: 'minOccurs' | 'maxOccurs'): number | null => {
    const text = attributeText(node, attribute) ?? '1';
    if (attribute === 'maxOccurs' && text === 'unbounded') return null;
    if (/^\+?\d+$/.test(text)) return Math.min(Number(text), maxOccurrences);
    const message = `“${attribute}” must be a whole number${attribute === 'maxOccurs' ? ' or “unbounded”' : ''}.`;
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'a whole number',
      actual: text,
      attribute,
    });
    return 1;
  };
  const [min, max] = [read('minOccurs') ?? 1, read('maxOccurs')];
  if (max !== null && max < min) {
    const message = `“minOccurs” ${min} is more than “maxOccurs” ${max}.`;
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: `at least ${min}`,
      actual: String(max),
      attribute: 'maxOccurs',
    });
    return { min: max, max };
  }
  return { min, max };
}
