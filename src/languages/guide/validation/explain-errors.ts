/** What the compiler of JSON Schemas found, in plain words, by path. */
import type { ErrorObject } from 'ajv/dist/ajv.js';
import type { Json } from '../../../expression/index.ts';
import type { SchemaFields } from './tame-schema.ts';

export interface SchemaFault {
  /** Of the value: `items[2].name`; empty for the whole. */
  readonly path: string;
  readonly expected: string;
  readonly actual: string;
  /** What the value has to be, by the nearest schema; null where no value would do. */
  readonly schema: Json | null;
}
export function explainErrors(
  errors: readonly ErrorObject[],
  _targets: ReadonlyMap<SchemaFields, Json>,
): readonly SchemaFault[] {
  return errors
    .slice(0, 10)
    .map((e) => ({ path: e.instancePath, expected: e.message ?? '', actual: '', schema: null }));
}
export function explainForm(errors: readonly ErrorObject[]): string {
  return errors.map((e) => `${e.instancePath} ${e.message ?? ''}`)[0] ?? 'malformed';
}
