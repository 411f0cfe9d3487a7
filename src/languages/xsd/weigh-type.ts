/**
 * How long types are as JSON, in characters, about. Types that are written inside others may stand there very often,
 * each time the same one in memory: as JSON they are written out.
 */
import type { XsdAttribute, XsdParticle, XsdSimple, XsdType } from './shape.ts';

/** What a name, and the marks around it, take at least. */
const frame = 40;

export function createScales(): (type: XsdType) => number {
  const known = new Map<object, number>();
  const once = <T extends object>(part: T, compute: (part: T) => number): number => {
    const weight = known.get(part) ?? compute(part);
    known.set(part, weight);
    return weight;
  };

  const weigh = (type: XsdType): number => {
    if (type.kind === 'named') return frame + type.name.length;
    if (type.kind === 'any') return frame;
    if (type.kind === 'simple') return once(type, weighSimple);
    return once(type, ({ attributes, content }) => {
      const inside =
        content.kind === 'text'
          ? weigh(content.type)
          : content.kind === 'empty' || content.particle === null
            ? 0
            : weighParticle(content.particle);
      return frame + sumOf(attributes, weighNamed) + inside;
    });
  };
  const weighSimple = ({ items, members = [], facets = {} }: XsdSimple): number =>
    frame +
    (items === undefined ? 0 : weigh(items)) +
    sumOf(members, weigh) +
    weighTexts(facets.enumeration) +
    sumOf(facets.patterns ?? [], weighTexts);
  const weighTexts = (texts: readonly string[] = []): number =>
    once(texts, () => sumOf(texts, ({ length }) => length + 3));
  const weighNamed = (part: Pick<XsdAttribute, 'name' | 'type' | 'default' | 'fixed'>): number =>
    2 * frame + part.name.length + (part.default ?? part.fixed ?? '').length + weigh(part.type);
  const weighParticle = (particle: XsdParticle): number =>
    once(particle, () =>
      particle.kind === 'element'
        ? weighNamed(particle)
        : frame + (particle.kind === 'wildcard' ? 0 : sumOf(particle.parts, weighParticle)),
    );
  return weigh;
}

function sumOf<T>(parts: readonly T[], weigh: (part: T) => number): number {
  let sum = 0;
  for (const part of parts) sum += weigh(part);
  return sum;
}
