/** Creates a simple value for a JSON Schema. The value may not fit yet: the caller must validate it. */
import type { Json } from '../../../expression/index.ts';
import { sampleOfPattern } from '../../sample-of-pattern.ts';
import type { Targets } from './describe-schema.ts';
import { isJsonObject, type JsonObject, listIn, ownField, typesOf } from './json-object.ts';

const maxDepth = 8;
const maxItems = 5;
const maxParts = 300;
const maxTextLength = 60;

const formats: { readonly [format: string]: string } = {
  date: '2026-01-31',
  time: '12:30:00Z',
  'date-time': '2026-01-31T12:30:00Z',
  email: 'name@example.com',
  uri: 'https://example.com/',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  ipv4: '192.0.2.1',
  hostname: 'example.com',
};

/** One attempt: references can make a small schema require very much. */
interface Attempt {
  readonly targets: Targets;
  left: number;
}

/** `undefined` if none is found. */
export function sampleOfSchema(schema: Json, targets: Targets): Json | undefined {
  return sample({ targets, left: maxParts }, schema, maxDepth);
}

function sample(attempt: Attempt, schema: Json, depth: number): Json | undefined {
  attempt.left -= 1;
  if (schema === false || depth === 0 || attempt.left < 0) return undefined;
  if (!isJsonObject(schema)) return 'text';
  const target = attempt.targets.get(schema);
  if (target !== undefined) return sample(attempt, target, depth - 1);
  const { const: only, default: defaultValue } = schema;
  if (only !== undefined) return only;
  const [choice] = [...listIn(schema, 'examples'), ...listIn(schema, 'enum')];
  if (choice !== undefined) return choice;
  if (defaultValue !== undefined) return defaultValue;
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listIn(schema, keyword));
  const own = sampleOfType(attempt, schema, depth);
  if (branches.length === 0) return own;
  // All schemas of the first kind must fit, and one of the others.
  const needed = branches.slice(0, listIn(schema, 'allOf').length || 1);
  return merged(
    own,
    needed.map((each) => sample(attempt, each, depth - 1)),
  );
}

/** Objects are merged; otherwise the more specific part counts. */
function merged(own: Json | undefined, samples: readonly (Json | undefined)[]): Json | undefined {
  const objects = [own, ...samples].filter(isJsonObject);
  if (objects.length > 1 || isJsonObject(own))
    return Object.fromEntries(objects.flatMap((each) => Object.entries(each)));
  return samples.find((each) => each !== undefined) ?? own;
}

function sampleOfType(attempt: Attempt, schema: JsonObject, depth: number): Json | undefined {
  const [type] = typesOf(schema);
  switch (type) {
    case 'object':
      return sampleObject(attempt, schema, depth);
    case 'array':
      return sampleList(attempt, schema, depth);
    case 'integer':
    case 'number':
      return sampleNumber(schema, type === 'number');
    case 'boolean':
      return true;
    case 'null':
      return null;
    default:
      return sampleText(schema);
  }
}

function sampleObject(attempt: Attempt, schema: JsonObject, depth: number): Json | undefined {
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  const required = listIn(schema, 'required').filter((each) => typeof each === 'string');
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  const fields = names.map((name) => {
    const inside = Object.hasOwn(properties, name) ? (properties[name] ?? true) : true;
    return [name, sample(attempt, inside, depth - 1)] as const;
  });
  if (fields.some(([name, value]) => value === undefined && required.includes(name))) return undefined;
  return Object.fromEntries(fields.filter((each): each is readonly [string, Json] => each[1] !== undefined));
}

function sampleList(attempt: Attempt, schema: JsonObject, depth: number): Json | undefined {
  const { items, contains } = schema;
  const first = [...listIn(schema, 'prefixItems'), ...(Array.isArray(items) ? items : [])];
  const rest = isJsonObject(items) ? items : (contains ?? true);
  const min = numberIn(schema, 'minItems') ?? 1;
  const count = Math.min(maxItems, Math.max(min, first.length, contains === undefined ? 0 : 1));
  const list = Array.from({ length: count }, (_, i) => sample(attempt, first[i] ?? rest, depth - 1));
  return list.some((each) => each === undefined) ? undefined : (list as readonly Json[]);
}

function sampleNumber(schema: JsonObject, fractions: boolean): number {
  const step = numberIn(schema, 'multipleOf') ?? 1;
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const min = numberIn(schema, 'minimum') ?? (above === undefined ? undefined : above + step);
  const max = numberIn(schema, 'maximum') ?? (below === undefined ? undefined : below - step);
  if (min === undefined) return Math.min(step, max ?? step);
  const whole = Math.ceil(min / step) * step;
  return fractions && max !== undefined && whole > max ? (min + max) / 2 : whole;
}

function sampleText(schema: JsonObject): string | undefined {
  const { pattern, format } = schema;
  if (typeof pattern === 'string') return sampleOfPattern(pattern) ?? undefined;
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format];
  const min = numberIn(schema, 'minLength') ?? 0;
  const max = numberIn(schema, 'maxLength') ?? maxTextLength;
  if (min > maxTextLength) return undefined;
  return 'text'.padEnd(min, ' text').slice(0, Math.max(max, 0));
}

function numberIn(schema: JsonObject, keyword: string): number | undefined {
  const value = ownField(schema, keyword);
  return typeof value === 'number' ? value : undefined;
}
