/** Starts an `each`: evaluates its list and its bounds, and creates its first members [K6]. */

import type { LinkedEach, LinkedExpression } from '../link/linked.ts';
import type { Payload } from '../model/payload.ts';
import type { Group } from '../model/state.ts';
import { ExpressionError } from '../values/expression-error.ts';
import { materialise } from '../values/materialise.ts';
import type { Draft, EditableInstance } from './draft.ts';
import { endTask, expressionFailure, refuseExpression } from './end-task.ts';
import { fail, failFinally } from './fail.ts';
import { createMembers, resultList } from './group.ts';
import { done } from './manner.ts';
import { noteStart } from './notes.ts';
import { Refusal } from './refusal.ts';
import { Situation } from './situation.ts';

/** `holder` holds the first member, if the group was taken as one offer. */
export const startGroup = (draft: Draft, instance: EditableInstance, holder: string): void => {
  const each = draft.task(instance).each!;
  instance.attempt = 1;
  noteStart(draft, instance);
  let group: Group;
  let min: number;
  try {
    const situation = new Situation(draft, draft.frame(instance.frame), instance, null);
    const items = each.items === null ? null : each.items(situation);
    min = wholeNumber(draft, situation, each.min, 0, 0);
    group = createGroup(draft, situation, each, items, min);
  } catch (error) {
    if (instance.id === draft.taken) refuseExpression(error);
    fail(draft, instance, expressionFailure(error));
    return;
  }
  instance.phase = 'group';
  instance.each = group;
  const { total, max } = group;
  if (total < min) {
    const message = `${total} instances are fewer than the minimum of ${min}.`;
    refuseCount(draft, instance, 'too-few-instances', message);
  } else if (total > max) {
    const message = `${total} instances are more than the maximum of ${max}.`;
    refuseCount(draft, instance, 'too-many-instances', message);
  } else if (total === 0) {
    endTask(draft, instance, resultList(group), done);
  } else {
    createMembers(draft, instance, holder);
  }
};

/** If a caller takes the task, an error refuses the event; otherwise the task fails. */
const refuseCount = (
  draft: Draft,
  instance: EditableInstance,
  code: 'too-few-instances' | 'too-many-instances',
  message: string,
): void => {
  if (instance.id === draft.taken) throw new Refusal(code, message);
  failFinally(draft, instance, code, message);
};

const createGroup = (
  draft: Draft,
  situation: Situation,
  each: LinkedEach,
  items: Payload | null,
  min: number,
): Group => {
  const limit = draft.program.limits.instances;
  const total = items === null ? min : lengthOf(draft, items);
  const max = Math.min(limit, wholeNumber(draft, situation, each.max, limit, 0));
  const threshold = wholeNumber(draft, situation, each.threshold, 0, 1);
  const concurrency = wholeNumber(draft, situation, each.concurrency, limit, 1);
  return {
    items,
    added: [],
    total,
    created: 0,
    active: 0,
    members: 0,
    completed: 0,
    max,
    threshold,
    concurrency,
    results: new Array<null>(Math.min(total, limit)).fill(null),
    failures: [],
    last: -1,
  };
};

const lengthOf = (draft: Draft, items: Payload): number => {
  if ('list' in items) return items.list.length;
  const value = materialise(items, draft.program.resolve);
  if (!Array.isArray(value)) throw new ExpressionError('The items of an each must be a list.');
  return value.length;
};

const wholeNumber = (
  draft: Draft,
  situation: Situation,
  bound: LinkedExpression | null,
  absent: number,
  min: number,
): number => {
  if (bound === null) return absent;
  const value = materialise(bound(situation), draft.program.resolve);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min) {
    throw new ExpressionError(`A bound of an each must be a whole number of at least ${min}.`);
  }
  return value;
};
