import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { repairText, type Violation } from '../../languages/index.ts';
import { createRandom, type Random } from '../../testing/index.ts';
import { repair } from './repair.ts';
import { validate } from './validate.ts';

const seed = 20_261_115;

const good = `workflows:
  greet:
    description: Says hello
    params:
      who: { type: str, required: true }
    graph:
      hello:
        call: say_hello
        args: { name: $who }
`;

const fix = (text: string, path = 'w.yaml') => repair({ file: { path, text }, api: null });
const mistakes = (text: string, path = 'w.yaml') =>
  validate({ files: [{ path, text }], api: null }).files.flatMap((file) => file.violations);

test('[T3][L2] a text without errors stays unchanged', () => {
  expect(fix(good)).toEqual({ text: good, changed: false, applied: [] });
});

test('[T3][L2] proposals are applied together, and again if one reveals another', () => {
  const bad = good.replace('params', 'parms').replace('$who', '$whom').replace('graph', 'grahp');
  const repaired = fix(bad);
  expect(repaired).toMatchObject({ text: good, changed: true });
  expect(repaired.applied.length).toBeGreaterThanOrEqual(3);
});

test('[T3] errors without a proposal stay', () => {
  expect(fix('')).toEqual({ text: '', changed: false, applied: [] });
  expect(fix('a: 1')).toMatchObject({ text: 'a: 1', changed: false });
});

test('[T3] without the API that is meant nothing is changed', () => {
  const text = good.replace('params', 'parms');
  const api = { path: 'api.yaml', text: 'a: 1' };
  expect(repair({ file: { path: 'w.yaml', text }, api })).toEqual({ text, changed: false, applied: [] });
});

/** The last step and its last rule end with one line. */
const guide = `id: greet-guide
name: Greet
description: Says hello
version: 1.0.0
steps:
  - id: hello
    title: Hello
    prompt: |
      Say hello.
    validationCriteria:
      - type: contains
        value: hello
        message: Say hello.
`;

test('[T3][U6.2] lines that are added to blocks ending with one line are in the right block', () => {
  const bad = guide.replace('id: hello\n    ', '').replace('type: contains\n        ', '');
  const { text } = fix(bad.replace(/\n +message.*/, ''));
  expect(text).toBe(`${bad.replace(/\n +message.*\n/, '')}
        type: contains
        message: The output lacks a required text.
    id: step-1
`);
  expect(mistakes(text)).toEqual([]);
});

test('[T3][U6.1] a guide named JSON that is not JSON has exactly that error, and is repaired if the repair is certain', () => {
  const json = JSON.stringify(parse(guide), null, 2);
  const bad = json.replace('Say hello."\n', 'Say hello.",\n').replace('"title"', '"titel"');
  expect(mistakes(bad, 'w.json')).toMatchObject([
    { rule: 'json-syntax', message: expect.stringContaining('Expected no comma'), line: 15 },
  ]);
  expect(mistakes(bad, 'w.yaml').map(({ rule }) => rule)).toEqual(['unknown-key']);
  expect(JSON.parse(fix(bad, 'w.json').text)).toEqual(parse(guide));
  expect(fix(json.replace('"version":', '"version"'), 'w.json').changed).toBe(false);
});

test('[T3] a text that can no longer be parsed is not a repair, even with few reported errors', () => {
  const violation = (rule: string): Violation => ({
    ...{
      path: '',
      rule,
      message: '',
      expected: '',
      actual: '',
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 1,
    },
    suggestion: { text: '', edits: [{ line: 1, column: 1, endLine: 1, endColumn: 1, text: '[' }] },
  });
  const read = (text: string) =>
    text.startsWith('[') ? [violation('syntax')] : [violation('a'), violation('b')];
  expect(repairText('a', read)).toEqual({ text: 'a', changed: false, applied: [] });
});

test.each([
  ['graph', 'w.yaml', good],
  ['guide', 'w.yaml', guide],
  ['guide in JSON', 'w.json', JSON.stringify(parse(guide), null, 2)],
])(`[T3][U6.2] a damaged %s is only changed to one with fewer errors, seed ${seed}`, (_, path, sound) => {
  const random = createRandom(seed);
  let repaired = 0;
  for (let round = 0; round < 50; round++) {
    const text = damage(random, sound);
    const { text: fixed, changed } = fix(text, path);
    expect(changed).toBe(fixed !== text);
    if (!changed) continue;
    repaired += 1;
    const [before, after] = [mistakes(text, path), mistakes(fixed, path)];
    // Not all errors of a text that cannot be parsed are reported.
    if (ofSyntax(before) === ofSyntax(after)) expect(after.length, text).toBeLessThan(before.length);
    else expect(ofSyntax(after), text).toBeLessThan(ofSyntax(before));
  }
  expect(repaired).toBeGreaterThan(8);
});

const ofSyntax = (all: readonly Violation[]) => all.filter(({ rule }) => rule.endsWith('syntax')).length;

/** Some characters dropped, doubled or replaced by a significant one. */
function damage(random: Random, sound: string): string {
  let text = sound;
  for (let count = 1 + random.int(3); count > 0; count--) {
    const at = random.int(text.length);
    const sign = ['', '', text.slice(at, at + 1).repeat(2), '{', '}', '"', ':', '\n', '  ', '- ', '$', '['][
      random.int(12)
    ];
    text = text.slice(0, at) + (sign ?? '') + text.slice(at + 1);
  }
  return text;
}

const misspelt = (count: number): string =>
  `workflows:\n  w:\n    graph:\n${Array.from({ length: count }, (_, at) => `      n${at}: { cal: x }\n`).join('')}`;

test('[T3][L4] more errors than are listed are corrected in rounds', () => {
  const repaired = fix(misspelt(900));
  expect(repaired).toMatchObject({ text: misspelt(900).replaceAll('cal:', 'call:'), changed: true });
  expect(repaired.stopped).toBeUndefined();
});

test('[T3][U6.2] a text is read a limited number of times, and the result says so', () => {
  const reads = (length: number) => {
    let count = 0;
    const { stopped } = repairText('x'.repeat(length), (text) => {
      count += 1;
      const edits = [{ line: 1, column: text.length + 1, endLine: 1, endColumn: text.length + 1, text: 'y' }];
      const at = { line: 1, column: 1, endLine: 1, endColumn: 2 };
      const one = { path: '', rule: 'r', message: 'm', expected: 'e', actual: 'a', ...at };
      const hidden = { ...one, rule: 'too-many-to-list', actual: `${5_000 - count} more`, suggestion: null };
      return [{ ...one, suggestion: { text: 't', edits } }, hidden];
    });
    return [count, stopped];
  };
  expect(reads(1_000)).toEqual([26, 'Correcting stopped after the text was read 26 times.']);
  expect(reads(200_000)[0]).toBe(10);
  expect(reads(1_000_000)[0]).toBe(6);
});

test('[T3][L4] errors that cannot be corrected hide others, and the result says so', () => {
  const text = `workflows:\n  w:\n    graph:\n      a:\n        call: x\n${Array.from({ length: 2_500 }, (_, at) => `        unknown_${at}: 1\n`).join('')}`;
  expect(fix(text)).toEqual({
    text,
    changed: false,
    applied: [],
    stopped: 'No correction of the listed errors is certain, and they hide others.',
  });
});
