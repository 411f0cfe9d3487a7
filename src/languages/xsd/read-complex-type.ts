/** Reads `complexType`: children, attributes, and its base type. */
import { type AttributeRules, attributeParts, readAttributeRules } from './read-attribute-rules.ts';
import { facetNames } from './read-facets.ts';
import { particleParts, readParticle } from './read-particle.ts';
import { restrictSimpleType } from './read-simple-type.ts';
import {
  attributeText,
  checkKnownAttributes,
  childNodes,
  reportUnknownElement,
  reportUnsupported,
  type SchemaContext,
  type SchemaNode,
} from './schema-context.ts';
import type { XsdComplex, XsdParticle, XsdSimple, XsdType } from './shape.ts';

type Content = XsdComplex['content'];

const nothing: AttributeRules = { attributes: [], open: false };
const empty: Content = { kind: 'empty' };

export function readComplexType(context: SchemaContext, node: SchemaNode): XsdComplex {
  checkKnownAttributes(context, node, ['name', 'mixed', 'abstract', 'block', 'final']);
  refuseAbstract(context, node);
  const parts = childNodes(context, node);
  const [first, ...others] = parts;
  const mixed = isTrue(node, 'mixed');
  if (first?.element.local === 'simpleContent' || first?.element.local === 'complexContent') {
    for (const other of others) reportUnknownElement(context, other, []);
    return readDerived(context, first, mixed || isTrue(first, 'mixed'));
  }
  const { particle, rest } = splitParts(context, parts);
  return complex(contentOf(particle, mixed), readAttributeRules(context, rest, nothing, false));
}

export function refuseAbstract(context: SchemaContext, node: SchemaNode): void {
  if (isTrue(node, 'abstract')) {
    reportUnsupported(
      context,
      node,
      '“abstract”',
      'A value always has the type that is declared for it.',
      'abstract',
    );
  }
}

const isTrue = (node: SchemaNode, attribute: string): boolean =>
  /^(true|1)$/.test(attributeText(node, attribute) ?? '');

const complex = (content: Content, { attributes, open }: AttributeRules): XsdComplex => ({
  kind: 'complex',
  attributes,
  ...(open ? { open: true } : {}),
  content,
});

/** The content, followed by the attributes. */
function splitParts(
  context: SchemaContext,
  parts: readonly SchemaNode[],
): { particle: XsdParticle | undefined; rest: readonly SchemaNode[] } {
  const [first, ...rest] = parts;
  if (first === undefined || !particleParts.includes(first.element.local)) {
    const known = [...particleParts, ...attributeParts];
    const fitting = parts.filter((part) => {
      const fits = attributeParts.includes(part.element.local);
      if (!fits) reportUnknownElement(context, part, known);
      return fits;
    });
    return { particle: undefined, rest: fitting };
  }
  return { particle: readParticle(context, first), rest };
}

function contentOf(particle: XsdParticle | undefined, mixed: boolean): Content {
  const inside = particle === undefined || isEmpty(particle) ? null : particle;
  if (mixed) return { kind: 'mixed', particle: inside };
  return inside === null ? empty : { kind: 'elements', particle: inside };
}

const isEmpty = (particle: XsdParticle): boolean =>
  particle.max === 0 ||
  ('parts' in particle && particle.parts.length === 0 && (particle.kind !== 'choice' || particle.min === 0));

function readDerived(context: SchemaContext, node: SchemaNode, mixed: boolean): XsdComplex {
  checkKnownAttributes(context, node, node.element.local === 'complexContent' ? ['mixed'] : []);
  const [derivation, ...others] = childNodes(context, node);
  for (const other of others) reportUnknownElement(context, other, []);
  const how = derivation?.element.local;
  if (derivation === undefined || (how !== 'extension' && how !== 'restriction')) {
    if (derivation !== undefined) reportUnknownElement(context, derivation, ['extension', 'restriction']);
    else reportMissing(context, node, 'an extension or a restriction');
    return complex(empty, nothing);
  }
  checkKnownAttributes(context, derivation, ['base']);
  if (attributeText(derivation, 'base') === undefined) {
    reportMissing(context, derivation, 'a “base”');
    return complex(empty, nothing);
  }
  const base = context.definitionOf(context.typeOf(derivation, 'base'), derivation, 'base');
  if (base === undefined) return complex(empty, nothing);
  return node.element.local === 'simpleContent'
    ? deriveText(context, derivation, base)
    : deriveContent(context, derivation, base, mixed);
}

