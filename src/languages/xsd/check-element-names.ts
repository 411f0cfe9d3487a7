/** Checks that elements of one name inside one type have one type, so that the name identifies a child. */
import type { SchemaContext, SchemaNode } from './schema-context.ts';
import type { XsdComplex, XsdParticle, XsdType } from './shape.ts';

export function checkElementNames(context: SchemaContext, node: SchemaNode, { content }: XsdComplex): void {
  const particle = content.kind === 'elements' || content.kind === 'mixed' ? content.particle : null;
  const types = new Map<string, XsdType>();
  const reported = new Set<string>();
  const texts = new Map<XsdType, string>();
  const textOf = (type: XsdType): string => {
    const text = texts.get(type) ?? JSON.stringify(type);
    texts.set(type, text);
    return text;
  };
  const isSame = (a: XsdType, b: XsdType): boolean => a === b || textOf(a) === textOf(b);
  const visit = (part: XsdParticle) => {
    if ('parts' in part) for (const inner of part.parts) visit(inner);
    if (part.kind !== 'element') return;
    const known = types.get(part.name);
    types.set(part.name, known ?? part.type);
    if (known === undefined || isSame(known, part.type) || reported.has(part.name)) return;
    reported.add(part.name);
    const message = `“${part.name}” has two different types inside one type.`;
    context.reportAt(node, {
      rule: 'name-clash',
      message,
      expected: 'one type for each name',
      actual: part.name,
    });
  };
  if (particle !== null) visit(particle);
}
