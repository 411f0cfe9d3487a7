/** The steps of a run's guide in their order, and what its loops are called: from the drawing of the run. */
import type { Session } from '../session.ts';

export interface GuidePlan {
  /** What people call it. */
  readonly title: string;
  /** What there is to know before the first step. */
  readonly remarks: readonly string[];
  /** What its author wants minded in every step. */
  readonly rules: readonly string[];
  /** Ids of all that somebody does. */
  readonly steps: readonly string[];
  /** Titles by the ids of steps. */
  readonly titles: ReadonlyMap<string, string>;
  /** Titles by the ids of loops. */
  readonly loops: ReadonlyMap<string, string>;
}

/** What is needed of a sketch. */
interface DrawnGuide {
  readonly title: string;
  readonly what?: string;
  readonly remarks: readonly string[];
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
}

/** Null of a run that follows no guide. */
export async function readPlan(session: Session, run: string): Promise<GuidePlan | null> {
  const { drawing } = await session.call('runs.graph', { run, format: 'json' });
  const drawn = JSON.parse(drawing) as DrawnGuide;
  return drawn.what === 'Guide' ? createPlan(drawn, await readRules(session, run)) : null;
}

/** Of the guide that the run began with. */
async function readRules(session: Session, run: string): Promise<readonly string[]> {
  const { guide } = await session.call('runs.get', { run });
  return guide?.foreword?.metaGuidance ?? [];
}

export function createPlan({ title, remarks, nodes }: DrawnGuide, rules: readonly string[] = []): GuidePlan {
  const steps = nodes.filter(({ kind }) => kind === 'call');
  const loops = nodes.filter(({ kind }) => kind === 'foreach');
  return {
    title,
    remarks,
    rules,
    steps: steps.map(({ id }) => id),
    titles: new Map(steps.map(({ id, name }) => [id, name])),
    loops: new Map(loops.map(({ id, name }) => [id.replace(/\/enter$/, ''), name])),
  };
}
