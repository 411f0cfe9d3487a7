/** Parses patterns of XML Schema into a tree. They match a whole text; `^` and `$` are ordinary characters. */
import { findBlock } from './character-blocks.ts';
import {
  type CharacterSet,
  characterRange,
  complementOf,
  type PatternPiece,
  type PatternTree,
  ranges,
  type SetItem,
  setOf,
} from './pattern-tree.ts';

export type ParsedPattern =
  | { readonly kind: 'pattern'; readonly tree: PatternTree }
  | { readonly kind: 'problem'; readonly message: string };

const maxLength = 2_000;
const maxDepth = 50;
const maxRepeats = 1_000;

export function parsePattern(source: string): ParsedPattern {
  if (source.length > maxLength)
    return { kind: 'problem', message: `A pattern has at most ${maxLength} characters.` };
  const reader = new PatternReader(source);
  try {
    return { kind: 'pattern', tree: reader.read() };
  } catch (error) {
    if (error instanceof PatternFault) return { kind: 'problem', message: error.message };
    throw error;
  }
}

class PatternFault extends Error {}

const nameStarts: readonly (readonly [number, number])[] = [
  [0x3a, 0x3a],
  [0x41, 0x5a],
  [0x5f, 0x5f],
  [0x61, 0x7a],
  [0xc0, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0x2ff],
  [0x370, 0x37d],
  [0x37f, 0x1fff],
  [0x200c, 0x200d],
  [0x2070, 0x218f],
  [0x2c00, 0x2fef],
  [0x3001, 0xd7ff],
  [0xf900, 0xfdcf],
  [0xfdf0, 0xfffd],
  [0x10000, 0xeffff],
];
const nameRest: readonly (readonly [number, number])[] = [
  ...nameStarts,
  [0x2d, 0x2e],
  [0x30, 0x39],
  [0xb7, 0xb7],
  [0x300, 0x36f],
  [0x203f, 0x2040],
];
const spaces: readonly (readonly [number, number])[] = [
  [9, 10],
  [13, 13],
  [32, 32],
];
const category = (names: string, negated = false): readonly SetItem[] =>
  names.split(' ').map((name) => ({ kind: 'category', name, negated }));

/** Escapes for several characters. */
const classes: ReadonlyMap<string, readonly SetItem[]> = new Map([
  ['s', ranges(...spaces)],
  ['S', ranges(...complementOf(spaces))],
  ['i', ranges(...nameStarts)],
  ['I', ranges(...complementOf(nameStarts))],
  ['c', ranges(...nameRest)],
  ['C', ranges(...complementOf(nameRest))],
  ['d', category('Nd')],
  ['D', category('Nd', true)],
  ['w', category('L M N S')],
  ['W', category('P Z C')],
]);
const singles: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ...[...'\\|.?*+(){}-[]^'].map((sign): [string, string] => [sign, sign]),
]);
const categoryName = /^(L[ultmo]?|M[nce]?|N[dlo]?|P[cdseifo]?|Z[slp]?|S[mcko]?|C[cfon]?)$/;
const special = new Set('.\\?*+()|[]{}');
const pointOf = (character: string): number => character.codePointAt(0) ?? 0;

class PatternReader {
  readonly #signs: readonly string[];
  #at = 0;
  #depth = 0;

  constructor(source: string) {
    this.#signs = [...source];
  }

  read(): PatternTree {
    const tree = this.#readTree();
    if (this.#at < this.#signs.length) throw new PatternFault('A “)” has no matching “(”.');
    return tree;
  }

  #peek(): string {
    return this.#signs[this.#at] ?? '';
  }

