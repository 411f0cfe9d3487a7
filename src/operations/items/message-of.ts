/** What a work item asks, in words. */
import type { Json } from '../../kernel/index.ts';
import type { WorkItem } from '../../runtime/index.ts';

/** @param input the whole value */
export function messageOf(reason: WorkItem['reason'], task: string, input: Json): string {
  if (reason === 'doubt') {
    return `Nobody knows what became of the call of “${task}”: did it succeed, did it fail, or should it be made again?`;
  }
  const asked = typeof input === 'object' && input !== null && 'message' in input ? input['message'] : null;
  const message = typeof asked === 'string' ? asked : asked === null ? '' : JSON.stringify(asked);
  if (reason === 'work' || task === '') return message;
  return `“${task}” was answered in the run that this one was forked from: may it count here, too?${message === '' ? '' : ` (${message})`}`;
}
