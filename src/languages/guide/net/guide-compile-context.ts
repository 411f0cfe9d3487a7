/** What compiling a guide gathers, and what is around a step while it is compiled. */
import type { Source, Task } from '../../../kernel/index.ts';
import type { NetDraft } from '../../net-draft.ts';
import type { Guide, GuideFunction } from '../schema.ts';
import type { LoopScope } from './guide-source.ts';

/** A guide while it is put together. */
export interface GuideCompileContext {
  readonly guide: Guide;
  readonly net: NetDraft;
  readonly sourceOf: (step: { readonly at: Guide['at'] }) => Source;
}

/** What is around a step. */
export interface StepContext {
  readonly loops: readonly LoopScope[];
  readonly functions: readonly GuideFunction[];
  /** Variables with what people said who did not agree to what it is a part of. */
  readonly remarks: readonly string[];
  /** How often it can be come by at the most. */
  readonly visits: number;
}

/** Loops in loops may ask for more than anybody could go through. */
export const maxVisits = 1_000_000;

export const visitLimit = (visits: number): Pick<Task, 'visits'> =>
  visits === 1 ? {} : { visits: Math.min(visits, maxVisits) };
