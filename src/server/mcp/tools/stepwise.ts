/** Workflows whose steps are shown one at a time: what their languages say about them. */
import {
  type DefinitionSummary,
  findLanguage,
  type StepwisePresentation,
} from '../../../operations/index.ts';

/** `undefined` if all steps are shown. */
export const stepwiseOf = (language: string | null | undefined): StepwisePresentation | undefined =>
  findLanguage(language ?? null)?.workflows?.stepwise;

type Summary = Pick<DefinitionSummary, 'id' | 'valid'> & Partial<Pick<DefinitionSummary, 'language'>>;

/** Several tools can start them, and the list of tools does not say which. Empty if it has errors. */
export function nextOfStepwise({ id, language, valid }: Summary): { readonly next?: string } {
  const stepwise = valid ? stepwiseOf(language) : undefined;
  return stepwise === undefined ? {} : { next: stepwise.next(id) };
}
