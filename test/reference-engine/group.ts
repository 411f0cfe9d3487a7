/** Groups of an `each`: members are created and checked, and the group ends [K6]. */
import type { Payload } from '../../src/kernel/model/payload.ts';
import { cancel } from './cancel.ts';
import { endTask } from './end-task.ts';
import { countExecution, createInstance } from './instances.ts';
import { nothing } from './payloads.ts';
import { getInstance, instancesById, type Play } from './play.ts';
import { taskFails } from './task-fails.ts';
import type { Group, Instance } from './world.ts';

export function getGroup(instance: Instance): Group {
  if (instance.each === null) throw new Error(`instance ${instance.id} is not a group`);
  return instance.each;
}

/** Up to the concurrency, in item order [K1.4]. */
export function createMembers(play: Play, instance: Instance): void {
  const group = getGroup(instance);
  const mayRun = () => group.concurrency === 0 || group.active < group.concurrency;
  while (group.created < group.total && mayRun()) {
    const { frame, net, task, id } = instance;
    const position = { frame, net, task, group: id, index: group.created };
    countExecution(play, createInstance(play, position, 'ready'));
    group.created += 1;
    group.active += 1;
    group.members += 1;
  }
}

/** After a member has ended. `rejects`: by an answer that can still be corrected [K2.2]. */
export function checkGroup(play: Play, id: number, rejects: boolean): void {
  const instance = getInstance(play, id);
  const group = getGroup(instance);
  const reached = group.threshold > 0 && group.completed >= group.threshold;
  const exhausted = group.active === 0 && group.created === group.total;
  if (reached || exhausted) endGroup(play, instance, rejects);
  else createMembers(play, instance);
}

function endGroup(play: Play, instance: Instance, rejects: boolean): void {
  const group = getGroup(instance);
  cancelMembersOf(play, instance);
  const enough = Math.min(group.threshold, group.total);
  if (group.failures.length > 0) {
    const data = group.failures.map(({ index, failure }) => ({ index, code: failure.code }));
    if (group.completed === 0) {
      taskFails(play, instance, {
        code: 'all-failed',
        message: 'every instance failed',
        retryable: false,
        data,
      });
      return;
    }
    if (group.completed < enough) {
      taskFails(play, instance, {
        code: 'threshold-missed',
        message: 'too few instances completed',
        retryable: false,
        data,
      });
      return;
    }
  }
  endTask(play, instance, { output: resultsOf(group), how: 'completed', rejects });
}

export function cancelMembersOf(play: Play, instance: Instance): void {
  for (const member of instancesById(play)) if (member.group === instance.id) cancel(play, member);
}

/** K6.1: in item order; `null` if there is no result. */
function resultsOf(group: Group): Payload {
  return { list: group.results.map((result) => result ?? nothing) };
}
