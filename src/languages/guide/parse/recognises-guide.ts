/**
 * Recognizes a guide by its top-level keys alone; the content of prompts does not matter. An unfinished guide, or one
 * whose “steps” is misspelled, is recognized by its other keys.
 */
import { findNearest } from '../../../expression/index.ts';
import { topKeys } from '../../document/top-keys.ts';
import type { SourceFile } from '../../workflow.ts';
import { type GuideKey, guideKeys, identifyingKeys } from './guide-shape.ts';

/** Keys of other kinds of documents. */
const others = ['workflows', 'workflow', 'cases', 'openapi', 'swagger', 'connectors', 'services'];

export function recognisesGuide({ text }: Pick<SourceFile, 'text'>): boolean {
  const keys = topKeys(text);
  if (others.some((other) => keys.has(other))) return false;
  return (keys.has('steps') && (keys.has('id') || keys.has('name'))) || isNearGuide([...keys]);
}

/** Keys read at most: no guide has more. */
const maxKeys = 2 * guideKeys.length;

/** Three keys of guides, one of which is rare elsewhere; or an id and two more, and no other keys. */
function isNearGuide(keys: readonly string[]): boolean {
  if (keys.length < 3 || keys.length > maxKeys) return false;
  const meant = keys.flatMap((key) => meantBy(key) ?? []);
  if (meant.some((key) => identifyingKeys.includes(key))) return new Set(meant).size >= 3;
  const further = meant.filter((key) => key !== 'id' && key !== 'name');
  return meant.length === keys.length && keys.includes('id') && further.length >= 2;
}

function meantBy(key: string): GuideKey | undefined {
  const nearest = findNearest(key, guideKeys);
  return guideKeys.find((each) => each === nearest);
}
