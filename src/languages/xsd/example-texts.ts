/** Generates candidate texts for a simple type, the likeliest first. */
import { findBase } from './built-in-base.ts';
import { parsePattern } from './parse-pattern.ts';
import { type CharacterSet, hasCharacter, type PatternTree, spellOut } from './pattern-tree.ts';
import type { PrimitiveName } from './primitive.ts';
import type { XsdFacets, XsdSimple } from './shape.ts';

const numbers = ['1', '0', '-1', '0.5', '10'];
const texts: Readonly<Partial<Record<PrimitiveName, readonly string[]>>> = {
  Name: ['name'],
  NCName: ['name'],
  NMTOKEN: ['name'],
  QName: ['name'],
  language: ['en'],
  anyURI: ['https://example.com/1'],
  boolean: ['true', 'false'],
  decimal: numbers,
  integer: numbers,
  double: numbers,
  float: numbers,
  duration: ['P1D', 'PT1H'],
  dateTime: ['2026-01-15T10:00:00Z'],
  date: ['2026-01-15'],
  time: ['10:00:00'],
  gYear: ['2026'],
  gYearMonth: ['2026-01'],
  gMonth: ['--01'],
  gMonthDay: ['--01-15'],
  gDay: ['---15'],
};

/** From the values that a type lists. */
const maxTries = 5;

export function exampleTexts({ base, facets = {} }: XsdSimple, name: string): readonly string[] {
  const { primitive = 'string' } = findBase(base) ?? {};
  return [
    ...(facets.enumeration ?? []).slice(0, maxTries),
    ...(texts[primitive] ??
      (/Binary$/.test(primitive) ? bytes(primitive, facets) : withLength(`${name}-1`, facets))),
    ...(facets.patterns ?? [])
      .flat()
      .slice(-maxTries)
      .flatMap((pattern) => {
        const parsed = parsePattern(pattern);
        return parsed.kind === 'pattern' ? [sample(parsed.tree)] : [];
      }),
    ...boundTexts(facets),
    ...withLength('', facets),
  ];
}

function withLength(
  text: string,
  { length, minLength = length ?? 0, maxLength = length ?? 200 }: XsdFacets,
): readonly string[] {
  return [text.padEnd(Math.min(minLength, 1_000), 'x').slice(0, maxLength)];
}

function bytes(primitive: string, { length, minLength = length ?? 1 }: XsdFacets): readonly string[] {
  const count = Math.min(minLength, 1_000);
  if (primitive === 'hexBinary') return ['0A'.repeat(count)];
  return [`${'AAAA'.repeat(Math.floor(count / 3))}${['', 'AA==', 'AAA='][count % 3]}`];
}

function boundTexts({
  minInclusive,
  maxInclusive,
  minExclusive,
  maxExclusive,
}: XsdFacets): readonly string[] {
  const near = (text: string | undefined, by: number): string[] =>
    text === undefined || !Number.isFinite(Number(text))
      ? []
      : [String(Number(text) + by), String(Number(text) + by / 10)];
  const bounds = [minInclusive, maxInclusive].flatMap((text) => text ?? []);
  return [...bounds, ...near(minExclusive, 1), ...near(maxExclusive, -1)];
}

/** A shortest text that the pattern matches. */
function sample({ branches }: PatternTree): string {
  const pieces = branches[0] ?? [];
  return pieces
    .map(({ atom, quantifier }) => {
      const min = /^\{(\d+)/.exec(quantifier)?.[1];
      const times = quantifier === '*' || quantifier === '?' ? 0 : Number(min ?? 1);
      if (times === 0) return '';
      const text = atom.kind === 'group' ? sample(atom.tree) : characterOf(atom.set);
      return text.repeat(times);
    })
    .join('');
}

/** A letter or a digit if the set has one. */
function characterOf(set: CharacterSet): string {
  const wanted = ['A', 'a', '1', ' ', '-', '.'].find((sign) => hasCharacter(set, sign.codePointAt(0) ?? 0));
  return wanted ?? String.fromCodePoint(spellOut(set)[0]?.[0] ?? 32);
}
