/** The rows of work items. */
import type { Json, Payload } from '../../kernel/index.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { Connection } from './connection.ts';

export const itemColumns = `tenant, id, run, workflow, instance, net, task, reason, item, input, position AS "index",
  ordinal, state, paused, holder, lease, created_at AS createdAt, updated_at AS updatedAt`;

export interface ItemRow extends Omit<WorkItem, 'item' | 'input' | 'paused'> {
  readonly item: string;
  readonly input: string;
  readonly paused: number;
}

export const decodeItem = (row: ItemRow): WorkItem => ({
  ...row,
  item: JSON.parse(row.item) as Json,
  input: JSON.parse(row.input) as Payload,
  paused: row.paused === 1,
});

export function prepareItems(connection: Connection) {
  const selectItem = connection.prepare<[string, string], ItemRow>(
    `SELECT ${itemColumns} FROM items WHERE tenant = ? AND id = ?`,
  );
  const upsertItem = connection.prepare(
    `INSERT INTO items (tenant, id, run, workflow, instance, net, task, reason, item, input, position, ordinal, state,
       paused, holder, lease, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, id) DO UPDATE SET run = excluded.run, workflow = excluded.workflow,
       instance = excluded.instance, net = excluded.net, task = excluded.task, reason = excluded.reason,
       item = excluded.item, input = excluded.input, position = excluded.position, ordinal = excluded.ordinal,
       state = excluded.state, paused = excluded.paused, holder = excluded.holder, lease = excluded.lease,
       created_at = excluded.created_at, updated_at = excluded.updated_at`,
  );
  const deleteItems = connection.prepare<[string, string]>('DELETE FROM items WHERE tenant = ? AND run = ?');

  return {
    find(tenant: string, id: string): WorkItem | undefined {
      const row = selectItem.get(tenant, id);
      return row === undefined ? undefined : decodeItem(row);
    },
    write(item: WorkItem): void {
      upsertItem.run(
        item.tenant,
        item.id,
        item.run,
        item.workflow,
        item.instance,
        item.net,
        item.task,
        item.reason,
        JSON.stringify(item.item),
        JSON.stringify(item.input),
        item.index,
        item.ordinal,
        item.state,
        item.paused ? 1 : 0,
        item.holder,
        item.lease,
        item.createdAt,
        item.updatedAt,
      );
    },
    remove(tenant: string, run: string): void {
      deleteItems.run(tenant, run);
    },
  };
}
