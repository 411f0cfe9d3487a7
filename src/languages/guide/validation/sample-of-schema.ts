/** A value as a JSON Schema asks for it, as simple as can be. It may not fit yet: whoever shows it tries it first. */
import type { Json } from '../../../expression/index.ts';
import type { Targets } from './describe-schema.ts';
import { sampleOfPattern } from './sample-of-pattern.ts';
import { isFields, type SchemaFields } from './survey-schema.ts';

const deepest = 8;
const mostItems = 5;
const longestText = 60;

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

/** Undefined where none is found. */
export function sampleOfSchema(schema: Json, targets: Targets, depth = deepest): Json | undefined {
  if (schema === false || depth === 0) return undefined;
  if (!isFields(schema)) return 'text';
  const target = targets.get(schema);
  if (target !== undefined) return sampleOfSchema(target, targets, depth - 1);
  const { const: only, default: usual } = schema;
  if (only !== undefined) return only;
  const [choice] = [...listIn(schema, 'examples'), ...listIn(schema, 'enum')];
  if (choice !== undefined) return choice;
  if (usual !== undefined) return usual;
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listIn(schema, keyword));
  const own = sampleOfType(schema, targets, depth);
  if (branches.length === 0) return own;
  const samples = branches.map((each) => sampleOfSchema(each, targets, depth - 1));
  return merged(own, samples.slice(0, listIn(schema, 'allOf').length || 1));
}

/** Objects are put together; otherwise a part that says more than the whole counts. */
function merged(own: Json | undefined, samples: readonly (Json | undefined)[]): Json | undefined {
  const objects = [own, ...samples].filter(isFields);
  if (objects.length > 1 || isFields(own))
    return Object.fromEntries(objects.flatMap((each) => Object.entries(each)));
  return samples.find((each) => each !== undefined) ?? own;
}

function sampleOfType(schema: SchemaFields, targets: Targets, depth: number): Json | undefined {
  const { type } = schema;
  switch (Array.isArray(type) ? type[0] : (type ?? impliedType(schema))) {
    case 'object':
      return sampleObject(schema, targets, depth);
    case 'array':
      return sampleList(schema, targets, depth);
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

const impliedType = (schema: SchemaFields): string =>
  ['properties', 'required', 'minProperties'].some((each) => Object.hasOwn(schema, each))
    ? 'object'
    : ['items', 'prefixItems', 'minItems', 'contains'].some((each) => Object.hasOwn(schema, each))
      ? 'array'
      : ['minimum', 'maximum', 'exclusiveMinimum', 'multipleOf'].some((each) => Object.hasOwn(schema, each))
        ? 'number'
        : 'string';

function sampleObject(schema: SchemaFields, targets: Targets, depth: number): Json | undefined {
  const properties = isFields(schema['properties']) ? schema['properties'] : {};
  const required = listIn(schema, 'required').filter((each) => typeof each === 'string');
  const names = required.length > 0 ? required : Object.keys(properties).slice(0, 1);
  const fields = names.map((name) => {
    const inside = Object.hasOwn(properties, name) ? (properties[name] ?? true) : true;
    return [name, sampleOfSchema(inside, targets, depth - 1)] as const;
  });
  if (fields.some(([name, value]) => value === undefined && required.includes(name))) return undefined;
  return Object.fromEntries(fields.filter((each): each is readonly [string, Json] => each[1] !== undefined));
}

function sampleList(schema: SchemaFields, targets: Targets, depth: number): Json | undefined {
  const { items, contains } = schema;
  const first = [...listIn(schema, 'prefixItems'), ...(Array.isArray(items) ? items : [])];
  const rest = isFields(items) ? items : (contains ?? true);
  const least = numberIn(schema, 'minItems') ?? 1;
  const count = Math.min(mostItems, Math.max(least, first.length, contains === undefined ? 0 : 1));
  const list = Array.from({ length: count }, (_, i) => sampleOfSchema(first[i] ?? rest, targets, depth - 1));
  return list.some((each) => each === undefined) ? undefined : (list as readonly Json[]);
}

function sampleNumber(schema: SchemaFields, fractions: boolean): number {
  const step = numberIn(schema, 'multipleOf') ?? 1;
  const above = numberIn(schema, 'exclusiveMinimum');
  const below = numberIn(schema, 'exclusiveMaximum');
  const least = numberIn(schema, 'minimum') ?? (above === undefined ? undefined : above + step);
  const most = numberIn(schema, 'maximum') ?? (below === undefined ? undefined : below - step);
  if (least === undefined) return Math.min(step, most ?? step);
  const whole = Math.ceil(least / step) * step;
  return fractions && most !== undefined && whole > most ? (least + most) / 2 : whole;
}

function sampleText(schema: SchemaFields): string | undefined {
  const { pattern, format } = schema;
  if (typeof pattern === 'string') return sampleOfPattern(pattern) ?? undefined;
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format];
  const least = numberIn(schema, 'minLength') ?? 0;
  const most = numberIn(schema, 'maxLength') ?? longestText;
  if (least > longestText) return undefined;
  return 'text'.padEnd(least, ' text').slice(0, Math.max(most, 0));
}

function listIn(schema: SchemaFields, keyword: string): readonly Json[] {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return Array.isArray(value) ? value : [];
}

function numberIn(schema: SchemaFields, keyword: string): number | undefined {
  const value = Object.hasOwn(schema, keyword) ? schema[keyword] : undefined;
  return typeof value === 'number' ? value : undefined;
}
