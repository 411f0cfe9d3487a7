/** JSON Schemas for an OpenAPI document: named schemas occur once, among the components. */
import { z } from 'zod';
import type { Json } from '../../kernel/index.ts';
import type { JsonObject } from '../mcp/contract/tool.ts';

export interface ComponentSchemas {
  /** For outputs: open, so that clients accept new fields. */
  ofOutput(schema: z.ZodType): JsonObject;
  /** For inputs, closed. @param parts what the schema refers to, by name */
  convert(schema: JsonObject, parts: JsonObject): JsonObject;
  /** By name, as far as needed. */
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
    // Only data without a fixed shape refers to unnamed schemas.
    if (name.startsWith('__')) return {};
    if (all[name] === undefined) {
      // Registered before it is expanded: it may be recursive.
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

/** Keywords of zod without information for readers. */
function isNoise(key: string, value: Json, { format }: JsonObject): boolean {
  if (key === '$schema') return true;
  if (key === 'pattern') return format === 'date-time';
  return (key === 'minimum' || key === 'maximum') && Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
}

const isSchema = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const asSchema = (value: Json | undefined): JsonObject => (isSchema(value) ? value : {});
