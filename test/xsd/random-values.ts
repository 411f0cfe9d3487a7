/** Makes small changes that can make values invalid, and tells which random types JSON Schema can express. */
import type { Json } from '../../src/kernel/index.ts';
import type { Random } from '../../src/testing/index.ts';
import type { RandomParticle, RandomType } from './random-schema.ts';

const strays: readonly Json[] = [
  0,
  1,
  5,
  20,
  -7,
  1.5,
  true,
  '',
  'a',
  'x',
  'ab',
  'none',
  null,
  [],
  ['a'],
  [1, 2],
  {},
  1e10,
];

export function changeValue(random: Random, value: Json): Json {
  if (typeof value !== 'object' || value === null || random.chance(0.15)) return random.pick(strays);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    const at = random.int(items.length + 1);
    const item = items[at];
    if (item === undefined) return [...items, items[0] ?? random.pick(strays)];
    return random.chance(0.3)
      ? items.filter((each) => each !== item)
      : items.map((each) => (each === item ? changeValue(random, each) : each));
  }
  const entries = Object.entries(value);
  const chosen = entries.length === 0 ? undefined : random.pick(entries);
  if (chosen === undefined || random.chance(0.1)) return { ...value, stray: 1 };
  if (random.chance(0.3)) return Object.fromEntries(entries.filter((entry) => entry !== chosen));
  return { ...value, [chosen[0]]: changeValue(random, chosen[1]) };
}

export function isExactType(type: RandomType): boolean {
  if (type.kind === 'simple') return type.simple.exact;
  const { attributes, content } = type;
  if (!attributes.every(({ type: simple }) => simple.exact)) return false;
  switch (content.kind) {
    case 'empty':
      return true;
    case 'text':
      return content.simple.type === null || content.simple.exact;
    case 'mixed':
      return false;
    case 'elements': {
      const names = namesIn(content.particle);
      const inherited = content.extends === null || isExactType(content.extends);
      return inherited && new Set(names).size === names.length && isExactParticle(content.particle);
    }
  }
}

const namesIn = (particle: RandomParticle): readonly string[] =>
  particle.kind === 'element' ? [particle.name] : particle.parts.flatMap(namesIn);

const isExactParticle = (particle: RandomParticle): boolean =>
  particle.kind === 'element'
    ? isExactType(particle.type)
    : particle.max === 1 && particle.parts.every(isExactParticle);
