/** Recognizes a question flow or an adapter by its top-level keys alone, also one that is not finished. */
import { topKeys } from '../document/top-keys.ts';
import type { SourceFile } from '../workflow.ts';

export function recognisesQuestions({ text }: Pick<SourceFile, 'text'>): boolean {
  const keys = topKeys(text);
  const has = (...all: readonly string[]): boolean => all.every((key) => keys.has(key));
  if (has('adapter')) return has('inputs') || has('provides') || has('operations');
  return has('workflow_id') || has('states', 'transitions') || has('states', 'version');
}
