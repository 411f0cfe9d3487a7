/** Collects functions by scope: a step may define one for its loop, or for the whole guide. */
import type { Guide, GuideFunction, GuideStep, LoopStep } from '../model/schema.ts';

/** The functions that every step can use. */
export function functionsOfGuide({
  functions,
  steps,
}: Pick<Guide, 'functions' | 'steps'>): readonly GuideFunction[] {
  return [...functions, ...steps.flatMap(widened).filter(({ scope }) => scope === 'workflow')];
}

/** The functions that every step of a loop can use, in addition to those of the guide. */
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
