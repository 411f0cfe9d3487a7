/** The steps of a run's guide in sequence, and the titles of its loops, from the drawing of the run. */

import type { Session } from '../../../cli/session/session.ts';
import { guideOfRun } from './guide-views.ts';

export interface GuidePlan {
  /** Title of the guide. */
  readonly title: string;
  /** What to read before the first step. */
  readonly remarks: readonly string[];
  /** The author's rules for all steps. */
  readonly rules: readonly string[];
  /** Ids of all steps. */
  readonly steps: readonly string[];
  /** Titles by the ids of steps. */
  readonly titles: ReadonlyMap<string, string>;
  /** Titles by the ids of loops. */
  readonly loops: ReadonlyMap<string, string>;
}

/** The used fields of a sketch. */
interface DrawnGuide {
  readonly title: string;
  readonly what?: string;
  readonly remarks: readonly string[];
  readonly nodes: readonly { readonly id: string; readonly name: string; readonly kind: string }[];
}

/** Null if the run follows no guide. */
export async function readPlan(session: Session, run: string): Promise<GuidePlan | null> {
  const { drawing } = await session.call('runs.graph', { run, format: 'json' });
  const drawn = JSON.parse(drawing) as DrawnGuide;
  return drawn.what === 'Guide' ? createPlan(drawn, await readRules(session, run)) : null;
}

/** The revision of the guide that the run started with. */
async function readRules(session: Session, run: string): Promise<readonly string[]> {
  const guide = guideOfRun(await session.call('runs.get', { run }));
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
