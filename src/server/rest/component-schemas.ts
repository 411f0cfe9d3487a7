/** JSON Schemas as an OpenAPI document holds them: what has a name stands once, among the components. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

export interface ComponentSchemas {
  /** Of what an operation gives: open, so that nobody who reads it stumbles over a field that is new. */
  ofOutput(schema: z.ZodType): JsonObject;
  /** Of what an operation takes, closed as it is. @param parts what the schema refers to, by name */
  convert(schema: JsonObject, parts: JsonObject): JsonObject;
  /** By name, as many as were needed so far. */
  readonly all: JsonObject;
}

export function createComponentSchemas(): ComponentSchemas {
  const all: Record<string, Json> = {};
  const convert = (schema: JsonObject, parts: JsonObject, isOpen = false): JsonObject => {
    const converted: Record<string, Json> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (isNoise(key, value, schema) || (isOpen && isLock(key, value))) continue;
      if (key === '$ref') Object.assign(converted, refer(String(value), parts, isOpen));
      else converted[key] = convertIn(key, value, (part) => convert(part, parts, isOpen));
    }
    return converted;
  };
  const refer = (target: string, parts: JsonObject, isOpen: boolean): JsonObject => {
    const name = target.replace('#/$defs/', '');
    // Only data without a shape of its own refers to what has no name.
    if (name.startsWith('__')) return {};
    if (all[name] === undefined) {
      // Before it is placed: it may hold itself.
      all[name] = {};
      all[name] = convert(asSchema(parts[name]), parts, isOpen);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  return {
    all,
    convert: (schema, parts) => convert(schema, parts),
    ofOutput(schema) {
      // JSON Schema is JSON.
      const { $defs = {}, ...rest } = z.toJSONSchema(schema, { io: 'output' }) as unknown as JsonObject;
      return convert(rest, asSchema($defs), true);
    },
  };
}

const namedSchemas: ReadonlySet<string> = new Set(['properties', 'patternProperties']);
const listedSchemas: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);
const oneSchema: ReadonlySet<string> = new Set(['items', 'additionalProperties', 'propertyNames', 'not']);

function convertIn(key: string, value: Json, convert: (schema: JsonObject) => JsonObject): Json {
  const convertAny = (each: Json): Json => (isSchema(each) ? convert(each) : each);
  if (oneSchema.has(key)) return convertAny(value);
  if (listedSchemas.has(key) && Array.isArray(value)) return value.map(convertAny);
  if (!namedSchemas.has(key)) return value;
  return Object.fromEntries(Object.entries(asSchema(value)).map(([name, each]) => [name, convertAny(each)]));
}

const isLock = (key: string, value: Json): boolean => key === 'additionalProperties' && value === false;

/** What zod writes and readers learn nothing from. */
function isNoise(key: string, value: Json, { format }: JsonObject): boolean {
  if (key === '$schema') return true;
  if (key === 'pattern') return format === 'date-time';
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

const isSchema = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asSchema = (value: Json | undefined): JsonObject => (isSchema(value) ? value : {});
