import { expect, test } from 'vitest';
import { fillPage } from './fill-page.ts';
import { jsonSchema, markdownTable } from './json-schema.ts';
import { parseDocument } from './parse-document.ts';
import { readShape } from './read-shape.ts';
import { createReporter } from './reporter.ts';
import { type MapShape, shape } from './shape.ts';
import { boolean, described, integer, list, nested, oneOf, text } from './value-types.ts';

const retryShape = shape({
  name: 'retry',
  what: 'A retry',
  keys: {
    limit: {
      type: integer({ minimum: 1, maximum: 9 }),
      doc: 'How often.',
      placeholder: 1,
      aliases: ['times'],
    },
    growth: { type: oneOf(['fixed', 'linear']), default: 'fixed', doc: 'How the pause grows.' },
    quiet: { type: boolean, doc: 'Whether nothing is logged.' },
  },
  whyMisplaced: (key) => (key === 'pause' ? 'it is a key of the node' : undefined),
});

const treeShape: MapShape = shape({
  name: 'tree',
  what: 'A tree',
  keys: {
    name: { type: text, doc: 'Its name | label.', example: 'oak' },
    retry: { type: nested(retryShape), doc: 'Retries.' },
    branches: { type: list(described('trees', (refer) => refer(treeShape))), doc: 'Trees.' },
  },
});

function read(written: string) {
  const document = parseDocument({ path: 'a.yaml', text: written });
  const reporter = createReporter(document);
  if (document.root === null) throw new Error('empty');
  const fields = readShape(reporter, document.root, retryShape);
  return {
    limit: fields?.read('limit'),
    growth: fields?.read('growth'),
    all: fields?.readAll(),
    reported: reporter.violations().map(({ rule, message, suggestion }) => [rule, message, suggestion?.text]),
  };
}

test('[L2][L9] a map is read by its declaration: types, defaults, names in other formats', () => {
  expect(read('limit: 3\nquiet: true\n')).toEqual({
    limit: 3,
    growth: 'fixed',
    all: { limit: 3, growth: 'fixed', quiet: true },
    reported: [],
  });
  expect(read('times: 12\ngrowth: linaer\npause: 1\n')).toEqual({
    limit: 9,
    growth: 'linear',
    all: { limit: 9, growth: 'linear' },
    reported: [
      ['unknown-key', 'A retry has no “times”.', 'Did you mean “limit”?'],
      ['bad-value', 'limit must be a whole number from 1 to 9, but is the number 12.', 'Write 9.'],
      ['bad-value', 'growth must be one of fixed, linear, but is the text “linaer”.', 'Write linear.'],
      ['misplaced-key', '“pause” is not allowed here: it is a key of the node.', 'Remove “pause”.'],
    ],
  });
  expect(read('quiet: false\n').reported).toEqual([
    ['missing-key', 'A retry needs “limit”.', 'Add limit: 1'],
  ]);
});

test('[L9] the JSON Schema of a shape has types, defaults, examples and sentences, and refers to other shapes', () => {
  expect(jsonSchema(treeShape, { title: 'A tree' })).toMatchObject({
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'A tree',
    type: 'object',
    additionalProperties: false,
    properties: {
      name: { type: ['string', 'number', 'boolean'], description: 'Its name | label.', examples: ['oak'] },
      retry: { allOf: [{ $ref: '#/$defs/retry' }], description: 'Retries.' },
      branches: { type: 'array', items: { $ref: '#/$defs/tree' } },
    },
    $defs: {
      tree: { properties: { branches: { items: { $ref: '#/$defs/tree' } } } },
      retry: {
        type: 'object',
        properties: {
          limit: { type: 'integer', minimum: 1, maximum: 9, description: 'How often.' },
          growth: { enum: ['fixed', 'linear'], default: 'fixed', description: 'How the pause grows.' },
          quiet: { type: 'boolean' },
        },
        required: ['limit'],
        additionalProperties: false,
      },
    },
  });
});

test('[L9] two shapes of one schema cannot have the same name', () => {
  const other = shape({ name: 'retry', what: 'Another', keys: { times: { type: text, doc: 'How often.' } } });
  const keys = { one: { type: nested(retryShape), doc: '1' }, two: { type: nested(other), doc: '2' } };
  expect(() => jsonSchema({ name: 'both', what: 'Both', keys })).toThrow('Two shapes have the name “retry”.');
});

test('[L8] a page is filled in completely, and nothing is left over', () => {
  const parts = { 'keys of a tree': () => markdownTable(treeShape) };
  expect(fillPage('Trees:\n<!-- keys of a tree -->\n', parts)()).toMatch(/^Trees:\n\| key \|/);
  expect(fillPage('<!-- keys of a leaf -->', {})).toThrow('“keys of a leaf”, which nothing fills in');
  expect(fillPage('Trees', parts)).toThrow('The page lacks keys of a tree.');
});

test('[L9] the table of a shape lists its keys with types, defaults and meaning', () => {
  expect(markdownTable(retryShape)).toBe(
    [
      '| key | type | | meaning |',
      '|---|---|---|---|',
      '| `limit` | whole number from 1 to 9 | required | How often. |',
      '| `growth` | fixed, linear | default `"fixed"` | How the pause grows. |',
      '| `quiet` | true or false |  | Whether nothing is logged. |',
    ].join('\n'),
  );
  expect(markdownTable(treeShape)).toContain('| `name` | text |  | Its name \\| label. |');
});
