/** Explains the errors of the JSON Schema validator in plain words, each once, by its location in the data. */
import type { ErrorObject } from 'ajv/dist/ajv.js';
import type { Json } from '../../../expression/index.ts';
import { describeSchema, type Targets } from './describe-schema.ts';
import { formatJson, formatPath, parseJsonPointer } from './format-json.ts';
import { isJsonObject } from './json-object.ts';

export interface SchemaFault {
  readonly kind: 'missing' | 'surplus' | 'wrong';
  /** Keys and indices from the root to the value. */
  readonly at: readonly string[];
  readonly expected: string;
  readonly actual: string;
  /** Schema of the value, as far as it is known. */
  readonly schema: Json;
}

/** Errors reported at most. */
const maxErrors = 2_000;
const maxFaults = 20;

export function explainErrors(errors: readonly ErrorObject[], targets: Targets): readonly SchemaFault[] {
  const faults = new Map<string, SchemaFault>();
  for (const error of withoutBranches(errors.slice(0, maxErrors), targets)) {
    const fault = faultOf(error, targets);
    const key = JSON.stringify(fault.at);
    const known = faults.get(key);
    // A value of the wrong type also has other errors; they add nothing.
    if (known === undefined || (isDecisive(error) && fault.kind === 'wrong')) faults.set(key, fault);
    if (faults.size >= maxFaults) break;
  }
  return [...faults.values()];
}

/** Describes errors in the form of a schema. */
export function explainForm(errors: readonly ErrorObject[]): string {
  const faults = explainErrors(errors, new Map());
  const lines = faults.slice(0, 3).map(({ at, expected, actual }) => {
    const path = formatPath(at);
    return `${path === '' ? 'it' : `“${path}”`} must be ${expected}, but is ${actual}`;
  });
  return `This is not a valid JSON Schema: ${lines.join('; ')}.`;
}

const isDecisive = ({ keyword }: ErrorObject): boolean => keyword === 'enum' || keyword === 'const';

/** Alternatives report the errors of each branch: keep them only if it is clear which branch was intended. */
function withoutBranches(errors: readonly ErrorObject[], targets: Targets): readonly ErrorObject[] {
  const remaining: ErrorObject[] = [];
  let left = errors.filter(({ keyword }) => keyword !== 'if');
  // The errors of the branches precede the error of the alternative.
  for (let last = left.at(-1); last !== undefined; last = left.at(-1)) {
    left = left.slice(0, -1);
    const branches = branchesOf(last).map((branch) => reachable(branch, targets));
    const { instancePath } = last;
    const inside = branches.map((branch) =>
      left.filter((each) => each.instancePath.startsWith(instancePath) && branch.has(each.parentSchema)),
    );
    left = left.filter((each) => !inside.some((some) => some.includes(each)));
    const meant =
      last.keyword === 'anyOf' || last.keyword === 'oneOf' ? findMeant(inside, instancePath) : null;
    remaining.unshift(...(meant === null ? [last] : withoutBranches(meant, targets)));
  }
  return remaining;
}

function branchesOf({ keyword, schema }: ErrorObject): readonly unknown[] {
  if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(schema)) return schema;
  return keyword === 'contains' || keyword === 'propertyNames' ? [schema] : [];
}

/** The only branch whose errors are all further inside; null if there are none or several. */
function findMeant(
  branches: readonly (readonly ErrorObject[])[],
  instancePath: string,
): readonly ErrorObject[] | null {
  const depth = instancePath.split('/').length;
  const near = branches.filter((errors) => {
    const isOther = ({ keyword, instancePath: path }: ErrorObject): boolean => {
      const below = path.split('/').length - depth;
      // A property with a fixed value distinguishes the alternatives.
      return (below === 0 && keyword !== 'required') || (below === 1 && /^(?:const|enum)$/.test(keyword));
    };
    return errors.length > 0 && !errors.some(isOther);
  });
  const [only, another] = near;
  return only !== undefined && another === undefined ? only : null;
}

function reachable(from: unknown, targets: Targets, found = new Set<unknown>()): Set<unknown> {
  if (typeof from !== 'object' || from === null || found.has(from)) return found;
  found.add(from);
  for (const each of Object.values(from)) reachable(each, targets, found);
  reachable(targets.get(from as Json), targets, found);
  return found;
}

function faultOf(error: ErrorObject, targets: Targets): SchemaFault {
  const here = parseJsonPointer(error.instancePath);
  const params: { readonly [key: string]: unknown } = error.params;
  const parent = (error.parentSchema ?? {}) as Json;
  const data = error.data as Json;
  const missing = params['missingProperty'];
  if (typeof missing === 'string') {
    const properties = isJsonObject(parent) ? parent['properties'] : undefined;
    const schema = isJsonObject(properties) ? (properties[missing] ?? true) : true;
    const expected = describeSchema(schema, targets);
    return { kind: 'missing', at: [...here, missing], expected, actual: 'nothing', schema };
  }
  const surplus = params['additionalProperty'] ?? params['unevaluatedProperty'];
  if (typeof surplus === 'string') {
    const value = isJsonObject(data) ? (data[surplus] ?? null) : null;
    const expected = `no such property${allowedIn(parent)}`;
    return { kind: 'surplus', at: [...here, surplus], expected, actual: formatJson(value), schema: false };
  }
  return {
    kind: 'wrong',
    at: here,
    expected: expectationOf(error, parent, targets),
    actual: actualOf(error, data),
    schema: parent,
  };
}

function allowedIn(schema: Json): string {
  const properties =
    isJsonObject(schema) && isJsonObject(schema['properties']) ? Object.keys(schema['properties']) : [];
  const more = properties.length > 8 ? ' …' : '';
  const names = properties.slice(0, 8).map((name) => `“${name}”`);
  return names.length === 0 ? '' : `; allowed are ${names.join(', ')}${more}`;
}

function expectationOf(error: ErrorObject, parent: Json, targets: Targets): string {
  const { keyword, schema } = error;
  const limit = formatJson((schema ?? null) as Json);
  switch (keyword) {
    case 'type':
    case 'enum':
    case 'const':
      return describeSchema(isJsonObject(parent) ? { [keyword]: parent[keyword] ?? null } : true, targets);
    case 'pattern':
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
    case 'minItems':
    case 'maxItems':
    case 'uniqueItems':
    case 'anyOf':
      return describeSchema(parent, targets);
    case 'oneOf':
      return Array.isArray(error.params['passingSchemas'])
        ? `exactly one of these, not several: ${describeSchema(parent, targets)}`
        : describeSchema(parent, targets);
    case 'minProperties':
      return `an object with at least ${limit} properties`;
    case 'maxProperties':
      return `an object with at most ${limit} properties`;
    case 'contains':
      return `a list that contains ${describeSchema((schema ?? true) as Json, targets)}`;
    case 'propertyNames':
      return `an object without a property “${error.params['propertyName']}”`;
    case 'additionalItems':
    case 'unevaluatedItems':
      return `a list of at most ${error.params['limit'] ?? error.params['len'] ?? 'as many'} items`;
    case 'not':
      return `anything but ${describeSchema((schema ?? true) as Json, targets)}`;
    case 'false schema':
      return 'no value';
    default:
      return `something that ${error.message ?? 'fits'}`;
  }
}

function actualOf({ keyword }: ErrorObject, data: Json): string {
  if (typeof data === 'string' && (keyword === 'minLength' || keyword === 'maxLength')) {
    return `${formatJson(data)}, of ${[...data].length}`;
  }
  if (keyword === 'uniqueItems') return 'a list with duplicates';
  return formatJson(data);
}
