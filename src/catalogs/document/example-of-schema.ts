/** Returns the example of a schema's author, otherwise a value that the schema allows; undefined if nothing is known. */
import type { Json } from '../../expression/index.ts';
import type { ApiDocument } from './api-document.ts';
import { exampleNumber } from './example-number.ts';
import { exampleText } from './example-text.ts';
import {
  countNode,
  deeper,
  expandWithinLimit,
  isOverLimit,
  maxNodes,
  type Walk,
} from './expand-within-limit.ts';
import { asList, asObject, ownField } from './own-field.ts';
import { isDate, isMeantFor } from './type-of-schema.ts';
import { allowedValues, kindOfValue, type SchemaView } from './view-schema.ts';

/** Maximum size of an author's example, which is displayed and copied into runs. */
const maxDepth = 32;

export function exampleOfSchema(api: ApiDocument, schema: Json | undefined): Json | undefined {
  const expand = (part: Json | undefined, walk: Walk): Json | undefined => {
    if (!countNode(walk)) return undefined;
    const view = api.view(part);
    if (walk.inside.has(view.head)) return undefined;
    const stated = statedValues(view).find((value) => isFitting(view, value));
    if (stated !== undefined) return stated;
    const made = make(view, walk);
    const chosen = walk.depth > 0 ? choose(view, deeper(walk, view.head)) : undefined;
    if (chosen === undefined) return made;
    const own = asObject(made);
    const added = asObject(chosen);
    return own !== undefined && added !== undefined ? { ...own, ...added } : chosen;
  };
  const choose = (view: SchemaView, walk: Walk): Json | undefined => {
    for (const choice of view.choices) {
      const value = expand(choice, walk);
      if (value !== undefined && value !== null) return value;
    }
    return undefined;
  };
  const make = (view: SchemaView, walk: Walk): Json | undefined => {
    switch (view.kind) {
      case 'string':
        return exampleText(view.parts);
      case 'integer':
      case 'number':
        return exampleNumber(view.parts, view.kind === 'integer');
      case 'boolean':
        return true;
      case 'null':
        return null;
      case 'array': {
        const item = walk.depth > 0 ? expand(view.items, deeper(walk, view.head)) : undefined;
        return item === undefined ? [] : [item];
      }
      case 'object':
        return walk.depth > 0 ? makeObject(view, deeper(walk, view.head)) : {};
      case 'unknown':
        return undefined;
    }
  };
  const makeObject = (view: SchemaView, walk: Walk): Json => {
    const fields: [string, Json][] = [];
    for (const [name, property] of view.properties) {
      if (isOverLimit(walk)) break;
      if (!isMeantFor(api.view(property), 'received')) continue;
      const value = expand(property, walk);
      if (value !== undefined) fields.push([name, value]);
      // A required field must be present, with any value.
      else if (view.required.has(name)) fields.push([name, null]);
    }
    return Object.fromEntries(fields);
  };
  return expandWithinLimit((walk) => expand(schema, walk));
}

/** Whether an example matches the schema: authors also write null, or a number in quotes. */
export function isFitting(view: SchemaView, value: Json): boolean {
  if (value === null || !isSmall(value)) return false;
  if (view.kind === 'unknown') return true;
  if (typeof value === 'string' && isDate(view)) return /^\d{4}-\d\d-\d\d/.test(value);
  const kind = kindOfValue(value);
  return kind === view.kind || (kind === 'integer' && view.kind === 'number');
}

function statedValues(view: SchemaView): readonly Json[] {
  const of = (keyword: string) => view.parts.map((part) => ownField(part, keyword)).filter(isPresent);
  return [
    ...of('example'),
    ...of('examples').flatMap(firstOf),
    ...of('default'),
    ...view.parts.flatMap((part) => firstOf(allowedValues(part))),
  ];
}

/** One of the first values is sufficient. */
function firstOf(values: Json): readonly Json[] {
  return asList(values).slice(0, 10);
}

function isSmall(value: Json): boolean {
  let layer: readonly Json[] = [value];
  let count = 1;
  for (let depth = 0; layer.length > 0; depth++) {
    if (depth > maxDepth) return false;
    const below: Json[] = [];
    for (const each of layer) {
      const inner = typeof each === 'object' && each !== null ? Object.values(each) : [];
      count += inner.length;
      if (count > maxNodes) return false;
      below.push(...inner);
    }
    layer = below;
  }
  return true;
}

function isPresent(value: Json | undefined): value is Json {
  return value !== undefined;
}
