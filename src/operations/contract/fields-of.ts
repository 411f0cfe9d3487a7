/** The fields of an operation's input from its JSON Schema: created when they are first used, and cached. */
import { z } from 'zod';
import type { Values } from '../../languages/index.ts';
import type { AnyOperation } from './create-registry.ts';

export interface InputFields {
  /** The schema of each field, by name. */
  readonly schemas: ReadonlyMap<string, Values>;
  readonly required: ReadonlySet<string>;
  /** What the schemas refer to, by name. */
  readonly parts: Values;
}

const known = new WeakMap<AnyOperation, InputFields>();

export function fieldsOf(operation: AnyOperation): InputFields {
  const found = known.get(operation) ?? readFields(operation);
  known.set(operation, found);
  return found;
}

function readFields({ input }: AnyOperation): InputFields {
  // JSON Schema is JSON.
  const schema = z.toJSONSchema(input, { io: 'input' }) as unknown as Partial<ObjectSchema>;
  const { properties = {}, required = [], $defs = {} } = schema;
  return { schemas: new Map(Object.entries(properties)), required: new Set(required), parts: $defs };
}

interface ObjectSchema {
  readonly properties: { readonly [name: string]: Values };
  readonly required: readonly string[];
  readonly $defs: Values;
}
