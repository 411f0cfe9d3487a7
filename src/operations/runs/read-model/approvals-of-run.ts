/** Lists the approvals that a fork waits for before it continues: answers that were given in the original run. */
import type { Payloads, RunRecord } from '../../../runtime/index.ts';
import type { Services } from '../../contract/services.ts';
import type { ItemRights } from '../../items/read-model/item-rights.ts';
import { questionOf } from '../../items/read-model/item-view.ts';
import { maxWaits, type RunWait } from './waits-of-run.ts';

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
