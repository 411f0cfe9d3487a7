/** Parses the kind of model that suits a step: a text, or one of three tiers. */
import type { ModelFields } from './step-shapes.ts';

const hints = {
  lightweight: 'fast-lightweight-model',
  mid: 'balanced-model',
  heavy: 'model-with-strong-reasoning',
} as const;

/** The text takes precedence over the tier. Null if neither is set. */
export function readModelHint(fields: ModelFields): string | null {
  const tier = fields.read('modelTier');
  const hint = fields.read('modelHint');
  return hint ?? (tier === undefined ? null : hints[tier]);
}
