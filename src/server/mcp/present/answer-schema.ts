/**
 * JSON Schema of answers, in short. At its root nothing is demanded and more may come, since some clients hold errors
 * against it, too; what stands in a list says what it always has. Nobody checks an answer with it, so it is plain data.
 */
import type { JsonObject } from '../contract/tool.ts';

type Fields = Readonly<Record<string, JsonObject>>;

const withDescription = (schema: JsonObject, description: string): JsonObject =>
  description === '' ? schema : { ...schema, description };

export const object = (properties: Fields, description = ''): JsonObject =>
  withDescription({ type: 'object', properties }, description);

/** One of many in an answer. @param optional fields that may be absent; all others are always there */
export const entry = (
  properties: Fields,
  optional: readonly string[] = [],
  description = '',
): JsonObject => ({
  ...object(properties, description),
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
});

/** An object of whatever fields. */
export const record = (description = ''): JsonObject => withDescription({ type: 'object' }, description);

export const list = (items: JsonObject, description = ''): JsonObject =>
  withDescription({ type: 'array', items }, description);

export const text = (description = ''): JsonObject => withDescription({ type: 'string' }, description);
/** A time such as 2026-01-15T10:00:00.000Z. */
export const time = (description = ''): JsonObject =>
  withDescription({ type: 'string', format: 'date-time' }, description);
export const choice = (values: readonly string[], description = ''): JsonObject =>
  withDescription({ type: 'string', enum: values }, description);
export const whole = (description = ''): JsonObject => withDescription({ type: 'integer' }, description);
export const number = (description = ''): JsonObject => withDescription({ type: 'number' }, description);
export const flag = (description = ''): JsonObject => withDescription({ type: 'boolean' }, description);
export const anything = (description = ''): JsonObject => withDescription({}, description);
