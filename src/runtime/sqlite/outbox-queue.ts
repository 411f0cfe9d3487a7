/**
 * Finds the next due messages of many tenants, hosts, places and lanes. Each level has the time at which its first
 * message is due: the search starts at the top, and skips what is busy without reading its messages.
 */
import { type Busy, maxPerPlace } from '../ports/outbox.ts';
import { hostOf } from '../ports/subscription.ts';
import type { Connection } from './connection.ts';

/** A due message, or a group of them, at the time of its first. Fields that do not apply are empty. */
interface Node {
  readonly kind: 'tenant' | 'host' | 'place' | 'message';
  readonly dueAt: number;
  readonly tenant: string;
  readonly host: string;
  readonly place: string;
  readonly number: number;
  readonly id: string;
}

type Row<Name extends keyof Node> = Pick<Node, 'dueAt' | Name>;

/** Sorts before every other. */
const start: Node = { kind: 'tenant', dueAt: -1, tenant: '', host: '', place: '', number: 0, id: '' };

const kinds = ['tenant', 'host', 'place', 'message'] as const;

export function prepareOutboxQueue(connection: Connection) {
  const selectFirst = (from: string, where: string) =>
    connection
      .prepare<string[], number>(`SELECT due_at FROM ${from} WHERE ${where} ORDER BY due_at LIMIT 1`)
      .pluck();
  const firstOfPlace = selectFirst('outbox INDEXED BY outbox_place', 'tenant = ? AND place = ? AND head = 1');
  const firstOfHost = selectFirst('outbox_places INDEXED BY outbox_places_due', 'tenant = ? AND host = ?');
  const firstOfTenant = selectFirst('outbox_hosts INDEXED BY outbox_hosts_due', 'tenant = ?');

  const ifNew = 'ON CONFLICT DO UPDATE SET due_at = excluded.due_at WHERE due_at <> excluded.due_at';
  const writePlace = connection.prepare<[string, string, string, number]>(
    `INSERT INTO outbox_places (tenant, place, host, due_at) VALUES (?, ?, ?, ?) ${ifNew}`,
  );
  const deletePlace = connection.prepare<[string, string]>(
    'DELETE FROM outbox_places WHERE tenant = ? AND place = ?',
  );
  const writeHost = connection.prepare<[string, string, number]>(
    `INSERT INTO outbox_hosts (tenant, host, due_at) VALUES (?, ?, ?) ${ifNew}`,
  );
  const deleteHost = connection.prepare<[string, string]>(
    'DELETE FROM outbox_hosts WHERE tenant = ? AND host = ?',
  );
  const writeTenant = connection.prepare<[string, number]>(
    `INSERT INTO outbox_tenants (tenant, due_at) VALUES (?, ?) ${ifNew}`,
  );
  const deleteTenant = connection.prepare<[string]>('DELETE FROM outbox_tenants WHERE tenant = ?');

  const selectTenant = connection.prepare<[number, string, number], Row<'tenant'>>(
    `SELECT due_at AS dueAt, tenant FROM outbox_tenants INDEXED BY outbox_tenants_due
     WHERE (due_at, tenant) > (?, ?) AND due_at <= ? ORDER BY due_at, tenant LIMIT 1`,
  );
  const selectHost = connection.prepare<[string, number, string, number], Row<'host'>>(
    `SELECT due_at AS dueAt, host FROM outbox_hosts INDEXED BY outbox_hosts_due
     WHERE tenant = ? AND (due_at, host) > (?, ?) AND due_at <= ? ORDER BY due_at, host LIMIT 1`,
  );
  const selectPlace = connection.prepare<[string, string, number, string, number], Row<'place'>>(
    `SELECT due_at AS dueAt, place FROM outbox_places INDEXED BY outbox_places_due
     WHERE tenant = ? AND host = ? AND (due_at, place) > (?, ?) AND due_at <= ? ORDER BY due_at, place LIMIT 1`,
  );
  const selectMessages = connection.prepare<[string, string, number, number], Row<'number' | 'id'>>(
    `SELECT due_at AS dueAt, number, id FROM outbox INDEXED BY outbox_place
     WHERE tenant = ? AND place = ? AND head = 1 AND due_at <= ? ORDER BY due_at, number LIMIT ?`,
  );
  const selectNext = connection
    .prepare<[number], number>(
      'SELECT due_at FROM outbox INDEXED BY outbox_due WHERE head = 1 AND due_at > ? ORDER BY due_at LIMIT 1',
    )
    .pluck();

  /** The next due group of the same kind. */
  const siblingOf = (node: Node, until: number): readonly Node[] => {
    const { kind, dueAt, tenant, host, place } = node;
    const found = {
      tenant: () => selectTenant.get(dueAt, tenant, until),
      host: () => selectHost.get(tenant, dueAt, host, until),
      place: () => selectPlace.get(tenant, host, dueAt, place, until),
      message: () => undefined,
    }[kind]();
    return found === undefined ? [] : [{ ...node, ...found }];
  };

  /** The first group in it, or the first messages. */
  const openGroup = (node: Node, until: number): readonly Node[] => {
    const { tenant, place } = node;
    const kind = kinds[kinds.indexOf(node.kind) + 1] ?? 'message';
    if (kind !== 'message') return siblingOf({ ...node, kind, dueAt: start.dueAt }, until);
    return selectMessages.all(tenant, place, until, maxPerPlace).map((row) => ({ ...node, kind, ...row }));
  };

  return {
    /** Call it after the first messages of lanes to these places have changed. */
    settle(tenant: string, places: ReadonlySet<string>): void {
      const hosts = new Set<string>();
      for (const place of places) {
        const first = firstOfPlace.get(tenant, place);
        const host = hostOf(place);
        const { changes } =
          first === undefined ? deletePlace.run(tenant, place) : writePlace.run(tenant, place, host, first);
        if (changes > 0) hosts.add(host);
      }
      for (const host of hosts) {
        const first = firstOfHost.get(tenant, host);
        if (first === undefined) deleteHost.run(tenant, host);
        else writeHost.run(tenant, host, first);
      }
      if (hosts.size === 0) return;
      const first = firstOfTenant.get(tenant);
      if (first === undefined) deleteTenant.run(tenant);
      else writeTenant.run(tenant, first);
    },
    next: (after: number): number | null => selectNext.get(after) ?? null,
    /** Returns row numbers of messages. */
    due(until: number, limit: number, busy: Busy): readonly number[] {
      const found: number[] = [];
      const open = [...siblingOf(start, until)];
      while (found.length < limit) {
        const node = takeFirst(open);
        if (node === undefined) break;
        open.push(...siblingOf(node, until));
        if (isPassedOver(busy, node)) continue;
        if (node.kind === 'message') found.push(node.number);
        else open.push(...openGroup(node, until));
      }
      return found;
    },
  };
}

function isPassedOver(busy: Busy, { kind, tenant, host, place, id }: Node): boolean {
  switch (kind) {
    case 'tenant':
      return busy.tenants.includes(tenant);
    case 'host':
      return busy.hosts.some((each) => each.tenant === tenant && each.host === host);
    case 'place':
      return busy.places.some((each) => each.tenant === tenant && each.place === place);
    case 'message':
      return busy.messages.some((each) => each.tenant === tenant && each.id === id);
  }
}

function takeFirst(nodes: Node[]): Node | undefined {
  let first = 0;
  for (const [at, node] of nodes.entries()) {
    const smallest = nodes[first];
    if (smallest !== undefined && isBefore(node, smallest)) first = at;
  }
  return nodes.splice(first, 1)[0];
}

/** A group sorts before its content. */
function isBefore(a: Node, b: Node): boolean {
  if (a.dueAt !== b.dueAt) return a.dueAt < b.dueAt;
  if (a.tenant !== b.tenant) return a.tenant < b.tenant;
  if (a.host !== b.host) return a.host < b.host;
  if (a.place !== b.place) return a.place < b.place;
  return a.number < b.number;
}
