/** Starts a group [K6]. */
import type { Failure } from '../../src/kernel/model/failure.ts';
import type { Payload } from '../../src/kernel/model/payload.ts';
import type { Bound, Each } from '../../src/kernel/model/program.ts';
import { endTask } from './end-task.ts';
import {
  attempt,
  type EvaluationScope,
  ExpressionError,
  evaluate,
  evaluateNumber,
  scopeOf,
} from './evaluate.ts';
import { fail, permanent } from './fail.ts';
import { createMembers } from './group.ts';
import { materialise } from './payloads.ts';
import { EventMismatch, instancesById, noted, type Play } from './play.ts';
import { limitsOf } from './program-lookup.ts';
import type { Group, Instance } from './world.ts';

/** `holder`: who took the offer that became this group, and holds its first member [K11.1]. */
export function startGroup(play: Play, instance: Instance, each: Each, holder = ''): void {
  instance.attempt = 1;
  play.notes.push({ kind: 'started', ...noted(instance), attempt: 1 });
  const group = attempt(() => evaluateGroup(play, scopeOf(play, instance), each));
  const isTaken = instance.id === play.taken;
  if (!group.ok) {
    if (isTaken) throw new EventMismatch('expression', group.failure.message);
    fail(play, instance, group.failure, permanent);
    return;
  }
  const { min, ...kept } = group.value;
  const { total } = kept;
  instance.each = kept;
  const mismatch = countFailure(total, min, kept.max);
  if (mismatch !== null) {
    if (isTaken) throw new EventMismatch(mismatch.code, mismatch.message);
    fail(play, instance, mismatch, permanent);
    return;
  }
  instance.phase = 'group';
  if (total === 0) {
    endTask(play, instance, { output: { list: [] }, how: 'completed', rejects: false });
    return;
  }
  createMembers(play, instance);
  const first = instancesById(play).find((member) => member.group === instance.id);
  if (first !== undefined) first.holder = holder;
}

type CountCode = 'too-few-instances' | 'too-many-instances';

function countFailure(
  total: number,
  min: number,
  max: number,
): (Failure & { readonly code: CountCode }) | null {
  if (total < min)
    return { code: 'too-few-instances', message: `${total} instances, at least ${min} needed` };
  if (total > max)
    return { code: 'too-many-instances', message: `${total} instances, at most ${max} allowed` };
  return null;
}

function evaluateGroup(play: Play, scope: EvaluationScope, each: Each): Group & { min: number } {
  const items = each.items === undefined ? null : evaluate(play, scope, each.items);
  const length = items === null ? null : lengthOf(play, items);
  const min = evaluateBound(play, scope, each.min, 0) ?? 0;
  const limit = limitsOf(play.program).instances;
  const max = Math.min(evaluateBound(play, scope, each.max, 0) ?? limit, limit);
  const threshold = evaluateBound(play, scope, each.threshold, 1) ?? 0;
  const concurrency = evaluateBound(play, scope, each.concurrency, 1) ?? 0;
  const total = length ?? min;
  return {
    items,
    initial: total,
    added: [],
    total,
    created: 0,
    active: 0,
    members: 0,
    completed: 0,
    max,
    threshold,
    concurrency,
    // Beyond the limit the group never starts, so a computed number cannot exhaust the memory.
    results: Array.from({ length: Math.min(total, limit) }, () => null),
    failures: [],
    last: -1,
    min,
  };
}

function lengthOf(play: Play, items: Payload): number {
  if ('list' in items) return items.list.length;
  const value = materialise(items, play.resolve);
  if (!Array.isArray(value)) throw new ExpressionError('items must be a list');
  return value.length;
}

function evaluateBound(
  play: Play,
  scope: EvaluationScope,
  bound: Bound | undefined,
  minimum: number,
): number | undefined {
  if (bound === undefined) return undefined;
  const value = typeof bound === 'number' ? bound : evaluateNumber(play, scope, bound);
  if (!Number.isInteger(value) || value < minimum)
    throw new ExpressionError(`a whole number ≥ ${minimum} is needed`);
  return value;
}
