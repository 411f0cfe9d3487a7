/** Whether a work item expects no data, only its completion. */
import type { ItemView } from './item-view.ts';

export function takesNothing({ expects, answerSchema }: Pick<ItemView, 'expects' | 'answerSchema'>): boolean {
  if (expects.length > 0 || typeof answerSchema !== 'object' || answerSchema === null) return false;
  return 'additionalProperties' in answerSchema && answerSchema['additionalProperties'] === false;
}
