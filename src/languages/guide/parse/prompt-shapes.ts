/** The shapes of prompts and of the checks after a step. */
import { shape } from '../../document/shape.ts';
import { described, list, oneOf } from '../../document/value-types.ts';
import { texts, within } from './parse-text.ts';
import { condition, prompt } from './part-shapes.ts';

export const promptPlaceholder = 'Say what is to be done.';

const textPart = described('text, or list of parts', (refer) => ({
  anyOf: [
    { type: 'string', minLength: 1 },
    refer(partShape),
    { type: 'array', items: { anyOf: [{ type: 'string', minLength: 1 }, refer(partShape)] } },
  ],
}));

export const partShape = shape({
  name: 'part',
  what: 'A part of a text',
  keys: {
    kind: {
      type: oneOf(['text', 'ref']),
      what: 'The kind',
      doc: 'Whether it is a text, or refers to one.',
      placeholder: 'text',
    },
    text: { type: described('text', { type: 'string' }), doc: 'The text.' },
    refId: {
      type: described('text', { type: 'string', minLength: 1 }),
      doc: 'The text that it refers to. Not supported: the prompt shows its name.',
      aliases: ['ref', 'id', 'name'],
    },
  },
  together: {
    anyOf: [
      { properties: { kind: { const: 'text' } }, required: ['text'] },
      { properties: { kind: { const: 'ref' } }, required: ['refId'] },
    ],
  },
});

export const blocksShape = shape({
  name: 'blocks',
  what: 'The blocks of a prompt',
  keys: {
    goal: { type: textPart, doc: 'What is to be reached.' },
    constraints: { type: list(textPart), what: 'The block “constraints”', doc: 'What must be observed.' },
    procedure: { type: list(textPart), what: 'The block “procedure”', doc: 'What to do, in order.' },
    outputRequired: {
      type: described('map of texts', (refer) => ({
        type: 'object',
        additionalProperties: textPart.schema(refer),
      })),
      doc: 'What the output must contain, by name.',
    },
    verify: { type: list(textPart), what: 'The block “verify”', doc: 'What to check at the end.' },
  },
  together: { minProperties: 1 },
});

export const fragmentShape = shape({
  name: 'fragment',
  what: 'A fragment of a prompt',
  keys: {
    id: {
      type: described('text', { type: 'string', minLength: 1 }),
      doc: 'The id of the fragment.',
      placeholder: 'fragment-1',
    },
    when: {
      type: condition,
      doc: 'The fragment is shown only if this holds.',
      aliases: ['condition', 'runCondition'],
    },
    text: {
      type: within({ maxLength: 4096 }),
      what: 'The text of a fragment',
      doc: 'What is added to the prompt.',
      placeholder: promptPlaceholder,
      aliases: ['prompt'],
    },
  },
});

export const auditShape = shape({
  name: 'audit',
  what: 'An audit',
  keys: {
    prompt: {
      type: prompt,
      doc: 'How the output is reviewed.',
      placeholder: 'Review the output with fresh eyes.',
    },
    rubric: { type: texts(), doc: 'What is looked at.' },
  },
});

export const verificationShape = shape({
  name: 'verification',
  what: 'A verification',
  keys: {
    command: {
      type: within(),
      what: 'The command of a verification',
      doc: 'The command whose output is reported.',
      example: 'npm test',
    },
    prompt: { type: prompt, doc: 'How the output is verified.' },
  },
  together: { minProperties: 1 },
});
