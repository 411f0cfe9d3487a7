/**
 * JSON Schema of answers, in short. The root requires nothing and allows more fields, since some clients validate
 * errors against it; entries of a list declare their required fields. Answers are not validated with it, so it is
 * plain data.
 */
import type { Values } from './facets.ts';

type Fields = Readonly<Record<string, Values>>;

const withDescription = (schema: Values, description: string): Values =>
  description === '' ? schema : { ...schema, description };

export const object = (properties: Fields, description = ''): Values =>
  withDescription({ type: 'object', properties }, description);

/** An entry of a list. @param optional fields that may be absent; all others are always present */
export const entry = (properties: Fields, optional: readonly string[] = [], description = ''): Values => ({
  ...object(properties, description),
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** An object with any fields. */
export const record = (description = ''): Values => withDescription({ type: 'object' }, description);

export const list = (items: Values, description = ''): Values =>
  withDescription({ type: 'array', items }, description);

export const text = (description = ''): Values => withDescription({ type: 'string' }, description);
/** A time such as 2026-01-15T10:00:00.000Z. */
export const time = (description = ''): Values =>
  withDescription({ type: 'string', format: 'date-time' }, description);
export const choice = (values: readonly string[], description = ''): Values =>
  withDescription({ type: 'string', enum: values }, description);
export const whole = (description = ''): Values => withDescription({ type: 'integer' }, description);
export const number = (description = ''): Values => withDescription({ type: 'number' }, description);
export const flag = (description = ''): Values => withDescription({ type: 'boolean' }, description);
export const anything = (description = ''): Values => withDescription({}, description);
