/** Shrinks a document while it still shows a finding. */
import type { Json } from '../../src/kernel/model/json.ts';
import type { DocumentData } from './document-data.ts';

/** @param shows whether a smaller document still shows the finding */
export function shrinkDocument(
  document: DocumentData,
  shows: (smaller: DocumentData) => boolean,
  tries = 600,
): DocumentData {
  let best = document;
  let left = tries;
  for (let size = -1; size !== sizeOf(best) && left > 0; ) {
    size = sizeOf(best);
    for (let index = 0; left > 0; index++) {
      const smaller = smallerOnes(best)[index];
      if (smaller === undefined) break;
      left -= 1;
      if (!shows(smaller)) continue;
      best = smaller;
      // The part at this index has not been tried yet.
      index -= 1;
    }
  }
  return best;
}

const sizeOf = (document: DocumentData): number => JSON.stringify(document).length;

/** Variants of a document without one of its parts. Larger parts come first. */
function smallerOnes(document: DocumentData): readonly DocumentData[] {
  const whole = document as unknown as Json;
  return partsOf(whole, [])
    .filter(isOptional)
    .map((path) => without(whole, path))
    .sort((a, b) => JSON.stringify(a).length - JSON.stringify(b).length)
    .map((smaller) => smaller as unknown as DocumentData);
}

type Path = readonly string[];

/** Required parts of a document. */
const isOptional = (path: Path): boolean => path.length > 1 && !(path.length === 3 && path[2] === 'graph');

function partsOf(value: Json, path: Path): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => [
    [...path, key],
    ...partsOf(part as Json, [...path, key]),
  ]);
}

/** Removes a node with all references to it. */
function without(document: Json, path: Path): Json {
  const cut = remove(document, path);
  const [, workflow, section] = path;
  if (path.length !== 4 || section !== 'graph' || workflow === undefined) return cut;
  return unname(cut, path[3] ?? '');
}

function remove(value: Json, [key, ...rest]: Path): Json {
  if (typeof value !== 'object' || value === null || key === undefined) return value;
  const entries = Object.entries(value).flatMap(([each, part]): [string, Json][] => {
    if (each !== key) return [[each, part as Json]];
    return rest.length === 0 ? [] : [[each, remove(part as Json, rest)]];
  });
  return Array.isArray(value) ? entries.map(([, part]) => part) : Object.fromEntries(entries);
}

/** Removes dependencies on it and routes to it; an option that led to it ends the path. */
function unname(value: Json, name: string): Json {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item: Json) => unname(item, name));
  const entries = Object.entries(value).flatMap(([key, part]): [string, Json][] => {
    if ((key === 'goto' || key === 'default') && part === name) return [[key, 'end']];
    if (['depends_on', 'fallback', 'on_partial_failure'].includes(key) && part === name) return [];
    if (key !== 'depends_on' || !Array.isArray(part)) return [[key, unname(part, name)]];
    const others = part.filter((each: Json) => each !== name);
    return others.length === 0 ? [] : [[key, others]];
  });
  return Object.fromEntries(entries);
}
