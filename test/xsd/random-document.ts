/** Generates random documents of a random schema, and small changes that can make them invalid. */
import type { Random } from '../../src/testing/index.ts';
import { type RandomParticle, type RandomSimple, type RandomType, strayTexts } from './random-schema.ts';

export interface DocumentTree {
  readonly name: string;
  readonly attributes: readonly (readonly [string, string])[];
  readonly children: readonly (DocumentTree | string)[];
}

const textType: RandomSimple = { type: 'xs:string', inline: '', texts: ['a'], exact: true };

export function randomTree(random: Random, name: string, type: RandomType, nillable = false): DocumentTree {
  if (nillable && random.chance(0.5)) {
    return { name, attributes: [['xsi:nil', 'true']], children: [] };
  }
  if (type.kind === 'simple') return { name, attributes: [], children: [random.pick(type.simple.texts)] };
  return { name, attributes: attributesOf(random, type), children: contentOf(random, type) };
}

function attributesOf(
  random: Random,
  type: Extract<RandomType, { kind: 'complex' }>,
): readonly (readonly [string, string])[] {
  const { content } = type;
  const inherited =
    'extends' in content && content.extends?.kind === 'complex' ? attributesOf(random, content.extends) : [];
  const own = type.attributes
    .filter(({ required }) => required || random.chance(0.5))
    .map(({ name, type: simple }) => [name, random.pick(simple.texts)] as const);
  return [...inherited, ...own];
}

function contentOf(
  random: Random,
  type: Extract<RandomType, { kind: 'complex' }>,
): readonly (DocumentTree | string)[] {
  const { content } = type;
  switch (content.kind) {
    case 'empty':
      return [];
    case 'text':
      return [random.pick((content.simple.type === null ? textType : content.simple).texts)];
    default: {
      const before = content.extends?.kind === 'complex' ? contentOf(random, content.extends) : [];
      const own = childrenOf(random, content.particle);
      return content.kind === 'mixed'
        ? [...before, ...own].flatMap((child) => [random.pick(['', ' t ']), child])
        : [...before, ...own];
    }
  }
}

function childrenOf(random: Random, particle: RandomParticle): readonly DocumentTree[] {
  const { min, max } = particle;
  const times = random.between(min, Math.min(max ?? 3, min + 2));
  return Array.from({ length: times }, (): readonly DocumentTree[] => {
    if (particle.kind === 'element')
      return [randomTree(random, particle.name, particle.type, particle.nillable)];
    if (particle.kind === 'choice') return childrenOf(random, random.pick(particle.parts));
    const parts = particle.kind === 'all' ? random.shuffle(particle.parts) : particle.parts;
    return parts.flatMap((part) => childrenOf(random, part));
  }).flat();
}

export function printTree({ name, attributes, children }: DocumentTree): string {
  const xsi = attributes.some(([key]) => key.startsWith('xsi:'))
    ? ' xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"'
    : '';
  const fields = xsi + attributes.map(([key, value]) => ` ${key}="${value}"`).join('');
  const inside = children.map((child) => (typeof child === 'string' ? child : printTree(child))).join('');
  return `<${name}${fields}>${inside}</${name}>`;
}

/** One change at a random position. */
export function changeTree(random: Random, tree: DocumentTree): DocumentTree {
  const inner = tree.children.filter((child) => typeof child !== 'string');
  if (inner.length > 0 && random.chance(0.6)) {
    const chosen = random.pick(inner);
    return {
      ...tree,
      children: tree.children.map((child) => (child === chosen ? changeTree(random, chosen) : child)),
    };
  }
  const at = random.int(tree.children.length + 1);
  const child = tree.children[at];
  const others = tree.children.filter((_, index) => index !== at);
  return random.pick<() => DocumentTree>([
    () => ({ ...tree, children: others }),
    () => ({ ...tree, children: child === undefined ? [...others, 'x'] : [...others, child] }),
    () => ({
      ...tree,
      children:
        child === undefined
          ? tree.children
          : tree.children.flatMap((each) => (each === child ? [each, each] : [each])),
    }),
    () => ({
      ...tree,
      children:
        inner.length === 0
          ? [random.pick(strayTexts)]
          : [...tree.children, { name: 'stray', attributes: [], children: [] }],
    }),
    () => ({ ...tree, children: [random.pick(strayTexts)] }),
    () => ({ ...tree, attributes: tree.attributes.slice(1) }),
    () => ({
      ...tree,
      attributes: [...tree.attributes.filter(([key]) => key !== 'a0'), ['a0', random.pick(strayTexts)]],
    }),
    () => ({ ...tree, children: random.shuffle(tree.children) }),
  ])();
}
