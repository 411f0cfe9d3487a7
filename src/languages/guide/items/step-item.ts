/** Work items of guides: steps, and confirmations by a person [U8.1, U8.3]. */
import type { Json } from '../../../kernel/index.ts';
import { partOf } from '../../part-of.ts';
import type { LoopView, StepItem } from '../model/shown-step.ts';

/** Compiled here, or found readable when it was imported. */
export const stepItemOf = (item: Json): StepItem => item as unknown as StepItem;

/** As it was shown: with variables filled in. @param input the whole value */
export function titleShown({ title }: StepItem, input: Json): string {
  const shown = partOf(partOf(input, 'step') ?? null, 'title');
  return typeof shown === 'string' ? shown : title;
}

/** The step as views of its work item show it. */
export interface StepOfGuide {
  readonly kind: StepItem['kind'];
  readonly step: string;
  readonly title: string;
  readonly modelHint?: string;
  readonly askForFiles?: true;
  readonly requiresConfirmation: boolean;
  readonly validationCriteria: readonly string[];
  readonly loops: readonly LoopView[];
  readonly unset: readonly string[];
}
