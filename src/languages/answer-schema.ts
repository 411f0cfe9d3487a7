/**
 * JSON Schema of answers, as tools list it: the main fields and their types, without prose, since every agent reads it
 * in each conversation. It requires nothing and allows more fields: some clients validate every answer and error
 * against it.
 */
import type { Values } from './facets.ts';

export const object = (properties: { readonly [name: string]: Values }): Values => ({
  type: 'object',
  properties,
});
export const list = (items: Values): Values => ({ type: 'array', items });
export const choice = (values: readonly string[]): Values => ({ type: 'string', enum: values });

/** An object with any fields. */
export const record: Values = { type: 'object' };
export const text: Values = { type: 'string' };
/** A time such as 2026-01-15T10:00:00.000Z. */
export const time: Values = { type: 'string', format: 'date-time' };
export const whole: Values = { type: 'integer' };
export const number: Values = { type: 'number' };
export const flag: Values = { type: 'boolean' };
export const anything: Values = {};
