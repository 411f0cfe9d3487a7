/** The success of work: the undo entry, the result of the member, the end of the task. */
import type { Payload } from '../../src/kernel/model/payload.ts';
import { type Answer, endTask } from './end-task.ts';
import { attempt, ExpressionError, evaluate, scopeOf } from './evaluate.ts';
import { fail, permanent } from './fail.ts';
import { checkGroup, getGroup } from './group.ts';
import { leaveActive, removeInstance } from './instances.ts';
import { nothing, sizeOf } from './payloads.ts';
import { EventMismatch, getFrame, getInstance, noted, type Play, taskOf } from './play.ts';
import { limitsOf } from './program-lookup.ts';
import { clearDeadline } from './timers.ts';
import { evaluateUndo, noteUndoImpossible } from './undo.ts';
import type { Instance } from './world.ts';

export function succeed(play: Play, instance: Instance, answer: Answer): void {
  clearDeadline(play, instance);
  leaveUndo(play, instance, answer);
  if (instance.group === 0) endTask(play, instance, answer);
  else memberSucceeds(play, instance, answer);
}

/** An item that is skipped, forced or expires; without an output its offer may define a default. */
export function endItem(
  play: Play,
  instance: Instance,
  given: Payload | null,
  how: 'skipped' | 'forced',
): void {
  const { work } = taskOf(play, instance);
  const unfinished = work.kind === 'offer' ? work.unfinished : undefined;
  const output = attempt(() =>
    given === null && unfinished !== undefined ? evaluate(play, scopeOf(play, instance), unfinished) : given,
  );
  if (output.ok) succeed(play, instance, { output: output.value, how, rejects: false });
  else fail(play, instance, output.failure, permanent);
}

/** K8.1: a skipped item leaves none; a forced one does, also without output. */
function leaveUndo(play: Play, instance: Instance, answer: Answer): void {
  if (taskOf(play, instance).undo === undefined || answer.how === 'skipped') return;
  if (answer.output === null && answer.how !== 'forced') return;
  const entry = evaluateUndo(play, instance, answer.output ?? nothing);
  if (entry.ok) getFrame(play, instance.frame).undo.push(entry.value);
  else noteUndoImpossible(play, instance, entry.failure);
}

function memberSucceeds(play: Play, member: Instance, answer: Answer): void {
  const { output } = answer;
  const collect = taskOf(play, member).each?.collect;
  const result = attempt(() => {
    if (output === null || collect === undefined) return output;
    const collected = evaluate(play, scopeOf(play, member, output), collect);
    // Copies too: nested lists of them would grow without limit.
    if (sizeOf(collected) > limitsOf(play.program).payload) throw new ExpressionError('too large');
    return collected;
  });
  if (!result.ok) {
    if (answer.rejects) throw new EventMismatch('expression', result.failure.message);
    fail(play, member, result.failure, permanent);
    return;
  }
  const group = getGroup(getInstance(play, member.group));
  group.results[member.index] = result.value;
  group.completed += 1;
  group.last = member.index;
  leaveActive(play, member);
  removeInstance(play, member);
  play.notes.push({ kind: answer.how === 'skipped' ? 'skipped' : 'completed', ...noted(member) });
  checkGroup(play, member.group, answer.rejects);
}
