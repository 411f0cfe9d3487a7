/** The position in random guides, compared with an independent reference implementation. */
import { describe, expect, test } from 'vitest';
import { createGuideMachine } from '../../src/languages/guide/follow/guide-machine.ts';
import { guideOf } from '../../src/languages/guide/follow/guide-texts.ts';
import { nextStep } from '../../src/languages/guide/follow/next-step.ts';
import { guideLanguage } from '../../src/languages/guide/index.ts';
import { createRandom, type Random } from '../../src/testing/stand-ins/seeded-random.ts';
import { type GuideContext, type GuideDocument, randomContext, randomGuide } from './random-guide.ts';
import { completable, interpretGuide, maxSteps, type ReferencePosition } from './reference-interpreter.ts';

const seed = 9_004;
const guides = 250;

type PositionOf = (completed: readonly string[], context: GuideContext) => ReferencePosition;

/** Errors of random guides that authors would have to correct. */
const mistakes = ['impossible-condition', 'unreachable-step'];

/** The product's result; null if the product rejects the guide. */
function open(document: GuideDocument): PositionOf | null {
  const file = { path: 'random.json', text: JSON.stringify(document) };
  const { workflows, violations } = guideLanguage.read(file, { operations: null, services: null });
  expect(violations.filter(({ rule }) => !mistakes.includes(rule))).toEqual([]);
  if (violations.length > 0) return null;
  const [workflow] = workflows;
  const guide = workflow === undefined ? null : guideOf(workflow);
  const program = workflow?.program ?? null;
  if (guide === null || program === null) throw new Error(`It was not read: ${file.text}`);
  const machine = createGuideMachine(guide, program);
  return (completed, context) => {
    const next = nextStep(machine, { completed, context: context as never, at: 0 });
    if (next.kind === 'blocked') throw new Error(next.message);
    const shown = next.kind === 'complete' ? [] : [next.shown, ...next.beside];
    return {
      open: shown.map(({ step }) => step.id),
      passes: (shown[0]?.loops ?? []).map(({ id, iteration }) => [id, iteration] as const),
      skipped: next.skipped.map(({ id, iteration }) => [id, iteration] as const),
      early: next.early,
    };
  };
}

interface Trial {
  readonly seed: number;
  readonly random: Random;
  readonly document: GuideDocument;
  readonly positionOf: PositionOf;
}

function trials(from: number): readonly Trial[] {
  const found: Trial[] = [];
  for (let at = from; found.length < guides; at += 1) {
    const random = createRandom(at);
    const document = randomGuide(random);
    const positionOf = open(document);
    if (positionOf !== null) found.push({ seed: at, random, document, positionOf });
  }
  return found;
}

/** Steps in the order of a user who always does the next one, in one context; of several open steps a random one. */
function follow({ random, document, positionOf }: Trial, context: GuideContext): readonly string[] {
  const completed: string[] = [];
  const maxCompleted = maxSteps(document.steps, document);
  for (;;) {
    const { open: choices } = positionOf(completed, context);
    if (choices.length === 0) return completed;
    completed.push(random.pick(choices));
    if (completed.length > maxCompleted) throw new Error('It goes on for ever.');
  }
}

/** Empty if both implementations agree. */
function compare(
  { seed: at, document, positionOf }: Trial,
  completed: readonly string[],
  context: GuideContext,
) {
  const [found, reference] = [positionOf(completed, context), interpretGuide(document, completed, context)];
  const isSame = JSON.stringify(found) === JSON.stringify(reference);
  return isSame ? [] : [{ seed: at, completed, context, found, plain: reference }];
}

describe(`seeds from ${seed}`, () => {
  const all = trials(seed);

  test('[U4.1][U4.2][U4.3][U4.5] any list of completed steps has the same position as in the reference', () => {
    const differing = all.flatMap((trial) => {
      const { random, document } = trial;
      const ids = completable(document);
      return Array.from({ length: 8 }, () => {
        const completed = Array.from({ length: random.int(12) }, () => random.pick(ids));
        return compare(trial, completed, randomContext(random));
      });
    });
    expect(differing.flat()).toEqual([]);
  });

  test('[U4.1][U4.2] a growing list has the same position as in the reference, and ends within its limits', () => {
    const differing = all.flatMap((trial) => {
      const context = randomContext(trial.random);
      const completed = follow(trial, context);
      return [...completed, ''].map((_, length) => compare(trial, completed.slice(0, length), context));
    });
    expect(differing.flat()).toEqual([]);
  });

  test('[U4.1] the order of the list does not matter', () => {
    for (const trial of all) {
      const context = randomContext(trial.random);
      const completed = follow(trial, context);
      const begun = completed.slice(0, trial.random.int(completed.length + 1));
      const there = trial.positionOf(begun, context);
      expect(trial.positionOf(trial.random.shuffle(begun), context)).toEqual(there);
    }
  });

  test('[U4.2] a user who follows the next step never does a step of a pass twice', () => {
    for (const trial of all) {
      const context = randomContext(trial.random);
      const completed = follow(trial, context);
      const places = completed.map((id, at) => {
        const { open: choices, passes } = trial.positionOf(completed.slice(0, at), context);
        expect(choices).toContain(id);
        return JSON.stringify([id, passes]);
      });
      expect(new Set(places).size).toBe(places.length);
    }
  });
});
