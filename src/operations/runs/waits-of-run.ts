/** What a run waits for: people, times, signals, and the calls that are under way. */
import type { Instance, InstancePhase, Json, Program, RunState, Task } from '../../kernel/index.ts';
import { itemId, type OpenedRun, type Payloads, taskOf } from '../../runtime/index.ts';
import { type AskedQuestion, questionOf } from '../items/item-view.ts';
import { isoTime } from './run-summary.ts';

export type RunWait =
  | (AskedQuestion & {
      readonly kind: 'item';
      /** Id of the work item. */
      readonly item: string;
      readonly reason: 'work' | 'doubt' | 'approval';
      readonly task: string;
      readonly index: number;
      /** Empty where nobody holds it. */
      readonly holder: string;
    })
  | { readonly kind: 'timer'; readonly task: string; readonly index: number; readonly due: string }
  | {
      readonly kind: 'signal';
      readonly task: string;
      readonly index: number;
      readonly signal: string;
      readonly due: string | null;
    }
  | {
      readonly kind: 'call';
      readonly task: string;
      readonly index: number;
      readonly operation: string;
      readonly attempt: number;
    };

/** Of a run with thousands of branches only the first are told. */
export const mostWaits = 100;

export async function waitsOfRun(
  { record, state, program }: OpenedRun,
  payloads: Payloads,
): Promise<readonly RunWait[]> {
  const waiting = state.status === 'running' ? state.instances.filter(isWaiting) : [];
  return Promise.all(
    waiting.slice(0, mostWaits).map(async (instance): Promise<RunWait> => {
      const { index, signal, due, attempt, holder } = instance;
      const { task } = taskOf(program, state, instance);
      const at = due === null ? null : isoTime(due);
      switch (instance.phase) {
        case 'calling':
          return { kind: 'call', task, index, operation: operationOf(program, state, instance), attempt };
        case 'waiting':
        case 'backoff':
          if (signal !== '' || at === null) return { kind: 'signal', task, index, signal, due: at };
          return { kind: 'timer', task, index, due: at };
        default: {
          const reason = instance.phase === 'doubt' ? 'doubt' : 'work';
          const input = await payloads.unstow(record.tenant, instance.input ?? { value: null });
          const question = questionOf(reason, task, itemOf(program, state, instance), input);
          const item = itemId(record.id, instance.id);
          return { kind: 'item', item, reason, task, index, holder, ...question };
        }
      }
    }),
  );
}

const waitingPhases: ReadonlySet<InstancePhase> = new Set<InstancePhase>([
  'open',
  'offered',
  'held',
  'doubt',
  'waiting',
  'backoff',
  'calling',
]);

const isWaiting = ({ phase }: Instance): boolean => waitingPhases.has(phase);

/** Of an undo: the operation that undoes. */
function operationOf(program: Program, state: RunState, instance: Instance): string {
  const found = findTask(program, state, instance);
  if (instance.undoes !== null) return found?.undo?.operation ?? '';
  return found?.work.kind === 'call' ? found.work.operation : '';
}

function itemOf(program: Program, state: RunState, instance: Instance): Json {
  const work = findTask(program, state, instance)?.work;
  return work?.kind === 'offer' ? work.item : null;
}

function findTask(program: Program, state: RunState, instance: Instance): Task | undefined {
  const { net, task } = taskOf(program, state, instance);
  return program.nets.find(({ id }) => id === net)?.tasks.find(({ id }) => id === task);
}
