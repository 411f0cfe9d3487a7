/** Lists the names of types that a type refers to, each once. */
import type { XsdParticle, XsdType } from './shape.ts';

export function namesInType(type: XsdType): ReadonlySet<string> {
  const names = new Set<string>();
  // Inline types can be shared by many places.
  const seen = new Set<XsdType | XsdParticle>();
  const visitParticle = (particle: XsdParticle | null) => {
    if (particle === null || particle.kind === 'wildcard' || seen.has(particle)) return;
    seen.add(particle);
    if (particle.kind === 'element') visit(particle.type);
    else for (const part of particle.parts) visitParticle(part);
  };
  const visit = (inner: XsdType) => {
    if (inner.kind === 'named') names.add(inner.name);
    if (inner.kind === 'named' || inner.kind === 'any' || seen.has(inner)) return;
    seen.add(inner);
    if (inner.kind === 'simple') {
      if (inner.items !== undefined) visit(inner.items);
      for (const member of inner.members ?? []) visit(member);
      return;
    }
    const { attributes, content } = inner;
    for (const attribute of attributes) visit(attribute.type);
    if (content.kind === 'text') visit(content.type);
    else if (content.kind !== 'empty') visitParticle(content.particle);
  };
  visit(type);
  return names;
}
