/** Workflows whose steps are shown one at a time: what their languages say about them. */
import {
  type DefinitionSummary,
  findLanguage,
  languages,
  type StepwisePresentation,
} from '../../../operations/index.ts';
import type { JsonObject } from '../contract/tool.ts';

/** `undefined` if all steps are shown. */
export const stepwiseOf = (language: string | null | undefined): StepwisePresentation | undefined =>
  findLanguage(language ?? null)?.workflows?.stepwise;

/** JSON Schema of the fields that they add. */
export const stepwiseFields: JsonObject = Object.assign(
  {},
  ...languages.map(({ workflows }) => workflows?.stepwise?.fields),
);

type Summary = Pick<DefinitionSummary, 'id' | 'valid'> & Partial<Pick<DefinitionSummary, 'language'>>;

/** Several tools can start them, and the list of tools does not say which. Empty if it has errors. */
export function nextOfStepwise({ id, language, valid }: Summary): { readonly next?: string } {
  const stepwise = valid ? stepwiseOf(language) : undefined;
  return stepwise === undefined ? {} : { next: stepwise.next(id) };
}

/** What the languages say to agents, for the description of a tool. */
export const saidOfLanguages = (about: 'listed' | 'started' | 'answered'): string =>
  languages.flatMap(({ instructions }) => instructions?.[about] ?? []).join(' ');
