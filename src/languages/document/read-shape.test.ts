import { expect, test } from 'vitest';
import { applyEdits } from './apply-edits.ts';
import { type Located, toJson } from './located.ts';
import { parseDocument } from './parse-document.ts';
import { readName } from './read-name.ts';
import { readShape } from './read-shape.ts';
import { readBoolean, readInteger, readList, readOneOf, readText } from './read-value.ts';
import { createReporter, type Reporter } from './reporter.ts';
import { replaceScalar } from './scalar-edits.ts';
import { shape } from './shape.ts';
import { anything } from './value-types.ts';
import type { Violation } from './violation.ts';

const workflowShape = shape({
  name: 'workflow',
  what: 'A workflow',
  keys: {
    name: { type: anything, doc: 'Its name.', placeholder: 'unnamed' },
    version: { type: anything, doc: 'Its version.', placeholder: 1 },
    description: { type: anything, doc: 'A sentence about it.' },
  },
  whyMisplaced: (key) => (key === 'goto' ? 'only a branch goes somewhere' : undefined),
});

function read(text: string, readValue: (reporter: Reporter, root: Located) => unknown) {
  const document = parseDocument({ path: 'a.yaml', text });
  expect(document.violations, text).toEqual([]);
  const reporter = createReporter(document);
  if (document.root === null) throw new Error('nothing there');
  const value = readValue(reporter, document.root);
  return { value, json: toJson(document.root), violations: reporter.violations() };
}

const repaired = (text: string, violations: readonly Violation[]) =>
  applyEdits(
    text,
    violations.flatMap(({ suggestion }) => suggestion?.edits ?? []),
  );

const readWorkflow = (reporter: Reporter, root: Located) => {
  const fields = readShape(reporter, root, workflowShape);
  const version = fields?.value('version');
  return fields && { version: version && toJson(version) };
};

test.each([
  ['nmae: x\nversion: 1\n', ['unknown-key'], { name: 'x', version: 1 }],
  ['name: x\nversion: 1\nfoo: 2\nbar:\n  a: 1\n', ['unknown-key', 'unknown-key'], { name: 'x', version: 1 }],
  ['description: x\n', ['missing-key', 'missing-key'], { description: 'x', name: 'unnamed', version: 1 }],
  ['{"description": "x"}', ['missing-key', 'missing-key'], { description: 'x', name: 'unnamed', version: 1 }],
  [
    '{"foo": 1, "description": "x", "bar": 1, "baz": 2}',
    ['missing-key', 'missing-key', 'unknown-key', 'unknown-key', 'unknown-key'],
    { description: 'x', name: 'unnamed', version: 1 },
  ],
  ['{}', ['missing-key', 'missing-key'], { name: 'unnamed', version: 1 }],
  ['foo: 1\n', ['missing-key', 'missing-key', 'unknown-key'], { name: 'unnamed', version: 1 }],
  [
    'foo: 1\nbar: 2\n',
    ['missing-key', 'missing-key', 'unknown-key', 'unknown-key'],
    { name: 'unnamed', version: 1 },
  ],
  ['{"foo": 1}', ['missing-key', 'missing-key', 'unknown-key'], { name: 'unnamed', version: 1 }],
  ['null', ['wrong-type'], { name: 'unnamed', version: 1 }],
])('[L2] the keys of %j are corrected', (text, found, expected) => {
  const { violations } = read(text, readWorkflow);
  expect(violations.map(({ rule }) => rule).sort()).toEqual(found);
  const again = read(repaired(text, violations), readWorkflow);
  expect(again.violations).toEqual([]);
  expect(again.json).toEqual(expected);
});

test('[L2] a misspelled key counts as the intended one and is reported with its position and a correction', () => {
  const { value, violations } = read('versoin: 2\nname: x\n', readWorkflow);
  expect(value).toMatchObject({ version: 2 });
  expect(violations).toEqual([
    {
      path: 'versoin',
      rule: 'unknown-key',
      message: 'A workflow has no “versoin”.',
      expected: 'name, version, description',
      actual: 'versoin',
      line: 1,
      column: 1,
      endLine: 1,
      endColumn: 8,
      suggestion: {
        text: 'Did you mean “version”?',
        edits: [{ line: 1, column: 1, endLine: 1, endColumn: 8, text: 'version' }],
      },
    },
  ]);
});

