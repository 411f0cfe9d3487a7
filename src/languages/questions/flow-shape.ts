/** The shapes of question flows and adapters: keys, types, sentences. The reader and the JSON Schema follow from them. */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are expressions of flows.
import { type JsonSchema, shape, type ValueType } from '../document/shape.ts';
import { anything, boolean, described, integer, list, nested, oneOf, text } from '../document/value-types.ts';
import { questionTypes } from './flow.ts';

const scalar: JsonSchema = { type: ['string', 'number', 'boolean'] };
const formula = described('expression', scalar);
const args = {
  type: described('map of templates', { type: ['object', 'null'] }),
  doc: 'The arguments, by name. `${id}` inserts an answer, at any depth.',
} as const;
const call = {
  type: text,
  doc: 'What is called: `operation` or `connector.operation`.',
  placeholder: 'http',
};
const named = (values: ValueType<unknown>, more: JsonSchema = {}) =>
  described(`map of ${values.label}`, (refer) => ({
    type: 'object',
    ...more,
    additionalProperties: values.schema(refer),
  }));

export const validationShape = shape({
  name: 'validation',
  what: 'A validation',
  keys: {
    regex: {
      type: text,
      doc: 'A text must match this regular expression. It is searched for: anchor it with ^ and $.',
      aliases: ['pattern'],
      example: '^[a-z-]+$',
    },
    min_value: { type: integer(), doc: 'The smallest integer.', aliases: ['min', 'minimum'] },
    max_value: { type: integer(), doc: 'The largest integer.', aliases: ['max', 'maximum'] },
    choices: { type: list(text, { minItems: 1 }), doc: 'What can be chosen.', aliases: ['options', 'enum'] },
    format: { type: oneOf(['json']), doc: 'json: the text must be valid JSON.' },
    rule: {
      type: formula,
      doc: 'An expression over the answers, this one included, that must be true.',
      example: '${first_port} < ${last_port}',
    },
    message: { type: text, doc: 'What a person reads when the rule does not hold.' },
  },
});

export const choicesFromShape = shape({
  name: 'choices_from',
  what: 'The source of choices',
  keys: {
    call,
    args,
    items: { type: text, default: '', doc: 'The path to the list in the result, such as `body.locations`.' },
    value: { type: text, doc: 'The field of each entry. Default: the entries are texts.' },
  },
});

