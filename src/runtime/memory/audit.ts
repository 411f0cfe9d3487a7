/** The audit log, in memory. */
import {
  type AuditEntry,
  type AuditQuery,
  type AuditTrail,
  auditMark,
  maxEntriesScanned,
} from '../ports/audit.ts';
import { compositeKey, jsonCopy, type MemoryTables, type OpenTables } from './memory-tables.ts';
import { byText } from './order.ts';

export function writeEntries({ audit }: Pick<MemoryTables, 'audit'>, entries: readonly AuditEntry[]): void {
  for (const entry of entries) {
    const key = compositeKey(entry.tenant, entry.id);
    const before = audit.get(key);
    audit.set(key, before === undefined ? jsonCopy(entry) : { ...before, times: entry.times });
  }
}

export const createAudit = (open: OpenTables): AuditTrail => ({
  append: async (entries) => writeEntries(open(), entries),
  async search(tenant, query, { after, limit }) {
    const inTime = [...open().audit.values()]
      .filter((entry) => entry.tenant === tenant && isWithin(entry, query))
      .filter(({ id }) => after === undefined || id < after)
      .toSorted((a, b) => byText(b.id, a.id));
    const looked = inTime.slice(0, maxEntriesScanned);
    const found = looked.filter((entry) => matches(entry, query));
    const entries = found.slice(0, limit);
    if (found.length > limit) return { entries, next: entries.at(-1)?.id ?? null };
    return { entries, next: looked.length === maxEntriesScanned ? (looked.at(-1)?.id ?? null) : null };
  },
  async forget(before, limit) {
    const { audit } = open();
    const old = [...audit]
      .filter(([, { id }]) => id < auditMark(before))
      .toSorted(([, a], [, b]) => byText(a.tenant, b.tenant) || byText(a.id, b.id))
      .slice(0, limit);
    for (const [key] of old) audit.delete(key);
    return old.length;
  },
});

const isWithin = ({ id }: AuditEntry, { from, before }: AuditQuery): boolean =>
  (from === undefined || id >= auditMark(from)) && (before === undefined || id < auditMark(before));

function matches(entry: AuditEntry, { from: _, before: __, ...asked }: AuditQuery): boolean {
  return Object.entries(asked).every(
    ([name, value]) => value === undefined || Reflect.get(entry, name) === value,
  );
}
