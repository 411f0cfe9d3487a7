/** Reading a randomly changed document returns errors with positions in it, and proposals that can be applied. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/languages/document/apply-edits.ts';
import type { Edit, ReadResult, Violation } from '../../src/languages/index.ts';
import { createRandom, type Random } from '../../src/testing/index.ts';
import { type MistakenFile, readAgain, readMistakes } from './mistakes/read-mistakes.ts';
import { rules, warnings } from './rules.ts';

const seed = Number(process.env['SIGNALBOX_SEED'] ?? 1);
const mutants = process.env['SIGNALBOX_LONG'] === '1' ? 8_000 : 400;
const only = process.env['SIGNALBOX_NET'];

const travel: MistakenFile = {
  file: 'travel-booking.yaml',
  text: `${readFileSync(new URL('travel-booking.yaml', import.meta.url), 'utf8')}
  book_hotel:
    params: { city: str, checkin: str, checkout: str, guest: str }
    graph:
      book: { call: book_hotel, args: { city: $city, from: $checkin, to: $checkout, for: $guest }, output: hotel }
`,
  operations: null,
  violations: [],
  warnings: [],
};

/** Exploring more states than the check allows takes long, and shows nothing here. */
const isQuick = ({ warnings: doubts }: MistakenFile): boolean =>
  doubts.every(({ rule }) => rule !== 'bound-reached');

/** The invalid documents, and the same documents corrected. */
const documents: readonly MistakenFile[] = readMistakes()
  .files.filter(isQuick)
  .flatMap((each) => [each, { ...each, text: repaired(each) }]);

function repaired(each: MistakenFile): string {
  return applyEdits(each.text, editsOf(readAgain(each, each.text)));
}

function editsOf({ violations }: ReadResult): Edit[] {
  return violations.flatMap(({ suggestion }) => suggestion?.edits ?? []);
}

/** Characters with a meaning in YAML or in an expression, and some without any. */
const signs = [...':-{}[],"\'#&*!|>%@`$.?=<+~ \t\n\r\\/_9aZ\u00e9\u{1f600}\u0000\ufeff'];

type Mutation = (text: string, random: Random) => string;

const splice = (text: string, at: number, removed: number, added: string): string =>
  text.slice(0, at) + added + text.slice(at + removed);

const overLines =
  (change: (lines: string[], at: number, random: Random) => void): Mutation =>
  (text, random) => {
    const lines = text.split('\n');
    change(lines, random.int(lines.length), random);
    return lines.join('\n');
  };

const word = /[A-Za-z_$][\w.]*/g;

const mutations: readonly Mutation[] = [
  (text, random) => splice(text, random.int(text.length + 1), 0, random.pick(signs)),
  (text, random) => splice(text, random.int(text.length + 1), 1, ''),
  (text, random) => splice(text, random.int(text.length + 1), 1, random.pick(signs)),
  (text, random) => text.slice(0, random.int(text.length + 1)),
  overLines((lines, at) => lines.splice(at, 1)),
  overLines((lines, at) => lines.splice(at, 0, lines[at] ?? '')),
  overLines((lines, at, random) => lines.splice(random.int(lines.length), 0, ...lines.splice(at, 1))),
  overLines((lines, at, random) => {
    lines[at] = random.chance(0.5) ? ` ${lines[at]}` : (lines[at] ?? '').replace(/^ {1,2}/, '');
  }),
  (text, random) => {
    const words = [...text.matchAll(word)];
    const [from, to] = [words[random.int(words.length)], words[random.int(words.length)]];
    return from === undefined || to === undefined ? text : splice(text, to.index, to[0].length, from[0]);
  },
  (text, random) => {
    const words = [...text.matchAll(word)];
    const at = words[random.int(words.length)];
    if (at === undefined || at[0].length < 2) return text;
    const letter = random.int(at[0].length - 1);
    const swapped = `${at[0][letter + 1]}${at[0][letter]}`;
    return splice(text, at.index + letter, 2, swapped);
  },
];

function mutate(text: string, random: Random): string {
  let mutant = text;
  for (let left = random.between(1, 3); left > 0; left--) mutant = random.pick(mutations)(mutant, random);
  return mutant;
}

/** Editors do not count a byte order mark. */
const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split('\n');

const known: readonly string[] = [...Object.keys(rules), ...Object.keys(warnings)];

function offencesOf(text: string, violation: Violation): string[] {
  const { rule, message, expected, actual, suggestion } = violation;
  const lines = linesOf(text);
  const isInside = ({ line, column, endLine, endColumn }: Omit<Edit, 'text'>): boolean =>
    line >= 1 &&
    column >= 1 &&
    (endLine > line || (endLine === line && endColumn >= column)) &&
    column <= (lines[line - 1]?.length ?? -1) + 1 &&
    endColumn <= (lines[endLine - 1]?.length ?? -1) + 1;
  return [
    ...(known.includes(rule) ? [] : [`the rule ${rule} is in no table`]),
    ...(message === '' || expected === '' || actual === '' ? [`${rule} says nothing`] : []),
    ...(isInside(violation) ? [] : [`${rule} stands outside the text: ${JSON.stringify(violation)}`]),
    ...(suggestion?.edits ?? []).flatMap((edit) =>
      isInside(edit) ? [] : [`an edit for ${rule} stands outside the text: ${JSON.stringify(edit)}`],
    ),
  ];
}

function lookAt(document: MistakenFile, text: string): string[] {
  try {
    const readResult = readAgain(document, text);
    const found = [...readResult.violations, ...readResult.warnings];
    const offences = found.flatMap((violation) => offencesOf(text, violation));
    readAgain(document, applyEdits(text, editsOf(readResult)));
    return offences;
  } catch (error) {
    return [`thrown: ${error instanceof Error ? error.stack : String(error)}`];
  }
}

test(`[L2] of ${mutants} randomly changed documents all are read correctly (seed ${seed})`, () => {
  const numbers = only === undefined ? Array.from({ length: mutants }, (_, at) => at) : [Number(only)];
  const bad = numbers.flatMap((number) => {
    // Each has its own generator, so that its number and the seed are enough to reproduce it.
    const random = createRandom(Math.imul(seed + 1, 0x9e3779b1) + number);
    const document = random.chance(0.1) ? travel : random.pick(documents);
    const text = mutate(document.text, random);
    const offences = lookAt(document, text);
    return offences.length === 0
      ? []
      : [`SIGNALBOX_SEED=${seed} SIGNALBOX_NET=${number} ${document.file}\n${offences.join('\n')}\n${text}`];
  });
  expect(bad.slice(0, 3).join('\n\n')).toBe('');
});
