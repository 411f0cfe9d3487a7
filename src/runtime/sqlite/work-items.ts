/** The rows of work items. */
import type { Json, Payload } from '../../kernel/index.ts';
import type { WorkItem } from '../ports/work-item.ts';
import type { Connection } from './connection.ts';

export const itemColumns = `tenant, id, run, workflow, instance, net, task, reason, item, input, whom, position AS "index",
  ordinal, lineage, member_of AS "group", state, ending, paused, holder, lease, token, declined_by AS declinedBy,
  created_at AS createdAt, updated_at AS updatedAt`;

type ParsedFields = 'item' | 'input' | 'whom' | 'lineage' | 'group' | 'paused' | 'declinedBy';

export interface ItemRow extends Omit<WorkItem, ParsedFields> {
  readonly item: string;
  readonly input: string;
  readonly whom: string;
  readonly lineage: string;
  readonly group: number | null;
  readonly paused: number;
  readonly declinedBy: string;
}

export const decodeItem = (row: ItemRow): WorkItem => ({
  ...row,
  item: JSON.parse(row.item) as Json,
  input: JSON.parse(row.input) as Payload,
  whom: row.whom === '' ? noComputedPrincipals : (JSON.parse(row.whom) as Payload),
  lineage: row.lineage === '' ? [] : row.lineage.split('.').map(Number),
  group: row.group ?? 0,
  paused: row.paused === 1,
  declinedBy: row.declinedBy === '' ? [] : (JSON.parse(row.declinedBy) as readonly string[]),
});

/** The most common value takes no space. */
const noComputedPrincipals: Payload = { value: null };
const encodeWhom = (whom: Payload): string => {
  const text = JSON.stringify(whom);
  return text === JSON.stringify(noComputedPrincipals) ? '' : text;
};

/** In its searchable form. */
export const encodeLineage = (lineage: WorkItem['lineage']): string => lineage.join('.');

export function prepareItems(connection: Connection) {
  const selectItem = connection.prepare<[string, string], ItemRow>(
    `SELECT ${itemColumns} FROM items WHERE tenant = ? AND id = ?`,
  );
  const upsertItem = connection.prepare(
    `INSERT INTO items (tenant, id, run, workflow, instance, net, task, reason, item, input, whom, position, ordinal,
       lineage, member_of, state, ending, paused, holder, lease, token, declined_by, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (tenant, id) DO UPDATE SET run = excluded.run, workflow = excluded.workflow,
       instance = excluded.instance, net = excluded.net, task = excluded.task, reason = excluded.reason,
       item = excluded.item, input = excluded.input, whom = excluded.whom, position = excluded.position,
       ordinal = excluded.ordinal, lineage = excluded.lineage, member_of = excluded.member_of,
       state = excluded.state, ending = excluded.ending, paused = excluded.paused, holder = excluded.holder,
       lease = excluded.lease, token = excluded.token, declined_by = excluded.declined_by,
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
        encodeWhom(item.whom),
        item.index,
        item.ordinal,
        encodeLineage(item.lineage),
        item.group === 0 ? null : item.group,
        item.state,
        item.ending,
        item.paused ? 1 : 0,
        item.holder,
        item.lease,
        item.token,
        item.declinedBy.length === 0 ? '' : JSON.stringify(item.declinedBy),
        item.createdAt,
        item.updatedAt,
      );
    },
    remove(tenant: string, run: string): void {
      deleteItems.run(tenant, run);
    },
  };
}