  #take(): string {
    const sign = this.#peek();
    this.#at += 1;
    return sign;
  }

  #readTree(): PatternTree {
    const branches: PatternPiece[][] = [[]];
    for (let sign = this.#peek(); sign !== '' && sign !== ')'; sign = this.#peek()) {
      if (sign === '|') {
        this.#at += 1;
        branches.push([]);
      } else branches.at(-1)?.push(this.#readPiece());
    }
    return { branches };
  }

  #readPiece(): PatternPiece {
    const atom = this.#readAtom();
    return { atom, quantifier: this.#readQuantifier() };
  }

  #readAtom(): PatternPiece['atom'] {
    const sign = this.#take();
    if (sign === '(') {
      this.#depth += 1;
      if (this.#depth > maxDepth) throw new PatternFault(`Groups are nested more than ${maxDepth} deep.`);
      const tree = this.#readTree();
      if (this.#take() !== ')') throw new PatternFault('A group is not closed: its “)” is missing.');
      this.#depth -= 1;
      return { kind: 'group', tree };
    }
    if (sign === '[') return { kind: 'set', set: this.#readSet() };
    if (sign === '.') return { kind: 'set', set: setOf([characterRange(10), characterRange(13)], true) };
    if (sign === '\\') return { kind: 'set', set: setOf(this.#readEscape()) };
    if (special.has(sign)) {
      throw new PatternFault(`“${sign}” is not allowed here. Write “\\${sign}” for the character itself.`);
    }
    return { kind: 'set', set: setOf([characterRange(pointOf(sign))]) };
  }

  #readQuantifier(): string {
    const sign = this.#peek();
    if (sign === '?' || sign === '*' || sign === '+') return this.#take();
    if (sign !== '{') return '';
    const end = this.#signs.indexOf('}', this.#at);
    const text = end < 0 ? '' : this.#signs.slice(this.#at, end + 1).join('');
    const found = /^\{(\d+)(?:(,)(\d*))?\}$/.exec(text);
    if (found === null)
      throw new PatternFault('“{” must be followed by a number of repetitions such as “{2}” or “{1,5}”.');
    this.#at = end + 1;
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === '' ? min : Number(found[3]);
    if (max < min) throw new PatternFault(`“${text}” is not valid: the first number is greater.`);
    if (max > maxRepeats)
      throw new PatternFault(`“${text}” is too large: a part can be repeated at most ${maxRepeats} times.`);
    return text;
  }

  /** After the “[”. */
  #readSet(): CharacterSet {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw new PatternFault(`Sets are nested more than ${maxDepth} deep.`);
    const negated = this.#peek() === '^';
    if (negated) this.#at += 1;
    const items: SetItem[] = [];
    let minus: CharacterSet | null = null;
    for (;;) {
      const sign = this.#peek();
      if (sign === '') throw new PatternFault('A set is not closed: its “]” is missing.');
      if (sign === ']' && items.length > 0) break;
      if (sign === '-' && this.#signs[this.#at + 1] === '[' && items.length > 0) {
        this.#at += 2;
        minus = this.#readSet();
        break;
      }
      items.push(...this.#readSetItem());
    }
    if (this.#take() !== ']') throw new PatternFault('A subtracted set must be followed by “]”.');
    this.#depth -= 1;
    return { negated, items, minus };
  }

  #readSetItem(): readonly SetItem[] {
    const first = this.#readEnd();
    if (typeof first !== 'number') return first;
    if (this.#peek() !== '-') return [characterRange(first)];
    const next = this.#signs[this.#at + 1];
    // A hyphen before the end or before a subtraction is literal.
    if (next === ']' || next === '[') return [characterRange(first)];
    this.#at += 1;
    const last = this.#readEnd();
    if (typeof last !== 'number') throw new PatternFault('A range such as “a-z” must end with a character.');
    if (last < first)
      throw new PatternFault('A range such as “a-z” must go from the lower to the higher character.');
    return [characterRange(first, last)];
  }

  /** A character, or the items of an escape. */
  #readEnd(): number | readonly SetItem[] {
    const sign = this.#take();
    if (sign === '\\') {
      const items = this.#readEscape();
      const [only] = items;
      return items.length === 1 && only?.kind === 'range' && only.from === only.to ? only.from : items;
    }
    if (sign === '[' || sign === ']' || sign === '') {
      throw new PatternFault(
        `“${sign}” is not allowed in a set. Write “\\${sign}” for the character itself.`,
      );
    }
    return pointOf(sign);
  }

  /** After the “\”. */
  #readEscape(): readonly SetItem[] {
    const sign = this.#take();
    const single = singles.get(sign);
    if (single !== undefined) return [characterRange(pointOf(single))];
    if (sign === 'p' || sign === 'P') return this.#readProperty(sign === 'P');
    const items = classes.get(sign);
    if (items !== undefined) return items;
    throw new PatternFault(
      sign === '' ? 'The pattern ends with “\\”.' : `“\\${sign}” is not an escape of XML Schema patterns.`,
    );
  }

  #readProperty(negated: boolean): readonly SetItem[] {
    const end = this.#signs.indexOf('}', this.#at);
    if (this.#peek() !== '{' || end < 0)
      throw new PatternFault('“\\p” must be followed by a name such as “{Lu}”.');
    const name = this.#signs.slice(this.#at + 1, end).join('');
    this.#at = end + 1;
    if (categoryName.test(name)) return category(name, negated);
    const block = name.startsWith('Is') ? findBlock(name.slice(2)) : undefined;
    if (block === undefined) throw new PatternFault(`“\\p{${name}}” is not a known set of characters.`);
    return negated ? ranges(...complementOf([block])) : ranges(block);
  }
}
