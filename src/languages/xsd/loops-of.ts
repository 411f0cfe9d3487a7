/** The named types of a shape that are inside themselves: enough of them that every loop goes through one. */
import { findNamed } from './find-named.ts';
import type { Shape, XsdParticle, XsdType } from './shape.ts';

export function loopsOf({ type, types }: Shape): ReadonlySet<string> {
  const loops = new Set<string>();
  const state = new Map<string, 'open' | 'done'>();
  const visit = (given: XsdType) => {
    if (given.kind !== 'named') {
      for (const inner of typesIn(given)) visit(inner);
      return;
    }
    const known = state.get(given.name);
    if (known === 'open') loops.add(given.name);
    const definition = findNamed(types, given.name);
    if (known !== undefined || definition === undefined) return;
    state.set(given.name, 'open');
    visit(definition);
    state.set(given.name, 'done');
  };
  visit(type);
  return loops;
}

function typesIn(type: XsdType): readonly XsdType[] {
  if (type.kind === 'simple')
    return [...(type.items === undefined ? [] : [type.items]), ...(type.members ?? [])];
  if (type.kind !== 'complex') return [];
  const { attributes, content } = type;
  const inside =
    content.kind === 'text'
      ? [content.type]
      : content.kind === 'empty'
        ? []
        : typesInParticle(content.particle);
  return [...attributes.map((attribute) => attribute.type), ...inside];
}

function typesInParticle(particle: XsdParticle | null): readonly XsdType[] {
  if (particle === null || particle.kind === 'wildcard') return [];
  return particle.kind === 'element' ? [particle.type] : particle.parts.flatMap(typesInParticle);
}