test('[L2] a text in place of a map is reported, and a space after its colon is proposed', () => {
  const text = 'name:x';
  const { value, violations } = read(text, readWorkflow);
  expect(value).toBeUndefined();
  expect(violations.map(({ rule }) => rule)).toEqual(['wrong-type']);
  expect(repaired(text, violations)).toBe('name: x');
  expect(read('- name', readWorkflow).violations).toMatchObject([{ rule: 'wrong-type', suggestion: null }]);
});

type ReadFunction = (reporter: Reporter, root: Located) => unknown;
const text: ReadFunction = (reporter, root) => readText(reporter, root, 'The name');
const integer: ReadFunction = (reporter, root) =>
  readInteger(reporter, root, 'The limit', { minimum: 1, maximum: 10 });
const truth: ReadFunction = (reporter, root) => readBoolean(reporter, root, 'The switch');
const choice: ReadFunction = (reporter, root) =>
  readOneOf(reporter, root, ['all', 'any', 'first'], 'The join', undefined);
const name: ReadFunction = (reporter, root) => {
  if (root.kind !== 'scalar') return undefined;
  const rewrite = (better: string) => replaceScalar(reporter.source, root, better);
  const reserved = { names: ['seed'], reason: 'that is an option' };
  return readName(reporter, String(root.value), root, 'An output', rewrite, reserved);
};
const list: ReadFunction = (reporter, root) => readList(reporter, root, 'The list of steps');

test.each<[string, ReadFunction, unknown]>([
  ['x', text, 'x'],
  ['1.10', text, '1.10'],
  ['true', text, 'true'],
  ['5', integer, 5],
  ['false', truth, false],
  ['any', choice, 'any'],
  ['_a1', name, '_a1'],
])('[L1] %j is read unchanged', (written, readValue, expected) => {
  expect(read(written, readValue)).toMatchObject({ value: expected, violations: [] });
});

test.each<[string, ReadFunction, string, string]>([
  ['"5"', integer, 'wrong-type', '5'],
  ['2.6', integer, 'bad-value', '3'],
  ['0', integer, 'bad-value', '1'],
  ['99', integer, 'bad-value', '10'],
  ['yes', truth, 'wrong-type', 'true'],
  ['"off"', truth, 'wrong-type', 'false'],
  ['al', choice, 'bad-value', 'all'],
  ['flight-id', name, 'bad-name', 'flight_id'],
  ['1st', name, 'bad-name', '_1st'],
  ['seed', name, 'reserved-name', 'seed_2'],
])(
  '[L2] %j has the wrong type; the intended value is proposed and read',
  (written, readValue, rule, expected) => {
    const { value, violations } = read(written, readValue);
    expect(String(value)).toBe(expected);
    expect(violations.map((violation) => violation.rule)).toEqual([rule]);
    expect(repaired(written, violations)).toBe(expected);
    expect(read(expected, readValue).violations).toEqual([]);
  },
);

test.each<[string, ReadFunction]>([
  ['[a]', text],
  ['null', text],
  ['{a: 1}', integer],
  ['maybe', truth],
  ['5', choice],
  ['completely different', choice],
  ['x', list],
])('[L2] %j is refused without a proposal', (written, readValue) => {
  const { violations } = read(written, readValue);
  expect(violations).toMatchObject([{ suggestion: null, path: '' }]);
});

test('[L2] the default is proposed and read if no choice is similar', () => {
  const { value, violations } = read('completely different', (reporter, root) =>
    readOneOf(reporter, root, ['all', 'any'], 'The join', 'any'),
  );
  expect(value).toBe('any');
  expect(repaired('completely different', violations)).toBe('any');
});

test('[L2] a misplaced key is reported with the reason and removed; no similar name is proposed', () => {
  const written = 'name: x\nversion: 1\ngoto: y\n';
  const { violations } = read(written, readWorkflow);
  expect(violations).toMatchObject([
    { rule: 'misplaced-key', message: '“goto” is not allowed here: only a branch goes somewhere.' },
  ]);
  expect(repaired(written, violations)).toBe('name: x\nversion: 1\n');
});

test('[L2] violations are in the order of the text, without duplicates', () => {
  const { violations } = read('a: 1\nb: 2\n', (reporter, root) => {
    const entries = root.kind === 'map' ? root.entries : [];
    for (const { value } of [...entries.toReversed(), ...entries]) readList(reporter, value, 'The list');
  });
  expect(violations.map(({ path, line }) => `${path} ${line}`)).toEqual(['a 1', 'b 2']);
});
