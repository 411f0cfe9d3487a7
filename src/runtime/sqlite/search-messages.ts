/** Searches for messages, oldest first. */
import type { Message, MessageQuery } from '../ports/outbox.ts';
import type { ItemPage } from '../ports/work-item.ts';
import type { Connection } from './connection.ts';
import { messageColumns } from './outbox.ts';
import { createPagedSearch, type Search } from './paged-search.ts';

export function prepareMessageSearch(connection: Connection) {
  const search = createPagedSearch<Message>(connection, {
    name: 'outbox',
    columns: messageColumns,
    newestFirst: false,
  });
  const selectCreatedAt = connection
    .prepare<[string, string], number>('SELECT created_at FROM outbox WHERE tenant = ? AND id = ?')
    .pluck();

  return (tenant: string, query: MessageQuery, page: ItemPage): readonly Message[] => {
    const { after, limit } = page;
    if (after === undefined) return search.page(plan(tenant, query), undefined, limit);
    const createdAt = page.afterCreatedAt ?? selectCreatedAt.get(tenant, after);
    return createdAt === undefined ? [] : search.page(plan(tenant, query), { createdAt, id: after }, limit);
  };
}

function plan(tenant: string, { run, target, state }: MessageQuery): Search {
  return {
    index: run !== undefined ? 'outbox_run' : target !== undefined ? 'outbox_target' : 'outbox_state',
    conditions: [
      { sql: 'tenant = ?', values: [tenant] },
      ...(run === undefined ? [] : [{ sql: 'run = ?', values: [run] }]),
      ...(target === undefined ? [] : [{ sql: 'target = ?', values: [target] }]),
    ],
    across: { column: 'state', values: state === undefined ? ['waiting', 'given-up'] : [state] },
  };
}
