/** Runs a specification and its conversion side by side, with the same choices. */
import type { Json, Program } from '../../../src/kernel/index.ts';
import type { Converted } from '../../../src/languages/facets.ts';
import { graphLanguage } from '../../../src/languages/graph/index.ts';
import type { ServiceDirectory } from '../../../src/languages/index.ts';
import { convertSpecification } from '../../../src/languages/yawl/convert/convert-specification.ts';
import { parseSpecificationSet } from '../../../src/languages/yawl/parse/parse-specification-set.ts';
import type { Random } from '../../../src/testing/stand-ins/seeded-random.ts';
import { readPlan, yawl } from '../play-specification.ts';
import { type SpecificationPlan, specificationText } from '../specification-text.ts';
import { type Player, startPlayer } from './player.ts';
import { randomAnswer } from './random-plan.ts';

export function convertPlan(plan: SpecificationPlan, services: ServiceDirectory | null = null): Converted {
  const parsed = parseSpecificationSet({ path: 'test.yawl', text: specificationText(plan) });
  const { document, source, violations } = parsed;
  const [specification] = document?.specifications ?? [];
  if (specification === undefined) throw new Error(violations.violations()[0]?.message ?? 'no specification');
  return convertSpecification(specification, { source, services, read: graphLanguage.read });
}

export interface Both {
  readonly original: Program;
  readonly converted: Program;
  /** The values of omitted parameters. */
  readonly defaults: { readonly [name: string]: Json };
}

/** Throws if one of them cannot run. */
export function readBoth(plan: SpecificationPlan, { text }: Converted): Both {
  const readResult = readPlan(plan);
  const graph = graphLanguage.read({ path: 'converted.yaml', text }, { operations: null });
  const [original, converted] = [readResult.workflows[0]?.program, graph.workflows[0]?.program];
  if (original == null || converted == null) {
    const mistakes = [...readResult.violations, ...graph.violations];
    throw new Error(mistakes.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  }
  const parameters = graph.workflows[0]?.parameters ?? [];
  const defaults = Object.fromEntries(parameters.map((each) => [each.name, each.default ?? null]));
  return { original, converted, defaults };
}

type RunTrace = unknown[];

export interface Played {
  readonly original: RunTrace;
  readonly converted: RunTrace;
}

/** @returns what waited, what was answered, and how both ended, which must be the same */
function playBoth(
  both: Both,
  answerOf: (task: string) => Json,
  random: Random,
  input: { readonly [name: string]: Json } = {},
): Played {
  const original = startPlayer(both.original, yawl.evaluators, input);
  const converted = startPlayer(both.converted, graphLanguage.evaluators, { ...both.defaults, ...input });
  const traces: Played = { original: [], converted: [] };
  const look = (): readonly string[] => {
    const recordStep = (trace: RunTrace, { state, waiting }: Player): string[] => {
      const names = waiting();
      trace.push({ status: state.status, waiting: names });
      return names;
    };
    const [ours, theirs] = [recordStep(traces.original, original), recordStep(traces.converted, converted)];
    return JSON.stringify(ours) === JSON.stringify(theirs) ? ours : [];
  };
  for (let open = look(), left = 60; open.length > 0 && left > 0; open = look(), left--) {
    const task = random.pick(open);
    const answer = answerOf(task);
    original.answer(task, answer);
    converted.answer(task, answer);
    for (const trace of [traces.original, traces.converted]) trace.push({ [task]: answer });
  }
  traces.original.push(original.output);
  traces.converted.push(converted.output);
  return traces;
}

/** With random answers. */
export function playRandomly(plan: SpecificationPlan, both: Both, random: Random): Played {
  return playBoth(both, (task) => randomAnswer(random, plan.work?.[task] ?? {}), random);
}
