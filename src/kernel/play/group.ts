/** The instances of an `each` as a group [K6]. */

import type { Payload } from '../model/payload.ts';
import type { Group } from '../model/state.ts';
import { nothing } from '../values/materialise.ts';
import { cancelMembers } from './cancel.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { endTask } from './end-task.ts';
import { failTask } from './fail-task.ts';
import { countExecution, queueInstance } from './instances.ts';
import type { Manner } from './manner.ts';

/** After a member has ended: the group ends, or the next members begin. */
export const goOn = (draft: Draft, group: EditableInstance, manner: Manner): void => {
  const each = group.each!;
  const reached = each.threshold > 0 && each.completed >= each.threshold;
  if (reached || (each.active === 0 && each.created === each.total)) endGroup(draft, group, manner);
  else createMembers(draft, group);
};

/** Members in item order, up to the concurrency limit. The first may be held from the start. */
export const createMembers = (draft: Draft, group: EditableInstance, holder = ''): void => {
  let each = group.each!;
  while (each.active < each.concurrency && each.created < each.total) {
    const member = queueInstance(draft, {
      frame: group.frame,
      task: group.task,
      group: group.id,
      index: each.created,
    });
    countExecution(draft, member);
    if (each.created === 0) member.holder = holder;
    each = { ...each, created: each.created + 1, active: each.active + 1, members: each.members + 1 };
  }
  group.each = each;
};

const endGroup = (draft: Draft, group: EditableInstance, manner: Manner): void => {
  cancelMembers(draft, group.id);
  const each = group.each!;
  const missed = shortfall(each);
  if (missed === null) {
    endTask(draft, group, resultList(each), manner);
    return;
  }
  const data = each.failures.map(({ index, failure }) => ({ index, code: failure.code }));
  failTask(draft, group, { ...missed, retryable: false, data });
};

/** The failure of a group that did not reach its threshold [K6.5]. */
const shortfall = (each: Group): { code: string; message: string } | null => {
  if (each.failures.length === 0) return null;
  const failed = each.failures.length;
  if (each.completed === 0) return { code: 'all-failed', message: `All ${failed} instances failed.` };
  if (each.completed >= Math.min(each.threshold, each.total)) return null;
  const message = `${each.completed} of ${each.threshold} completions were reached; ${failed} instances failed.`;
  return { code: 'threshold-missed', message };
};

/** In item order; null if there is no result. */
export const resultList = (each: Group): Payload => ({
  list: each.results.map((result) => result ?? nothing),
});
