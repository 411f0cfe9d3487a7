/** What a fork waits for before it moves: approvals that were given in the run that it was forked from. */
import type { Payloads, RunRecord } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { questionOf } from '../items/item-view.ts';
import { mostWaits, type RunWait } from './waits-of-run.ts';

export async function approvalsOfRun(
  { store }: Services,
  { tenant, id }: RunRecord,
  payloads: Payloads,
): Promise<readonly RunWait[]> {
  const open = { run: id, reason: 'approval', states: ['offered', 'held'] } as const;
  const items = await store.items.search(tenant, open, { limit: mostWaits });
  return Promise.all(
    items.map(async ({ id: item, reason, task, index, holder, ...row }): Promise<RunWait> => {
      const question = questionOf(reason, task, row.item, await payloads.unstow(tenant, row.input));
      return { kind: 'item', item, reason, task, index, holder, ...question };
    }),
  );
}
