/** The shapes of the parts of workflows and nodes: parameters, error handling, respondents, options of a branch. */
import { parseDuration } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { report } from '../document/report.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { type JsonSchema, shape, type ValueType } from '../document/shape.ts';
import { anything, boolean, described, integer, oneOf, text } from '../document/value-types.ts';
import { textFormats, typeNames } from '../param-type.ts';
import { principalKinds } from './schema.ts';

const scalar: JsonSchema = { type: ['string', 'number', 'boolean'] };
export const name = described('name', scalar);
export const condition = described('expression', scalar);
/** An expression if it is a text; if it is a list or a map, its parts are templates. */
export const expression = described('expression', {});
export const template = described('template', scalar);
export const args = {
  type: described('map of templates', { type: ['object', 'null'] }),
  doc: 'The arguments, by name. References such as $name are filled in at any depth.',
  aliases: ['parameters', 'inputs', 'with', 'arguments'],
};

/** A map whose keys are names that expressions refer to. */
export const namedSchema = (values: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  propertyNames: { pattern: '^[A-Za-z_][A-Za-z0-9_]{0,63}$' },
  additionalProperties: values,
  ...more,
});

/** Options of the tool of every workflow, which no parameter can be called. */
export const reservedParams = ['dry_run', 'wait_ms', 'idempotency_key'];

const paramType = described(typeNames.slice(0, 8).join(', '), { enum: typeNames });

export const paramShape = shape({
  name: 'param',
  what: 'A parameter',
  keys: {
    type: { type: paramType, doc: 'The type of the value.', placeholder: 'str' },
    required: {
      type: boolean,
      doc: 'Whether a value must be passed. Default in this form: false for a parameter, true for an answer.',
    },
    default: { type: anything, doc: 'The value if none is passed.' },
    example: { type: anything, doc: 'A value for documentation and for trying the workflow out.' },
    format: {
      type: oneOf(textFormats),
      doc: 'The form of a text. date and date-time make it a date in expressions; the others only describe it.',
    },
    description: { type: text, what: 'A description', doc: 'A sentence about the value.' },
  },
});

/** @param more about the names */
export const params = (more: JsonSchema = {}): ValueType<Located> =>
  described('map of types', (refer) => ({
    anyOf: [namedSchema({ anyOf: [paramType.schema(refer), refer(paramShape)] }, more), { type: 'null' }],
  }));

/** Milliseconds, or a text like `5 seconds`. */
const delay: ValueType<number> = {
  read(reporter, located) {
    const value = located.kind === 'scalar' ? located.value : null;
    if (typeof value === 'number' && value >= 0) return value;
    const duration = typeof value === 'string' ? parseDuration(value) : undefined;
    if (duration !== undefined) return duration;
    report(reporter, located, {
      rule: 'bad-value',
      message: 'A delay must be a number of milliseconds or a duration.',
      expected: '1000, or a text like 5 seconds',
      actual: describeLocated(located),
      suggestion:
        located.kind === 'scalar'
          ? { text: 'Write 1 second', edits: replaceScalar(reporter.source, located, '1 second') }
          : undefined,
    });
    return undefined;
  },
  schema: () => ({ anyOf: [{ type: 'number', minimum: 0 }, { type: 'string' }] }),
  label: 'milliseconds or a duration',
};

export const onErrorShape = shape({
  name: 'on_error',
  what: 'on_error',
  keys: {
    retry: { type: integer({ minimum: 0 }), default: 0, doc: 'How often the node is tried again.' },
    delay: { type: delay, default: 1000, doc: 'The pause before a retry.', example: '30 seconds' },
    backoff: {
      type: oneOf(['fixed', 'linear', 'exponential']),
      default: 'fixed',
      doc: 'How the pause grows from retry to retry.',
    },
    fallback: { type: name, doc: 'The node that runs when every try has failed.' },
  },
});

export const undoShape = shape({
  name: 'undo',
  what: 'An undo',
  keys: {
    call: { type: text, doc: 'The operation that undoes the call.', placeholder: 'todo' },
    args: { ...args, aliases: [] },
  },
});

/** For more names, use a role. */
export const maxNames = 50;
const principals = described('list of texts', {
  type: 'array',
  items: scalar,
  minItems: 1,
  maxItems: maxNames,
});

export const whoShape = shape({
  name: 'who',
  what: '“who”',
  keys: {
    roles: {
      type: principals,
      doc: 'Principals with one of these roles may answer.',
      aliases: ['role', 'group', 'groups'],
    },
    subjects: {
      type: principals,
      doc: 'These principals may answer.',
      aliases: ['subject', 'user', 'users'],
    },
    kind: { type: oneOf(principalKinds), doc: 'Only principals of this kind may answer.' },
    four_eyes: { type: boolean, default: false, doc: 'Whether who started the run may not answer.' },
  },
  together: { minProperties: 1 },
});

export const defaultShape = shape({
  name: 'default',
  what: 'The default',
  keys: { goto: { type: name, doc: 'The node that runs, or end.' } },
});

export const optionShape = shape({
  name: 'option',
  what: 'An option',
  keys: {
    when: {
      type: condition,
      doc: 'The path is taken if this is the first condition that is true.',
      aliases: ['if', 'condition'],
      example: '$stock.left > 0',
    },
    goto: { type: name, doc: 'The node that runs, or end to end the path.', aliases: ['to'] },
    default: {
      type: described('name', (refer) => ({
        anyOf: [{ type: ['string', 'number', 'boolean', 'null'] }, refer(defaultShape)],
      })),
      doc: 'The node that runs if no condition is true, or end.',
      aliases: ['else', 'otherwise'],
    },
  },
  together: {
    anyOf: [
      { required: ['when', 'goto'] },
      { required: ['default', 'goto'] },
      {
        required: ['default'],
        properties: { default: { type: ['string', 'number', 'boolean', 'object'], required: ['goto'] } },
      },
    ],
  },
});
