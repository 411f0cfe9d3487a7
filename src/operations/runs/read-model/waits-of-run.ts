/** Lists what a run waits for: people, times, signals, and calls in progress. */
import { z } from 'zod';
import type { Instance, InstancePhase, Json, Program, RunState, Task } from '../../../kernel/index.ts';
import {
  integer,
  named,
  objectOf,
  oneOfKinds,
  orNull,
  text,
  timestamp,
} from '../../../languages/output-fields.ts';
import {
  itemId,
  type OpenedRun,
  type Payloads,
  type RunRecord,
  taskOfInstance,
} from '../../../runtime/index.ts';
import { isoTime } from '../../contract/iso-time.ts';
import type { Services } from '../../contract/services.ts';
import type { ItemRights } from '../../items/read-model/item-rights.ts';
import { itemReason, questionFields, questionOf } from '../../items/read-model/item-view.ts';
import { itemFieldsOfLanguages, viewsOfItem } from '../../language-lists/language-apis.ts';
import { lineageOfFrame } from './lineage-of-frame.ts';

const place = {
  task: text('Name of the task.'),
  index: integer('Position in the list that the task iterates over, otherwise -1.'),
};

export const runWait = named(
  'RunWait',
  'What a run waits for: an answer, a time, a signal, or a call in progress.',
  oneOfKinds('kind', [
    objectOf({
      kind: z.literal('item'),
      item: text('Id of the work item.'),
      reason: itemReason,
      ...place,
      holder: text('Who holds it; empty if no one does.'),
      ...questionFields,
      ...itemFieldsOfLanguages.runs,
    }),
    objectOf({ kind: z.literal('timer'), ...place, due: timestamp('When it continues.') }),
    objectOf({
      kind: z.literal('signal'),
      ...place,
      signal: text('Name of the signal.'),
      due: orNull(timestamp(), 'When it continues without the signal; null if never.'),
    }),
    objectOf({
      kind: z.literal('call'),
      ...place,
      operation: text('The called operation.'),
      attempt: integer('From 1.'),
    }),
  ]),
);

export type RunWait = z.infer<typeof runWait>;

/** Of a run with thousands of branches only the first are listed. */
const maxWaits = 100;

export async function waitsOfRun(
  { record, state, program, items }: OpenedRun,
  payloads: Payloads,
  rights: ItemRights,
): Promise<readonly RunWait[]> {
  const waiting = state.status === 'running' ? state.instances.filter(isWaiting) : [];
  return Promise.all(
    waiting.slice(0, maxWaits).map(async (instance): Promise<RunWait> => {
      const { index, signal, due, attempt, holder } = instance;
      const { net, task } = taskOfInstance(program, state, instance);
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
          const input = await payloads.resolvePayload(record.tenant, instance.input ?? { value: null });
          const item = itemId(record.id, instance.id);
          const shown = itemOf(program, state, instance);
          const offered = {
            run: record.id,
            net,
            instance: instance.id,
            holder,
            reason,
            task,
            item: shown,
          } as const;
          const { declinedBy } = items?.get(item) ?? {};
          const asked = declinedBy === undefined ? offered : { ...offered, declinedBy };
          const question = await questionOf(rights, asked, input);
          const views = viewsOfItem(asked);
          const lineage = views === undefined ? [] : lineageOfFrame(state, instance.frame);
          const more = await views?.view({ ...asked, input, lineage, ...stateOfItem(instance) });
          return Object.assign({ kind: 'item', item, reason, task, index, holder } as const, question, more);
        }
      }
    }),
  );
}

/** Lists the approvals that a fork waits for before it continues: answers that were given in the original run. */
export async function approvalsOfRun(
  { store }: Services,
  { tenant, id }: RunRecord,
  payloads: Payloads,
  rights: ItemRights,
): Promise<readonly RunWait[]> {
  const open = { run: id, reason: 'approval', states: ['offered', 'held'] } as const;
  const items = await store.items.search(tenant, open, { limit: maxWaits });
  return Promise.all(
    items.map(async (row): Promise<RunWait> => {
      const { id: item, reason, task, index, holder } = row;
      const question = await questionOf(rights, row, await payloads.resolvePayload(tenant, row.input));
      return { kind: 'item', item, reason, task, index, holder, ...question };
    }),
  );
}

function stateOfItem({ ordinal, paused, phase }: Instance) {
  return {
    ordinal,
    paused,
    state: phase === 'held' ? 'held' : 'offered',
    ending: '',
    // Its instances wait on their own.
    hasInstances: async () => false,
  } as const;
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
  const { net, task } = taskOfInstance(program, state, instance);
  return program.nets.find(({ id }) => id === net)?.tasks.find(({ id }) => id === task);
}
