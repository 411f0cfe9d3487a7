/** What stands inside an element: elements, groups of them in turn, by choice or in any order, and wildcards. */
import { checkElementValue, readElementType } from './read-element-rule.ts';
import {
  attributeOf,
  checkAttributes,
  checkName,
  partsOf,
  rawOf,
  type SchemaContext,
  type Site,
  tellUnknown,
  tellUnsupported,
} from './schema-context.ts';
import type { XsdParticle } from './shape.ts';

type Occurrence = Pick<XsdParticle, 'min' | 'max'>;

export const particleParts: readonly string[] = ['sequence', 'choice', 'all', 'group'];
const inner: readonly string[] = ['element', 'group', 'choice', 'sequence', 'any'];

/** Undefined where there is nothing to say, or it was wrong, which is told. */
export function readParticle(context: SchemaContext, site: Site): XsdParticle | undefined {
  const particle = context.deeper(site, () => readAny(context, site));
  return particle !== undefined && context.grows(particle, site) ? particle : undefined;
}

function readAny(context: SchemaContext, site: Site): XsdParticle | undefined {
  const { local } = site.element;
  switch (local) {
    case 'element':
      return readElement(context, site);
    case 'group':
      return readGroup(context, site);
    case 'any':
      return readWildcard(context, site);
    case 'sequence':
    case 'choice':
    case 'all': {
      checkAttributes(context, site, ['minOccurs', 'maxOccurs']);
      return readModel(context, site, local, readOccurrence(context, site));
    }
    default:
      tellUnknown(context, site, inner);
      return undefined;
  }
}

function readModel(
  context: SchemaContext,
  site: Site,
  kind: 'sequence' | 'choice' | 'all',
  occurrence: Occurrence,
): XsdParticle {
  const parts = partsOf(context, site).flatMap((part) => {
    const fits = kind === 'all' ? part.element.local === 'element' : inner.includes(part.element.local);
    if (!fits) {
      tellUnknown(context, part, kind === 'all' ? ['element'] : inner);
      return [];
    }
    const particle = readParticle(context, part);
    if (particle === undefined) return [];
    const isAll = particle.kind === 'all' || (kind === 'all' && (particle.max === null || particle.max > 1));
    if (isAll) tellAll(context, part);
    return isAll ? [] : [particle];
  });
  if (kind === 'all' && occurrence.max !== 1 && occurrence.max !== 0) tellAll(context, site);
  return { kind, parts, ...occurrence };
}

function tellAll(context: SchemaContext, site: Site): void {
  const message =
    '“all” is the whole content of a type, once; each of its elements stands in it at most once.';
  context.tell(site, { rule: 'xsd-value', message, expected: 'maxOccurs 0 or 1', actual: 'something else' });
}

function readGroup(context: SchemaContext, site: Site): XsdParticle | undefined {
  checkAttributes(context, site, ['ref', 'minOccurs', 'maxOccurs']);
  const occurrence = readOccurrence(context, site);
  const name = attributeOf(site, 'ref');
  if (name === undefined) {
    const message = 'A group is referred to by “ref”.';
    context.tell(site, { rule: 'xsd-syntax', message, expected: 'ref', actual: 'nothing' });
    return undefined;
  }
  const group = context.find('group', name, site, 'ref');
  if (group === undefined) return undefined;
  const particle = context.once(group.path, site, () => {
    checkAttributes(context, group, ['name']);
    const [model, ...others] = partsOf(context, group);
    for (const other of others) tellUnknown(context, other, []);
    return model === undefined ? undefined : readParticle(context, model);
  });
  return particle === undefined ? undefined : { ...particle, ...occurrence };
}

function readWildcard(context: SchemaContext, site: Site): XsdParticle {
  checkAttributes(context, site, ['namespace', 'processContents', 'minOccurs', 'maxOccurs']);
  const namespace = attributeOf(site, 'namespace') ?? '##any';
  if (namespace !== '##any' && namespace !== '##local') {
    const what = `A wildcard for the namespace “${namespace}”`;
    tellUnsupported(context, site, what, 'Data is in no namespace: write “##any” or “##local”.', 'namespace');
  }
  if ((attributeOf(site, 'processContents') ?? 'strict') === 'strict') {
    const instead = 'Write processContents="lax": what stands there is taken as it is.';
    tellUnsupported(context, site, 'A wildcard whose elements are held against their declarations', instead);
  }
  return { kind: 'wildcard', ...readOccurrence(context, site) };
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

function readElement(context: SchemaContext, site: Site): XsdParticle | undefined {
  checkAttributes(context, site, elementAttributes);
  const occurrence = readOccurrence(context, site);
  const ref = attributeOf(site, 'ref');
  const target = ref === undefined ? site : context.find('element', ref, site, 'ref');
  if (target === undefined) return undefined;
  const name = attributeOf(target, 'name');
  if (name === undefined) {
    const message = 'An element needs a “name”, or a “ref” to a global one.';
    context.tell(site, { rule: 'xsd-syntax', message, expected: 'name or ref', actual: 'neither' });
    return undefined;
  }
  if (ref === undefined && !checkName(context, site, name)) return undefined;
  const type = ref === undefined ? readElementType(context, site) : context.elementType(name, target);
  if (ref === undefined) checkElementValue(context, site, type);
  const initial = rawOf(target, 'default');
  const fixed = rawOf(target, 'fixed');
  return {
    kind: 'element',
    name,
    type,
    ...occurrence,
    ...(/^(true|1)$/.test(attributeOf(target, 'nillable') ?? '') ? { nillable: true } : {}),
    ...(initial === undefined ? {} : { default: initial }),
    ...(fixed === undefined ? {} : { fixed }),
  };
}

/** More children than any document could have are without end. */
const mostOccurrences = 1_000_000_000;

function readOccurrence(context: SchemaContext, site: Site): Occurrence {
  const read = (attribute: 'minOccurs' | 'maxOccurs'): number | null => {
    const text = attributeOf(site, attribute) ?? '1';
    if (attribute === 'maxOccurs' && text === 'unbounded') return null;
    if (/^\+?\d+$/.test(text)) return Math.min(Number(text), mostOccurrences);
    const message = `“${attribute}” is to be a whole number${attribute === 'maxOccurs' ? ' or “unbounded”' : ''}.`;
    context.tell(site, { rule: 'xsd-value', message, expected: 'a whole number', actual: text, attribute });
    return 1;
  };
  const [min, max] = [read('minOccurs') ?? 1, read('maxOccurs')];
  if (max !== null && max < min) {
    const message = `“minOccurs” ${min} is more than “maxOccurs” ${max}.`;
    context.tell(site, {
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
