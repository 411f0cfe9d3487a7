/** Prints patterns for matchers: RE2, and ECMAScript for JSON Schema. */
import {
  type CharacterSet,
  characterRange,
  type PatternTree,
  type SetItem,
  spellOut,
} from './pattern-tree.ts';

export type PatternDialect = 're2' | 'ecma';

/** Without anchors. */
export function printPattern(tree: PatternTree, dialect: PatternDialect): string {
  return tree.branches
    .map((pieces) =>
      pieces
        .map(({ atom, quantifier }) => {
          const text =
            atom.kind === 'set' ? printSet(atom.set, dialect) : `(?:${printPattern(atom.tree, dialect)})`;
          return text + quantifier;
        })
        .join(''),
    )
    .join('|');
}

function printSet(set: CharacterSet, dialect: PatternDialect): string {
  if (set.minus !== null) {
    const left = spellOut(set).map(([from, to]) => characterRange(from, to));
    return left.length === 0
      ? nothing(dialect)
      : `[${left.map((item) => printItem(item, dialect)).join('')}]`;
  }
  const [only] = set.items;
  if (!set.negated && set.items.length === 1 && only !== undefined) {
    if (only.kind === 'category') return printItem(only, dialect);
    if (only.from === only.to) return only.from === 0x2d ? '-' : printPoint(only.from, dialect);
  }
  return `[${set.negated ? '^' : ''}${set.items.map((item) => printItem(item, dialect)).join('')}]`;
}

const nothing = (dialect: PatternDialect): string => (dialect === 'ecma' ? '[]' : '[^\\x{0}-\\x{10ffff}]');

function printItem(item: SetItem, dialect: PatternDialect): string {
  if (item.kind === 'category') return `\\${item.negated ? 'P' : 'p'}{${item.name}}`;
  const from = printPoint(item.from, dialect);
  return item.from === item.to ? from : `${from}-${printPoint(item.to, dialect)}`;
}

function printPoint(point: number, dialect: PatternDialect): string {
  const character = String.fromCodePoint(point);
  if (/^[\w ,;:!@#%&=<>~"'`]$/.test(character)) return character;
  if (/^[\^$\\.*+?()[\]{}|/]$/.test(character)) return `\\${character}`;
  const digits = point.toString(16);
  if (dialect === 're2') return `\\x{${digits}}`;
  return point > 0xffff ? `\\u{${digits}}` : `\\u${digits.padStart(4, '0')}`;
}
