/** The work of an instance has succeeded, or was skipped or forced. */

import type { Payload } from '../model/payload.ts';
import type { Group } from '../model/state.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { nothing } from '../values/materialise.ts';
import { isTooLarge } from '../values/measure.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { endTask, expressionFailure } from './end-task.ts';
import { fail } from './fail.ts';
import { goOn } from './group.ts';
import { done, type Manner } from './manner.ts';
import { note } from './notes.ts';
import { Situation } from './situation.ts';
import { clearDeadline } from './timers.ts';
import { rememberUndo } from './undo.ts';

/** An output of null: there is none, and outputs are not assigned. */
export const succeed = (
  draft: Draft,
  instance: EditableInstance,
  output: Payload | null,
  manner: Manner = done,
): void => {
  clearDeadline(draft, instance);
  if (draft.task(instance).undo !== null && !manner.skipped) rememberUndo(draft, instance, output ?? nothing);
  if (instance.group === 0) endTask(draft, instance, output, manner);
  else collect(draft, instance, output, manner);
};

const collect = (draft: Draft, member: EditableInstance, output: Payload | null, manner: Manner): void => {
  const { collect: expression } = draft.task(member).each!;
  let result = output ?? nothing;
  if (output !== null && expression !== null) {
    try {
      result = expression(new Situation(draft, draft.frame(member.frame), member, output));
      // Copied values were measured once; lists of lists of copies would grow without bound.
      if (isTooLarge(result, draft.program.limits.payload))
        throw new ExpressionError('The result is too large.');
    } catch (error) {
      fail(draft, member, expressionFailure(error, manner));
      return;
    }
  }
  note(draft, manner.skipped ? 'skipped' : 'completed', member);
  draft.removeInstance(member);
  const group = draft.editInstance(member.group);
  group.each = withResult(group.each!, member.index, result);
  // A skipped member does not mean a skipped group.
  goOn(draft, group, { skipped: false, answered: manner.answered });
};

const withResult = (each: Group, index: number, result: Payload): Group => {
  const results = each.results.slice();
  results[index] = result;
  return {
    ...each,
    results,
    last: index,
    active: each.active - 1,
    members: each.members - 1,
    completed: each.completed + 1,
  };
};