function reportMissing(context: SchemaContext, node: SchemaNode, what: string): void {
  const message = `“<${node.element.name}>” needs ${what}.`;
  context.reportAt(node, { rule: 'xsd-syntax', message, expected: what, actual: 'nothing' });
}

function deriveText(context: SchemaContext, node: SchemaNode, base: XsdType): XsdComplex {
  const parts = childNodes(context, node);
  const inherited = base.kind === 'complex' ? attributeRulesOf(base) : nothing;
  const text = textTypeOf(context, node, base);
  if (text === undefined) {
    const message = `“${attributeText(node, 'base')}” is not a base for simpleContent: it needs a type that contains only text.`;
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'a type that contains only text',
      actual: base.kind,
      attribute: 'base',
    });
    return complex(empty, inherited);
  }
  if (node.element.local === 'extension') {
    return complex(
      { kind: 'text', type: text },
      readAttributeRules(context, parts, inherited, inherited.open),
    );
  }
  const inline = parts[0]?.element.local === 'simpleType' ? parts[0] : undefined;
  const facets = parts.filter(({ element }) => facetNames.includes(element.local));
  const rest = parts.filter((part) => part !== inline && !facets.includes(part));
  const restricted = restrictSimpleType(
    context,
    inline === undefined ? text : context.readSimpleType(inline),
    facets,
  );
  return complex({ kind: 'text', type: restricted }, readAttributeRules(context, rest, inherited, false));
}

function textTypeOf(context: SchemaContext, node: SchemaNode, base: XsdType): XsdSimple | undefined {
  if (base.kind === 'simple') return base;
  const text = base.kind === 'complex' && base.content.kind === 'text' ? base.content.type : undefined;
  const definition = text === undefined ? undefined : context.definitionOf(text, node, 'base');
  return definition?.kind === 'simple' ? definition : undefined;
}

const attributeRulesOf = ({ attributes, open }: XsdComplex): AttributeRules => ({
  attributes,
  open: open === true,
});

function deriveContent(context: SchemaContext, node: SchemaNode, base: XsdType, mixed: boolean): XsdComplex {
  const { particle, rest } = splitParts(context, childNodes(context, node));
  const own = contentOf(particle, mixed);
  if (node.element.local === 'restriction' && base.kind === 'any') {
    return complex(own, readAttributeRules(context, rest, nothing, false));
  }
  if (base.kind !== 'complex' || base.content.kind === 'text') {
    const message = `“${attributeText(node, 'base')}” is not a base for complexContent: it needs a type that contains elements.`;
    context.reportAt(node, {
      rule: 'xsd-value',
      message,
      expected: 'a complex type',
      actual: base.kind,
      attribute: 'base',
    });
    return complex(own, nothing);
  }
  const inherited = attributeRulesOf(base);
  if (node.element.local === 'restriction') {
    return complex(own, readAttributeRules(context, rest, inherited, false));
  }
  const rules = readAttributeRules(context, rest, inherited, inherited.open);
  return complex(extend(context, node, base.content, own), rules);
}

/** The content of the base, then the new content. */
function extend(
  context: SchemaContext,
  node: SchemaNode,
  base: Exclude<Content, { kind: 'text' }>,
  own: Content,
): Content {
  const before = base.kind === 'empty' ? null : base.particle;
  const after = own.kind === 'elements' || own.kind === 'mixed' ? own.particle : null;
  const hasText = base.kind === 'mixed' || (base.kind === 'empty' && own.kind === 'mixed');
  if (base.kind !== 'empty' && after !== null && (base.kind === 'mixed') !== (own.kind === 'mixed')) {
    const message = 'A type and its base must both be mixed, or neither.';
    context.reportAt(node, { rule: 'xsd-value', message, expected: 'the same “mixed”', actual: 'another' });
  }
  if (before === null || after === null) return contentOf(before ?? after ?? undefined, hasText);
  if (before.kind === 'all' || after.kind === 'all') {
    const message = '“all” must be the whole content of a type. Nothing can be added to it.';
    context.reportAt(node, { rule: 'xsd-value', message, expected: 'a sequence', actual: 'all' });
  }
  const joined: XsdParticle = { kind: 'sequence', parts: [before, after], min: 1, max: 1 };
  return context.fitsSizeLimit(joined, node) ? contentOf(joined, hasText) : empty;
}
