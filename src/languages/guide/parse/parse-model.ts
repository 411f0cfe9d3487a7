/** Parses the kind of model that suits a step: a text, or one of three tiers. */

import type { MapFields } from '../../document/read-map.ts';
import { readOneOf } from '../../document/read-value.ts';
import type { Reporter } from '../../document/reporter.ts';
import { readTextWithin } from './parse-text.ts';

const hints = {
  lightweight: 'fast-lightweight-model',
  mid: 'balanced-model',
  heavy: 'model-with-strong-reasoning',
} as const;

const tiers = Object.keys(hints) as readonly (keyof typeof hints)[];

/** The text takes precedence over the tier. Null if neither is set. */
export function readModelHint(
  reporter: Reporter,
  fields: MapFields<'modelHint' | 'modelTier'>,
): string | null {
  const tier = readOneOf(reporter, fields.value('modelTier'), tiers, 'The tier of the model', undefined);
  const hint = readTextWithin(reporter, fields.value('modelHint'), {
    what: 'The hint for a model',
    maxLength: 256,
  });
  return hint ?? (tier === undefined ? null : hints[tier]);
}
