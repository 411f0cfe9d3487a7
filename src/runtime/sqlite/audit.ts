/** The audit log: written in key order, searched from the newest on, in bounded parts. */
import {
  type AuditEntry,
  type AuditPage,
  type AuditQuery,
  auditMark,
  type FoundEntries,
  maxEntriesScanned,
} from '../ports/audit.ts';
import type { Connection } from './connection.ts';

/** Sorts after every `auditMark`. */
const last = 'g';

const compared = ['subject', 'operation', 'outcome', 'code', 'target'] as const;

export function prepareAudit(connection: Connection) {
  const insertEntry = connection.prepare(
    `INSERT INTO audit (tenant, id, at, subject, kind, operation, outcome, code, target, correlation_id, via,
       times)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET times = excluded.times`,
  );
  const selectPiece = connection.prepare<[string, string, string, number], AuditEntry>(
    `SELECT tenant, id, at, subject, kind, operation, outcome, code, target, correlation_id AS correlationId, via,
       times
     FROM audit WHERE tenant = ? AND id < ? AND id >= ? ORDER BY id DESC LIMIT ?`,
  );
  const selectTenant = connection
    .prepare<[string], string>('SELECT tenant FROM audit WHERE tenant > ? ORDER BY tenant LIMIT 1')
    .pluck();
  const hasUnknown = connection.prepare<[], 1>("SELECT 1 FROM audit WHERE tenant = '' LIMIT 1").pluck();
  const deleteOldest = connection.prepare<[string, string, string, string, number]>(
    `DELETE FROM audit WHERE tenant = ? AND id < ? AND id IN
       (SELECT id FROM audit WHERE tenant = ? AND id < ? ORDER BY id LIMIT ?)`,
  );

  const write = (entry: AuditEntry): void => {
    const { tenant, id, at, subject, kind, operation, outcome, code, target, correlationId, via, times } =
      entry;
    insertEntry.run(
      tenant,
      id,
      at,
      subject,
      kind,
      operation,
      outcome,
      code,
      target,
      correlationId,
      via,
      times,
    );
  };

  return {
    write,
    append: connection.transaction((entries: readonly AuditEntry[]): void => {
      for (const entry of entries) write(entry);
    }).immediate,
    search(tenant: string, query: AuditQuery, { after, limit }: AuditPage): FoundEntries {
      const end = query.before === undefined ? last : auditMark(query.before);
      const start = auditMark(query.from ?? 0);
      const from = after === undefined || after > end ? end : after;
      const entries: AuditEntry[] = [];
      let seen = 0;
      for (const entry of selectPiece.iterate(tenant, from, start, maxEntriesScanned)) {
        if (matches(entry, query)) {
          if (entries.length === limit) return { entries, next: entries.at(-1)?.id ?? null };
          entries.push(entry);
        }
        seen += 1;
        if (seen === maxEntriesScanned) return { entries, next: entry.id };
      }
      return { entries, next: null };
    },
    /** Tenant by tenant: each is a range of the key. */
    forget: connection.transaction((before: number, limit: number): number => {
      const mark = auditMark(before);
      let gone = 0;
      let tenant = hasUnknown.get() === undefined ? selectTenant.get('') : '';
      while (tenant !== undefined && gone < limit) {
        gone += deleteOldest.run(tenant, mark, tenant, mark, limit - gone).changes;
        tenant = selectTenant.get(tenant);
      }
      return gone;
    }).immediate,
  };
}

function matches(entry: AuditEntry, query: AuditQuery): boolean {
  if (query.correlationId !== undefined && query.correlationId !== entry.correlationId) return false;
  return compared.every((name) => query[name] === undefined || query[name] === entry[name]);
}
