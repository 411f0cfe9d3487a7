/** One error is reported once, at its location; its suggestion corrects it. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Json } from '../../../src/expression/index.ts';
import { createRandom } from '../../../src/testing/index.ts';
import { goodGuide, newerGuide } from './good-guide.ts';
import { formats, formatViolations, markedBy, readText, repair, withoutPlaces, write } from './read-text.ts';

/** See the head of the table. */
interface Fault {
  readonly change: string;
  readonly to?: Json;
  readonly as?: string;
  readonly long?: number;
  readonly rule: string;
  readonly path?: string;
  readonly marks?: string;
  readonly unrepaired?: true;
}

const tables = parse(readFileSync(new URL('single-faults.yaml', import.meta.url), 'utf8')) as {
  readonly [guide in 'good' | 'newer']: { readonly [title: string]: Fault };
};

type Editable = { [key: string]: Json };

/** The document with one change. */
function changed(document: Json, fault: Pick<Fault, 'change' | 'to' | 'as' | 'long'>): Json {
  const { change, as, long } = fault;
  const to = long === undefined ? fault.to : 'x'.repeat(long);
  const copy = structuredClone(document);
  const keys = change.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
  const last = keys.pop() ?? '';
  const place = keys.reduce((at, key) => (at as Editable)[key] ?? {}, copy) as Editable;
  if (as !== undefined) renameIn(place, last, as);
  else if (to === undefined) delete place[last];
  else place[last] = to;
  return copy;
}

function renameIn(map: Editable, from: string, to: string): void {
  for (const [key, value] of Object.entries(map)) {
    delete map[key];
    map[key === from ? to : key] = value;
  }
}

/** Every second one in YAML: other tests cover the edits of both formats. */
const table = (['good', 'newer'] as const).flatMap((name) =>
  Object.entries(tables[name]).map(([title, fault], at) => ({
    title,
    document: name === 'good' ? goodGuide : newerGuide,
    fault,
    format: formats[at % formats.length] ?? 'json',
  })),
);

describe('one fault', () => {
  test.each(table)('[U1.3] $title, in $format', ({ document, fault, format }) => {
    const read = readText(write(changed(document, fault), format));
    const { rule, change, path = change, marks = '', unrepaired = false } = fault;
    expect(formatViolations(read.violations)).toEqual([expect.stringContaining(`${rule} ${path} `)]);
    const [violation] = read.violations;
    if (violation === undefined) return;
    expect(markedBy(read, violation).slice(0, marks.length)).toBe(marks);
    for (const message of [violation.message, violation.expected, violation.actual])
      expect(message).toMatch(/\S/);
    expect(violation.suggestion === null).toBe(unrepaired);
    if (!unrepaired) expect(formatViolations(repair(read).violations)).toEqual([]);
  });
});

test('[U1.3] all errors are reported at once, in the order of the text', () => {
  const document = [
    { change: 'name' },
    { change: 'steps[0].title', as: 'titel' },
    { change: 'steps[0].functionReferences[0]', to: 'list_it' },
  ].reduce<Json>(changed, goodGuide);
  const read = readText(write(document, 'json'));
  expect(read.violations.map(({ rule, path }) => [rule, path])).toEqual([
    ['missing-key', ''],
    ['unknown-key', 'steps[0].titel'],
    ['bad-name', 'steps[0].functionReferences[0]'],
  ]);
  expect(formatViolations(repair(read).violations)).toEqual([]);
});

test('[U1.3] a text that is too long is reported with its limit and its length', () => {
  const read = readText(write({ ...goodGuide, name: 'x'.repeat(140) }, 'json'));
  expect(read.violations).toMatchObject([
    {
      message: 'The name of a guide must have at most 128 characters, but has 140.',
      expected: '1 to 128 characters',
      actual: '140 characters',
    },
  ]);
});

test('[U1.3] characters outside the basic plane count once', () => {
  expect(readText(write({ ...goodGuide, name: '🙂'.repeat(128) }, 'json')).violations).toEqual([]);
});

test('[U1.3] a renamed step is also renamed in the loop that references it', () => {
  const document = [
    { change: 'steps[5].id', to: 'LookAgain' },
    { change: 'steps[2].body', to: 'LookAgain' },
  ].reduce<Json>(changed, goodGuide);
  const read = readText(write(document, 'yaml'));
  expect(read.violations.map(({ rule, path }) => [rule, path])).toEqual([['bad-id', 'steps[5].id']]);
  expect(read.guide?.steps[2]).toMatchObject({ body: { step: 'look-again' } });
  const repaired = repair(read);
  expect(repaired.violations).toEqual([]);
  expect(repaired.guide?.steps[2]).toMatchObject({ body: { step: 'look-again' } });
});

test('[U1.3][U1.4] a misspelled body is reported, also if a step lacks its id', () => {
  const document = [
    { change: 'steps[2].body', to: 'look-agian' },
    { change: 'steps[0].id' },
    { change: 'steps[4].body[0].id' },
  ].reduce<Json>(changed, goodGuide);
  const read = readText(write(document, 'yaml'));
  expect(read.violations.map(({ rule, path, suggestion }) => [rule, path, suggestion?.text])).toEqual([
    ['missing-key', 'steps[0]', 'Add id: "step-1"'],
    ['unknown-step', 'steps[2].body', 'Did you mean “look-again”?'],
    ['missing-key', 'steps[4].body[0]', 'Add id: "step-1-2"'],
  ]);
  expect(formatViolations(repair(read).violations)).toEqual([]);
});

test('[U1.3] a number in place of a text is reported in JSON', () => {
  const read = readText(write({ ...goodGuide, name: 42 }, 'json'));
  expect(formatViolations(read.violations)).toEqual([expect.stringContaining('wrong-type name ')]);
  expect(repair(read).guide?.name).toBe('42');
  expect(readText(write({ ...goodGuide, name: 42 }, 'yaml')).guide?.name).toBe('42');
});

/** Keys of the format, by the path to each. */
function keysIn(value: Json, at = ''): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((part, index) => keysIn(part, `${at}[${index}]`));
  return Object.entries(value).flatMap(([key, part]) => {
    const path = at === '' ? key : `${at}.${key}`;
    const isFree = ['args', 'schema', 'outputRequired', 'contextMapping'].includes(key);
    return isFree ? [path] : [path, ...keysIn(part, path)];
  });
}

/** Swaps two letters in the middle; if both are the same, doubles one. */
function misspelled(key: string): string {
  const middle = Math.max(1, Math.floor(key.length / 2));
  const [before = '', after = ''] = [key[middle - 1], key[middle]];
  const swapped = key.slice(0, middle - 1) + after + before + key.slice(middle + 1);
  return swapped === key ? `${key}x` : swapped;
}

test.each([1, 2])(
  '[U1.3] a misspelled key is reported once, and read as the intended one (seed %i)',
  (seed) => {
    const document = seed % 2 === 0 ? newerGuide : goodGuide;
    const meant = withoutPlaces(readText(write(document, 'json')).guide);
    for (const change of createRandom(seed).shuffle(keysIn(document)).slice(0, 15)) {
      const as = misspelled(/[^.]+$/.exec(change)?.[0] ?? '');
      const read = readText(write(changed(document, { change, as }), 'json'));
      expect(read.violations.map(({ actual }) => actual)).toEqual([as]);
      expect(withoutPlaces(read.guide)).toEqual(meant);
      expect(repair(read).violations).toEqual([]);
    }
  },
);
