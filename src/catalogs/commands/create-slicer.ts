/**
 * Cuts the smallest document out of a large one that still says everything about the request of one operation: the
 * operation without its responses, the servers and credentials, and what they refer to, at the same places. References are
 * followed transitively. Sizes are known before a slice is made, and what many operations refer to is measured once.
 */
import type { Json } from '../../expression/index.ts';
import { findTarget, keysOf } from '../document/follow-reference.ts';
import type { Endpoint } from '../document/list-endpoints.ts';
import { asObject, entriesOf, type JsonObject, ownField } from '../document/own-field.ts';
import { type Measured, maxDepth, measureJson, sizeOfText } from './measure-json.ts';
import { mergeFields, pickParts } from './pick-parts.ts';

const maxSliceBytes = 1024 * 1024;

/** What surrounds the parts of an operation. */
const frameBytes = 200;

/** References that are followed for one document. */
const maxSteps = 1_000_000;

export interface Slicer {
  /** `undefined` if it is too large. */
  measure(endpoint: Endpoint): SliceSize | undefined;
  /** Of an operation that is not too large. @param name its operation id in the slice */
  slice(endpoint: Endpoint, name: string): Json;
}

export interface SliceSize {
  readonly bytes: number;
  /** References that lead nowhere. */
  readonly lost: readonly string[];
}

interface Target extends Measured {
  readonly keys: readonly string[];
}

interface Closure extends SliceSize {
  readonly places: readonly (readonly string[])[];
}

/** Of an operation, what its request depends on. */
const ofOperation = ['parameters', 'requestBody', 'consumes', 'security', 'servers'];
const ofItem = ['parameters', 'servers'];
const ofRoot = ['openapi', 'swagger', 'consumes', 'servers', 'host', 'basePath', 'schemes', 'security'];

export function createSlicer(document: Json): Slicer {
  const sizes = new Map<Json, Measured | undefined>();
  const targets = new Map<string, Target | 'lost' | undefined>();
  const places = [
    ...ofRoot.map((key) => [key]),
    ['components', 'securitySchemes'],
    ['securityDefinitions'],
  ].filter((keys) => keys.reduce<Json | undefined>(ownField, document) !== undefined);
  const base = pickParts(document, places);
  let steps = 0;

  const measureOnce = (json: Json): Measured | undefined => {
    if (!sizes.has(json)) sizes.set(json, measureJson(json, maxSliceBytes));
    return sizes.get(json);
  };
  const targetOf = (reference: string): Target | 'lost' | undefined => {
    if (!targets.has(reference)) targets.set(reference, findPlace(reference));
    return targets.get(reference);
  };
  const findPlace = (reference: string): Target | 'lost' | undefined => {
    const written = keysOf(reference);
    const value = findTarget(document, reference);
    if (written === undefined || value === undefined) return 'lost';
    const measured = written.length > maxDepth ? undefined : measureOnce(value);
    if (measured === undefined) return undefined;
    const { keys, bytes } = placeOf(document, written);
    return { ...measured, bytes: measured.bytes + bytes, keys };
  };

  const close = (parts: readonly Json[]): Closure | undefined => {
    let bytes = frameBytes;
    const open: string[] = [];
    for (const part of parts) {
      const measured = measureOnce(part);
      if (measured === undefined) return undefined;
      bytes += measured.bytes;
      open.push(...measured.references);
    }
    const seen = new Set<string>();
    const found: (readonly string[])[] = [];
    const lost: string[] = [];
    for (let reference = open.pop(); reference !== undefined; reference = open.pop()) {
      if (++steps > maxSteps) return undefined;
      if (seen.has(reference)) continue;
      seen.add(reference);
      const target = targetOf(reference);
      if (target === undefined) return undefined;
      if (target === 'lost') {
        lost.push(reference);
        continue;
      }
      bytes += target.bytes;
      if (bytes > maxSliceBytes) return undefined;
      found.push(target.keys);
      for (const each of target.references) if (!seen.has(each)) open.push(each);
    }
    return { bytes, lost, places: found };
  };
  const partsOf = ({ path, item, operation }: Endpoint): readonly Json[] => [
    ...[base, path, ownField(operation, 'operationId') ?? path],
    ...ofItem.flatMap((key) => ownField(item, key) ?? []),
    ...ofOperation.flatMap((key) => ownField(operation, key) ?? []),
  ];
  return {
    measure: (endpoint) => close(partsOf(endpoint)),
    slice(endpoint, name) {
      steps = 0;
      const found = close(partsOf(endpoint))?.places ?? [];
      return withOperation(pickParts(document, [...places, ...found]), endpoint, name);
    },
  };
}

/** Where a target is, with the bytes around it. */
function placeOf(document: Json, written: readonly string[]) {
  let at: Json | undefined = document;
  let bytes = 0;
  const keys = written.map((key) => {
    const index = Array.isArray(at) ? Number(key) : undefined;
    // Entries before an entry of a list are kept as null.
    bytes += index === undefined ? sizeOfText(key) + 4 : index * 5 + 2;
    at = index === undefined ? ownField(at, key) : (at as readonly Json[])[index];
    return index === undefined ? key : String(index);
  });
  return { keys, bytes };
}

/** The operation comes first: what others refer to may be inside further operations, or inside itself. */
function withOperation(picked: Json, { path, method, item, operation }: Endpoint, name: string): Json {
  const paths = ownField(picked, 'paths');
  const known = without(ownField(paths, path), '$ref');
  const own = { operationId: name, ...pickFields(operation, ofOperation) };
  const called = { [method]: mergeFields(own, ownField(known, method)), ...pickFields(item, ofItem) };
  return mergeFields({ paths: mergeFields({ [path]: mergeFields(called, known) }, paths) }, picked);
}

const pickFields = (from: JsonObject, names: readonly string[]): JsonObject =>
  Object.fromEntries(entriesOf(from).filter(([name]) => names.includes(name)));

const without = (json: Json | undefined, name: string): Json | undefined =>
  asObject(json) === undefined
    ? undefined
    : Object.fromEntries(entriesOf(json).filter(([each]) => each !== name));
