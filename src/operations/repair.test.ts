import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Violation } from '../languages/index.ts';
import { createRandom, type Random } from '../testing/index.ts';
import { repair, repairText } from './repair.ts';
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

test('[T3][L2] a text without mistakes is left as it is', () => {
  expect(fix(good)).toEqual({ text: good, changed: false, applied: [] });
});

test('[T3][L2] proposals are applied together, and again where one lays open another', () => {
  const bad = good.replace('params', 'parms').replace('$who', '$whom').replace('graph', 'grahp');
  const repaired = fix(bad);
  expect(repaired).toMatchObject({ text: good, changed: true });
  expect(repaired.applied.length).toBeGreaterThanOrEqual(3);
});

test('[T3] mistakes without a proposal stay', () => {
  expect(fix('')).toEqual({ text: '', changed: false, applied: [] });
  expect(fix('a: 1')).toMatchObject({ text: 'a: 1', changed: false });
});

test('[T3] without the API that was meant nothing is changed', () => {
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

test('[T3][U6.2] what is added to blocks that end with one line stands in the block that it is for', () => {
  const bad = guide.replace('id: hello\n    ', '').replace('type: contains\n        ', '');
  const { text } = fix(bad.replace(/\n +message.*/, ''));
  expect(text).toBe(`${bad.replace(/\n +message.*\n/, '')}
        type: contains
        message: The output lacks what it has to contain.
    id: step-1
`);
  expect(mistakes(text)).toEqual([]);
});

test('[T3][U6.1] a guide that is called JSON and is none has that one mistake, and is repaired where it is certain', () => {
  const json = JSON.stringify(parse(guide), null, 2);
  const bad = json.replace('Say hello."\n', 'Say hello.",\n').replace('"title"', '"titel"');
  expect(mistakes(bad, 'w.json')).toMatchObject([
    { rule: 'json-syntax', message: expect.stringContaining('Expected no comma'), line: 15 },
  ]);
  expect(mistakes(bad, 'w.yaml').map(({ rule }) => rule)).toEqual(['unknown-key']);
  expect(JSON.parse(fix(bad, 'w.json').text)).toEqual(parse(guide));
  expect(fix(json.replace('"version":', '"version"'), 'w.json').changed).toBe(false);
});

test('[T3] a text that can no longer be read is no repair, however few mistakes are told of it', () => {
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
])(
  `[T3][U6.2] whatever is damaged, a %s is only changed for one with fewer mistakes, seed ${seed}`,
  (_, path, sound) => {
    const random = createRandom(seed);
    let repaired = 0;
    for (let round = 0; round < 50; round++) {
      const text = damage(random, sound);
      const { text: fixed, changed } = fix(text, path);
      expect(changed).toBe(fixed !== text);
      if (!changed) continue;
      repaired += 1;
      const [before, after] = [mistakes(text, path), mistakes(fixed, path)];
      // Of a text that cannot be read not all is told.
      if (ofSyntax(before) === ofSyntax(after)) expect(after.length, text).toBeLessThan(before.length);
      else expect(ofSyntax(after), text).toBeLessThan(ofSyntax(before));
    }
    expect(repaired).toBeGreaterThan(8);
  },
);

const ofSyntax = (all: readonly Violation[]) => all.filter(({ rule }) => rule.endsWith('syntax')).length;

/** Some letters dropped, doubled or replaced by a sign that means something. */
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
