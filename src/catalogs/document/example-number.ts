/** Returns a number within the bounds of a schema: 1 if allowed, otherwise the nearest. */
import type { Json } from '../../expression/index.ts';
import type { JsonObject } from './own-field.ts';
import { findKeyword } from './view-schema.ts';

export function exampleNumber(parts: readonly JsonObject[], whole: boolean): number {
  const low = boundOf(parts, 'minimum', 'exclusiveMinimum');
  const high = boundOf(parts, 'maximum', 'exclusiveMaximum');
  const minValue = atLeast(low, high, whole);
  const maxValue = atMost(low, high, whole);
  const near = Math.max(minValue, Math.min(1, maxValue));
  const step = numberOf(findKeyword(parts, 'multipleOf'));
  if (step === undefined || step <= 0) return near;
  const stepped = Math.ceil(near / step) * step;
  return stepped <= maxValue && (!whole || Number.isInteger(stepped)) ? stepped : near;
}

interface Bound {
  readonly at: number;
  readonly excluded: boolean;
}

/** Up to 3.0 `exclusiveMinimum` is a flag for `minimum`; since 3.1 it is a separate bound. */
function boundOf(parts: readonly JsonObject[], included: string, excluded: string): Bound | undefined {
  const exclusive = findKeyword(parts, excluded);
  const at = numberOf(exclusive) ?? numberOf(findKeyword(parts, included));
  return at === undefined
    ? undefined
    : { at, excluded: exclusive === true || numberOf(exclusive) !== undefined };
}

function atLeast(low: Bound | undefined, high: Bound | undefined, whole: boolean): number {
  if (low === undefined) return Number.NEGATIVE_INFINITY;
  if (whole) return low.excluded ? Math.floor(low.at) + 1 : Math.ceil(low.at);
  return low.excluded ? low.at + gapOf(low, high) : low.at;
}

function atMost(low: Bound | undefined, high: Bound | undefined, whole: boolean): number {
  if (high === undefined) return Number.POSITIVE_INFINITY;
  if (whole) return high.excluded ? Math.ceil(high.at) - 1 : Math.floor(high.at);
  return high.excluded ? high.at - gapOf(low, high) : high.at;
}

/** The distance from an excluded bound that does not cross the other bound. */
function gapOf(low: Bound | undefined, high: Bound | undefined): number {
  const room = low !== undefined && high !== undefined ? (high.at - low.at) / 2 : 1;
  return Math.min(1, Math.max(room, 0));
}

function numberOf(json: Json | undefined): number | undefined {
  return typeof json === 'number' && Number.isFinite(json) ? json : undefined;
}
