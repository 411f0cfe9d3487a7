/** Functions by where they can be used: a step may define one for its whole loop, or for the whole guide. */
import type { Guide, GuideFunction, GuideStep, LoopStep } from '../schema.ts';

/** Those that every step sees. */
export function functionsOfGuide({
  functions,
  steps,
}: Pick<Guide, 'functions' | 'steps'>): readonly GuideFunction[] {
  return [...functions, ...steps.flatMap(widened).filter(({ scope }) => scope === 'workflow')];
}

/** Those that every step of a loop sees, beside those of the guide. */
export function functionsOfLoop({
  functions,
  body,
}: Pick<LoopStep, 'functions' | 'body'>): readonly GuideFunction[] {
  const inside = body.kind === 'inline' ? body.steps : [];
  return [...functions, ...inside.flatMap((step) => step.functions.filter(({ scope }) => scope === 'loop'))];
}

function widened(step: GuideStep): readonly GuideFunction[] {
  const inside = step.kind === 'loop' && step.body.kind === 'inline' ? step.body.steps.flatMap(widened) : [];
  return [...step.functions, ...inside];
}
