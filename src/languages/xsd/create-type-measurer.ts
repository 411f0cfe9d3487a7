/**
 * Estimates the length of types as JSON, in characters. Inline types can occur many times as one object in memory; as
 * JSON each occurrence is written out.
 */
import type { XsdAttribute, XsdParticle, XsdSimple, XsdType } from './shape.ts';

/** Minimal length of a name and its punctuation. */
const frame = 40;

export function createTypeMeasurer(): (type: XsdType) => number {
  const known = new Map<object, number>();
  const once = <T extends object>(part: T, compute: (part: T) => number): number => {
    const size = known.get(part) ?? compute(part);
    known.set(part, size);
    return size;
  };

  const measure = (type: XsdType): number => {
    if (type.kind === 'named') return frame + type.name.length;
    if (type.kind === 'any') return frame;
    if (type.kind === 'simple') return once(type, measureSimple);
    return once(type, ({ attributes, content }) => {
      const inside =
        content.kind === 'text'
          ? measure(content.type)
          : content.kind === 'empty' || content.particle === null
            ? 0
            : measureParticle(content.particle);
      return frame + sumOf(attributes, measureNamed) + inside;
    });
  };
  const measureSimple = ({ items, members = [], facets = {} }: XsdSimple): number =>
    frame +
    (items === undefined ? 0 : measure(items)) +
    sumOf(members, measure) +
    measureTexts(facets.enumeration) +
    sumOf(facets.patterns ?? [], measureTexts);
  const measureTexts = (texts: readonly string[] = []): number =>
    once(texts, () => sumOf(texts, ({ length }) => length + 3));
  const measureNamed = (part: Pick<XsdAttribute, 'name' | 'type' | 'default' | 'fixed'>): number =>
    2 * frame + part.name.length + (part.default ?? part.fixed ?? '').length + measure(part.type);
  const measureParticle = (particle: XsdParticle): number =>
    once(particle, () =>
      particle.kind === 'element'
        ? measureNamed(particle)
        : frame + (particle.kind === 'wildcard' ? 0 : sumOf(particle.parts, measureParticle)),
    );
  return measure;
}

function sumOf<T>(parts: readonly T[], measure: (part: T) => number): number {
  let sum = 0;
  for (const part of parts) sum += measure(part);
  return sum;
}
