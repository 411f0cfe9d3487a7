import { findNamed } from './find-named.ts';
import type { Shape, XsdParticle, XsdType } from './shape.ts';

/** The same shape with only the named types that it refers to: what is stored with every item had better be small. */
export function trimShape({ type, types }: Shape): Shape {
  const used = new Map<string, XsdType>();
  const waiting = namesIn(type);
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    const found = findNamed(types, name);
    if (found === undefined || used.has(name)) continue;
    used.set(name, found);
    waiting.push(...namesIn(found));
  }
  return { type, types: Object.fromEntries(used) };
}

function namesIn(type: XsdType): string[] {
  switch (type.kind) {
    case 'named':
      return [type.name];
    case 'any':
      return [];
    case 'simple':
      return [...(type.items === undefined ? [] : [type.items]), ...(type.members ?? [])].flatMap(namesIn);
    case 'complex': {
      const inside =
        type.content.kind === 'text'
          ? namesIn(type.content.type)
          : type.content.kind === 'elements'
            ? namesInParticle(type.content.particle)
            : [];
      return [...inside, ...type.attributes.flatMap((attribute) => namesIn(attribute.type))];
    }
  }
}

function namesInParticle(particle: XsdParticle): string[] {
  switch (particle.kind) {
    case 'element':
      return namesIn(particle.type);
    case 'wildcard':
      return [];
    default:
      return particle.parts.flatMap(namesInParticle);
  }
}
