/** A pattern of XML Schema as a tree, and sets of characters. */

export interface PatternTree {
  /** One of them must match. */
  readonly branches: readonly (readonly PatternPiece[])[];
}

export interface PatternPiece {
  readonly atom:
    | { readonly kind: 'set'; readonly set: CharacterSet }
    | { readonly kind: 'group'; readonly tree: PatternTree };
  /** `{2,5}`, `*`; empty for a single occurrence. */
  readonly quantifier: string;
}

export interface CharacterSet {
  readonly negated: boolean;
  readonly items: readonly SetItem[];
  readonly minus: CharacterSet | null;
}

export type SetItem =
  | { readonly kind: 'range'; readonly from: number; readonly to: number }
  /** A general category of Unicode: `Lu`. */
  | { readonly kind: 'category'; readonly name: string; readonly negated: boolean };

const lastCharacter = 0x10ffff;

export const characterRange = (from: number, to = from): SetItem => ({ kind: 'range', from, to });

export const ranges = (...pairs: readonly (readonly [number, number])[]): readonly SetItem[] =>
  pairs.map(([from, to]) => characterRange(from, to));

export const setOf = (items: readonly SetItem[], negated = false): CharacterSet => ({
  negated,
  items,
  minus: null,
});

/** The complement of ranges. */
export function complementOf(given: readonly (readonly [number, number])[]): [number, number][] {
  const left: [number, number][] = [];
  let next = 0;
  for (const [from, to] of [...given].sort((a, b) => a[0] - b[0])) {
    if (from > next) left.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= lastCharacter) left.push([next, lastCharacter]);
  return left;
}

export function hasCharacter({ items, negated, minus }: CharacterSet, point: number): boolean {
  const listed = items.some((item) =>
    item.kind === 'range'
      ? item.from <= point && point <= item.to
      : new RegExp(`\\${item.negated ? 'P' : 'p'}{${item.name}}`, 'u').test(String.fromCodePoint(point)),
  );
  return listed !== negated && (minus === null || !hasCharacter(minus, point));
}

/** All characters of a set as ranges. Slow for a category: it tests every character. */
export function spellOut(set: CharacterSet): [number, number][] {
  const listed = set.items.flatMap((item): readonly (readonly [number, number])[] =>
    item.kind === 'range' ? [[item.from, item.to]] : charactersOf(item.name, item.negated),
  );
  const own = set.negated ? complementOf(listed) : complementOf(complementOf(listed));
  if (set.minus === null) return own;
  return complementOf([...complementOf(own), ...spellOut(set.minus)]);
}

const categories = new Map<string, readonly (readonly [number, number])[]>();

function charactersOf(name: string, negated: boolean): readonly (readonly [number, number])[] {
  if (negated) return complementOf(charactersOf(name, false));
  const known = categories.get(name);
  if (known !== undefined) return known;
  const form = new RegExp(`\\p{${name}}`, 'u');
  const found: [number, number][] = [];
  for (let point = 0; point <= lastCharacter; point++) {
    if (!form.test(String.fromCodePoint(point))) continue;
    const last = found.at(-1);
    if (last !== undefined && last[1] === point - 1) last[1] = point;
    else found.push([point, point]);
  }
  categories.set(name, found);
  return found;
}
