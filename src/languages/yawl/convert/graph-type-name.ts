/** Maps types of XML Schema to types of the graph language, and lists the elements inside a value. */
import { findNamedType } from '../../xsd/find-named-type.ts';
import type { Shape, XsdParticle, XsdType } from '../../xsd/shape.ts';

export type GraphTypeName = 'str' | 'int' | 'float' | 'bool' | 'date' | 'list' | 'object' | 'any';

const whole =
  /^(?:int|long|short|byte|integer|(?:non)?(?:positive|negative)Integer|nonPositiveInteger|unsigned\w+)$/i;

export function graphTypeOf({ type, types }: Shape): GraphTypeName {
  switch (type.kind) {
    case 'named': {
      const found = findNamedType(types, type.name);
      return found === undefined || found.kind === 'named' ? 'any' : graphTypeOf({ type: found, types });
    }
    case 'any':
      return 'any';
    case 'complex':
      return type.content.kind === 'elements' || type.content.kind === 'text' ? 'object' : 'any';
    case 'simple':
      if (type.items !== undefined) return 'list';
      if (type.members !== undefined) return 'any';
      return simpleKind(type.base);
  }
}

/** Times and durations become strings: the notations differ. */
function simpleKind(base: string): GraphTypeName {
  if (whole.test(base)) return 'int';
  if (base === 'decimal' || base === 'float' || base === 'double') return 'float';
  if (base === 'boolean') return 'bool';
  return base === 'date' ? 'date' : 'str';
}

/** Whether the type has restrictions that its kind does not have. */
export function isConstrained({ type, types }: Shape): boolean {
  if (type.kind === 'named') {
    const found = findNamedType(types, type.name);
    return found !== undefined && found.kind !== 'named' && isConstrained({ type: found, types });
  }
  return type.kind === 'complex' || (type.kind === 'simple' && type.facets !== undefined);
}

export interface ChildShape {
  readonly shape: Shape;
  /** It can occur more than once: a list in JSON. */
  readonly many: boolean;
  readonly optional: boolean;
}

/** The elements inside a value, by name; none if it has no such parts. */
export function childShapesOf({ type, types }: Shape): ReadonlyMap<string, ChildShape> {
  const found = new Map<string, ChildShape>();
  const direct = type.kind === 'named' ? findNamedType(types, type.name) : type;
  if (direct?.kind !== 'complex' || direct.content.kind !== 'elements') return found;
  collect(direct.content.particle, { many: false, optional: false }, (name, inner, where) => {
    found.set(name, { shape: { type: inner, types }, ...where, many: where.many || found.has(name) });
  });
  return found;
}

interface Where {
  readonly many: boolean;
  readonly optional: boolean;
}

function collect(
  particle: XsdParticle,
  outside: Where,
  found: (name: string, type: XsdType, where: Where) => void,
): void {
  const where = {
    many: outside.many || particle.max === null || particle.max > 1,
    optional: outside.optional || particle.min === 0,
  };
  if (particle.kind === 'element') found(particle.name, particle.type, where);
  else if (particle.kind !== 'wildcard') {
    const choice = particle.kind === 'choice';
    for (const part of particle.parts) collect(part, choice ? { ...where, optional: true } : where, found);
  }
}
