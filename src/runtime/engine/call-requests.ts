/** Lists the calls that are in progress in a state: those that remain to be made after a crash, a fork or an import. */
import type { CallEffect, Instance, Program, RunState, Task } from '../../kernel/index.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { CallRequest } from './call-dispatcher.ts';

export function callRequestOfEffect(record: RunRecord, effect: CallEffect): CallRequest {
  const { task, instance, attempt, connector, operation, input, undoes } = effect;
  return { ...ofRun(record), task, instance, attempt, connector, operation, input, undoes };
}

const ofRun = ({ tenant, id, workflow, createdAt }: RunRecord) => ({
  tenant,
  run: id,
  workflow,
  begunAt: createdAt,
});

/** `undefined` if the instance has no call. */
export function callRequestOfInstance(
  record: RunRecord,
  program: Program,
  state: RunState,
  instance: Instance,
): CallRequest | undefined {
  const { undoes } = instance;
  const task = taskOf(program, state, instance);
  const work = undoes === null ? task?.work : task?.undo;
  if (task === undefined || work === undefined || !('operation' in work)) return undefined;
  const { operation } = work;
  const connector = work.connector ?? state.bindings[operation];
  const input = undoes?.input ?? instance.input;
  if (connector === undefined || input === null) return undefined;
  return {
    ...ofRun(record),
    task: task.id,
    instance: instance.id,
    attempt: instance.attempt,
    connector,
    operation,
    input,
    undoes: undoes?.instance ?? 0,
  };
}

/** Whether the work of an instance that is still in the state would be undone if it succeeded. */
export function canBeUndone(program: Program, state: RunState, id: number): boolean {
  const instance = state.instances.find((each) => each.id === id);
  return instance?.undoes === null && taskOf(program, state, instance)?.undo !== undefined;
}

function taskOf(program: Program, state: RunState, { undoes, frame, task }: Instance): Task | undefined {
  const net = undoes?.net ?? state.frames.find(({ id }) => id === frame)?.net;
  return net === undefined ? undefined : program.nets[net]?.tasks[undoes?.task ?? task];
}
