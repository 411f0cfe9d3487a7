/** What the checks of a guide use: its steps with the loops around them, and the source text. */
import type { Located, LocatedScalar } from '../../document/located.ts';
import type { SourceDocument } from '../../document/parse-document.ts';
import type { Reporter } from '../../document/reporter.ts';
import type { Guide, GuideStep, LoopStep } from '../model/schema.ts';

/** Collects the violations and warnings of a guide. */
export interface GuideReports {
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export interface GuideCheckContext extends GuideReports {
  readonly guide: Guide;
  /** Every step as written, each once. */
  readonly stepsInLoops: readonly StepInLoops[];
  /** The value at a path. */
  readonly find: (path: string) => Located | undefined;
  readonly findScalar: (path: string) => LocatedScalar | undefined;
}

export interface StepInLoops {
  readonly step: GuideStep;
  /** The loops around the step, the outermost first. */
  readonly loops: readonly LoopStep[];
}

export function createGuideCheckContext(
  guide: Guide,
  source: SourceDocument,
  reports: GuideReports,
): GuideCheckContext {
  const byPath = new Map<string, Located>();
  if (source.root !== null) addPaths(source.root, byPath);
  const find = (path: string): Located | undefined => byPath.get(path);
  return {
    ...reports,
    guide,
    stepsInLoops: findStepsInLoops(guide),
    find,
    findScalar: (path) => {
      const found = find(path);
      return found?.kind === 'scalar' ? found : undefined;
    },
  };
}

function addPaths(located: Located, byPath: Map<string, Located>): void {
  byPath.set(located.path, located);
  if (located.kind === 'list') for (const item of located.items) addPaths(item, byPath);
  if (located.kind === 'map') for (const { value } of located.entries) addPaths(value, byPath);
}

/** A referenced body is inside the first loop that references it; a step that is only in a cycle is in no loop. */
function findStepsInLoops({ steps }: Guide): readonly StepInLoops[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const stepsInLoops: StepInLoops[] = [];
  const seen = new Set<GuideStep>();
  const visit = (step: GuideStep, loops: readonly LoopStep[]): void => {
    if (seen.has(step)) return;
    seen.add(step);
    stepsInLoops.push({ step, loops });
    if (step.kind !== 'loop') return;
    const { body } = step;
    const named = body.kind === 'reference' ? byId.get(body.step) : undefined;
    const inside = body.kind === 'inline' ? body.steps : named === undefined ? [] : [named];
    for (const each of inside) visit(each, [...loops, step]);
  };
  const bodies = new Set(loopsIn(steps).map(({ body }) => (body.kind === 'reference' ? body.step : null)));
  for (const step of steps) if (!bodies.has(step.id)) visit(step, []);
  for (const step of steps) visit(step, []);
  return stepsInLoops;
}

/** All loops as written. */
export function loopsIn(steps: readonly GuideStep[]): readonly LoopStep[] {
  return steps.flatMap((step) =>
    step.kind !== 'loop' ? [] : [step, ...(step.body.kind === 'inline' ? loopsIn(step.body.steps) : [])],
  );
}