export const questionShape = shape({
  name: 'question',
  what: 'A question',
  keys: {
    id: {
      type: text,
      doc: 'Its name, unique in the document: letters, digits, `_`, `.`, `-`.',
      placeholder: 'name',
    },
    type: { type: oneOf(questionTypes), doc: 'The type of the answer.', placeholder: 'string' },
    prompt: {
      type: text,
      doc: 'The question as a person reads it.',
      placeholder: 'What is the name?',
      aliases: ['text', 'message'],
    },
    help_text: { type: text, default: '', doc: 'More about it, on request.', aliases: ['help'] },
    default: { type: anything, doc: 'The proposed answer.' },
    validation: { type: nested(validationShape), doc: 'What the answer must fulfil.' },
    automatic_answer: {
      type: formula,
      doc: 'An expression over earlier answers, or a plain value. The question is asked only if it cannot be computed, or is not valid.',
      example: '${domain} + "/admin"',
    },
    sensitive: {
      type: boolean,
      default: false,
      doc: 'The answer is a secret: only a reference `$NAME` to an environment variable is accepted.',
    },
    env: {
      type: text,
      doc: 'The environment variable of a sensitive question. Default: the id in capitals.',
    },
    choices_from: { type: nested(choicesFromShape), doc: 'A call that returns the choices.' },
  },
  together: {
    if: { required: ['env'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { sensitive: { const: true } }, required: ['sensitive'] },
  },
  whyMisplaced: (key) => (key === 'choices' ? 'choices belong under “validation”' : undefined),
});

const undoShape = shape({ name: 'undo', what: 'An undo', keys: { call, args } });

export const operationShape = shape({
  name: 'operation',
  what: 'An operation',
  keys: {
    id: { type: text, doc: 'Its name, unique in the document.', placeholder: 'create' },
    call,
    args: {
      ...args,
      doc: `${args.doc} \`\${operations.ID.path}\` inserts the result of an earlier operation.`,
    },
    if: { type: formula, doc: 'It is performed only if this holds.', aliases: ['when', 'condition'] },
    undo: {
      type: nested(undoShape),
      doc: 'The call that undoes it when a later operation fails. `${result.path}` inserts its result.',
    },
  },
});

export const stateShape = shape({
  name: 'state',
  what: 'A state',
  keys: {
    question: {
      type: nested(questionShape),
      doc: 'What is asked.',
      placeholder: { id: 'name', type: 'string', prompt: 'What is the name?' },
    },
    next_state: {
      type: described('state', { type: ['string', 'null'] }),
      doc: 'The state that follows if no transition applies. Default: the flow ends.',
      aliases: ['next'],
    },
    workflow: { type: text, doc: 'A nested workflow, entered after the answer.' },
    workflow_condition: { type: formula, doc: 'The nested workflow is entered only if this holds.' },
    operations: {
      type: list(nested(operationShape)),
      doc: 'Operations, performed at the end in the order in which their states were answered.',
    },
  },
});

export const transitionShape = shape({
  name: 'transition',
  what: 'A transition',
  keys: {
    from_state: { type: text, doc: 'The state that was answered.', placeholder: 'first', aliases: ['from'] },
    to_state: { type: text, doc: 'The state that follows.', placeholder: 'second', aliases: ['to'] },
    condition: {
      type: formula,
      doc: 'It is taken if this holds. Default: always.',
      aliases: ['when', 'if'],
      example: '${nightly} == true',
    },
  },
});

const parts = {
  states: {
    type: named(nested(stateShape), { minProperties: 1 }),
    doc: 'The states, by name. The first is the start.',
    placeholder: { first: { question: { id: 'name', type: 'string', prompt: 'What is the name?' } } },
  },
  transitions: {
    type: list(nested(transitionShape)),
    doc: 'Where an answer leads: the first transition from its state whose condition holds.',
  },
} as const;

export const levelShape = shape({ name: 'workflow', what: 'A nested workflow', keys: parts });

export const flowShape = shape({
  name: 'flow',
  what: 'A question flow',
  keys: {
    version: {
      type: described('version', { const: '1.0.0' }),
      doc: 'The version of the format: 1.0.0.',
      placeholder: '1.0.0',
    },
    workflow_id: { type: text, doc: 'The name of the flow.', placeholder: 'my-flow' },
    title: { type: text, default: '', doc: 'The name as people read it.' },
    description: { type: text, default: '', doc: 'What the flow is for.' },
    ...parts,
    workflows: { type: named(nested(levelShape)), doc: 'The nested workflows, by name.' },
  },
});

export const capabilityShape = shape({
  name: 'capability',
  what: 'A capability',
  keys: {
    capability: { type: text, doc: 'Its name.', placeholder: 'kubernetes' },
    version: { type: text, default: '', doc: 'Its version.' },
  },
});

const inputTypes = [...questionTypes, 'password', 'json'] as const;

export const inputShape = shape({
  name: 'input',
  what: 'An input',
  keys: {
    name: { type: text, doc: 'Its name; the question is `adapter.name`.', placeholder: 'name' },
    type: {
      type: oneOf(inputTypes),
      doc: 'The type of the answer. password: a secret; json: a text with JSON.',
      placeholder: 'string',
    },
    prompt: { type: text, doc: 'The question as a person reads it.', placeholder: 'What is the name?' },
    help_text: { type: text, default: '', doc: 'More about it, on request.' },
    default: { type: anything, doc: 'The proposed answer.' },
    validation: {
      type: described('regular expression or validation', (refer) => ({
        anyOf: [{ type: 'string' }, refer(validationShape)],
      })),
      doc: 'A regular expression, or a validation as in a question.',
    },
    choices: { type: list(text, { minItems: 1 }), doc: 'What can be chosen.' },
    choices_from: { type: nested(choicesFromShape), doc: 'A call that returns the choices.' },
    automatic_answer: questionShape.keys.automatic_answer,
    env: questionShape.keys.env,
    when: { type: formula, doc: 'It is asked only if this holds. Not for the first input.' },
    optional: {
      type: boolean,
      default: false,
      doc: 'An empty text is accepted. For string, json and choice.',
    },
  },
  together: {
    if: { required: ['env'] },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: { properties: { type: { const: 'password' } } },
  },
});

export const adapterShape = shape({
  name: 'adapter',
  what: 'An adapter',
  keys: {
    adapter: { type: text, doc: 'Its name.', placeholder: 'my-adapter' },
    version: { type: text, doc: 'Its version.', placeholder: '1.0.0' },
    title: { type: text, default: '', doc: 'The name as people read it.' },
    description: { type: text, default: '', doc: 'What it sets up.' },
    base_url: { type: text, doc: '`${base_url}` in its arguments.' },
    provides: { type: list(nested(capabilityShape)), doc: 'What other adapters can rely on.' },
    requires: { type: list(nested(capabilityShape)), doc: 'What earlier adapters must provide.' },
    inputs: {
      type: list(nested(inputShape), { minItems: 1 }),
      doc: 'What is asked, in this order.',
      placeholder: [{ name: 'name', type: 'string', prompt: 'What is the name?' }],
    },
    operations: { type: list(nested(operationShape)), doc: 'What is done at the end.' },
    no_operations: { type: text, default: '', doc: 'Why it has no operations.' },
  },
});
