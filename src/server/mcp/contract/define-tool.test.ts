import { expect, test } from 'vitest';
import { z } from 'zod';
import { OperationError, plainText } from '../../../operations/index.ts';
import { defineTool } from './define-tool.ts';
import type { JsonObject } from './tool.ts';

const tool = defineTool({
  name: 'say_it',
  title: 'Say it',
  toolset: 'cases',
  isUsual: true,
  description: 'Says it.',
  operations: [],
  hints: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({ word: z.string().max(5).describe('A word.'), loud: z.boolean().default(false) }),
  spellings: { text: 'word', wort: 'word' },
  output: null,
  perform: async () => ({ kind: 'answer', value: {} }),
});

const problemsOf = (given: JsonObject): readonly string[] => {
  try {
    tool.input.parse(given);
    return [];
  } catch (error) {
    if (!(error instanceof OperationError)) throw error;
    return (error.details.violations ?? []).map(({ message }) => plainText(message));
  }
};

test('[P2.1][P2.9] the listed schema is the validation, without what a caller hardly needs', () => {
  expect(tool.input.schema).toEqual({
    type: 'object',
    properties: {
      word: { type: 'string', maxLength: 5, description: 'A word.' },
      loud: { type: 'boolean' },
    },
    required: ['word'],
    additionalProperties: false,
  });
  expect(tool.input.parse({ word: 'Hi' })).toEqual({ word: 'Hi', loud: false });
  expect(problemsOf({ word: 'too long', lout: true })).toEqual([
    '“word” must be a text of at most 5 characters.',
    'Unknown field “lout”. Did you mean “loud”?',
  ]);
});

test('[P2.3] null means an absent optional field, and nothing else', () => {
  expect(tool.input.parse({ word: 'Hi', loud: null })).toEqual({ word: 'Hi', loud: false });
  expect(problemsOf({ word: null })).toHaveLength(1);
  expect(problemsOf({ word: 'Hi', lout: null })).toHaveLength(1);
});

test('[P2.3] other spellings of a field mean that field', () => {
  expect(tool.input.parse({ text: 'Hi' })).toEqual({ word: 'Hi', loud: false });
  expect(tool.input.parse({ text: 'Hi', word: 'Hi', wort: 'Hi' })).toEqual({ word: 'Hi', loud: false });
  expect(problemsOf({ text: 5 })).toEqual(['“word” must be a text.']);
});

test('[P2.3] two spellings with two values are refused, and so is an unknown spelling', () => {
  expect(problemsOf({ text: 'Hi', word: 'Ho' })).toHaveLength(1);
  expect(problemsOf({ text: 'Hi', wort: 'Ho' })).toHaveLength(1);
  expect(problemsOf({ word: 'Hi', toString: 'Ho' })).toEqual([
    'Unknown field “toString”. Known fields: word, loud.',
  ]);
});
