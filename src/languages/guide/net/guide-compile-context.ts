/** The state of compiling a guide, and the surroundings of a step while it is compiled. */
import type { Source, Task } from '../../../kernel/index.ts';
import type { NetDraft } from '../../net-draft.ts';
import type { Guide, GuideFunction } from '../model/schema.ts';
import type { LoopScope } from './guide-source.ts';

export interface GuideCompileContext {
  readonly guide: Guide;
  readonly net: NetDraft;
  readonly sourceOf: (step: { readonly at: Guide['at'] }) => Source;
}

/** The surroundings of a step. */
export interface StepContext {
  readonly loops: readonly LoopScope[];
  readonly functions: readonly GuideFunction[];
  /** Variables with the remarks of people who rejected what the step is a part of. */
  readonly remarks: readonly string[];
  /** Maximum number of times that the step can be reached. */
  readonly visits: number;
}

/** Nested loops may multiply to more visits than this. */
export const maxVisits = 1_000_000;

export const visitLimit = (visits: number): Pick<Task, 'visits'> =>
  visits === 1 ? {} : { visits: Math.min(visits, maxVisits) };
