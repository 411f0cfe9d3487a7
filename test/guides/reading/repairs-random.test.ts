/** Several errors repaired together: missing keys are added, and nothing else changes. */
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import type { Json } from '../../../src/expression/index.ts';
import { repair } from '../../../src/operations/documents/repair.ts';
import { createRandom, type Random } from '../../../src/testing/index.ts';
import { goodGuide, newerGuide } from './good-guide.ts';
import { formatViolations, readText } from './read-text.ts';

type Editable = { [key: string]: Json };
type Place = readonly (string | number)[];

/** Indentation styles of blocks that can end with one line: lists at the indentation of their key, or further. */
const writers: readonly ((document: Json) => string)[] = [
  (document) => JSON.stringify(document, null, 2),
  (document) => JSON.stringify(document),
  (document) => stringify(document, { aliasDuplicateObjects: false }),
  (document) => stringify(document, { aliasDuplicateObjects: false, indentSeq: false }),
  (document) => stringify(document, { aliasDuplicateObjects: false, indent: 4 }),
  (document) => stringify(document, { aliasDuplicateObjects: false }).replaceAll(/(?<=: \w+)$/gm, ' # so'),
];

/** Keys whose absence is an error that can be repaired. */
const needed = ['id', 'name', 'description', 'title', 'prompt', 'type', 'message', 'maxIterations'];

/** Keys that are referenced by names that only the author knows. */
const named = ['functionDefinitions', 'functionCalls', 'assessments'];

function placesOf(value: Json, at: Place = []): readonly Place[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((part, index) => placesOf(part, [...at, index]));
  return Object.entries(value).flatMap(([key, part]) => {
    const place = [...at, key];
    const isFree = ['args', 'schema', 'outputRequired', 'contextMapping', ...named].includes(key);
    return [...(needed.includes(key) ? [place] : []), ...(isFree ? [] : placesOf(part, place))];
  });
}

function without(document: Json, places: readonly Place[]): Json {
  const copy = structuredClone(document);
  for (const place of places) {
    const map = place.slice(0, -1).reduce<Json>((at, key) => (at as Editable)[key] ?? {}, copy) as Editable;
    delete map[place.at(-1) ?? ''];
  }
  return copy;
}

function pickSome<Value>(random: Random, values: readonly Value[]): readonly Value[] {
  return random.shuffle(values).slice(0, random.between(2, 6));
}

const seed = 9;

test(`[U6.2][T3] a document that lacks several keys gets all of them, and keeps the rest (seed ${seed})`, () => {
  const random = createRandom(seed);
  for (let round = 0; round < 20; round++) {
    const document = random.pick([goodGuide, newerGuide]);
    const places = pickSome(random, placesOf(document));
    const text = random.pick(writers)(without(document, places));
    const repaired = repair({ file: { path: '', text }, api: null });
    const after = readText(repaired.text);
    const about = `${JSON.stringify(places)}\n${text}`;
    expect(formatViolations(after.violations), about).toEqual([]);
    expect(without(parse(repaired.text), places), about).toEqual(without(document, places));
  }
});
