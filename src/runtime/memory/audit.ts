/** The audit, in memory. */
import {
  type AuditEntry,
  type AuditQuery,
  type AuditTrail,
  auditMark,
  mostLookedAt,
} from '../ports/audit.ts';
import { byText } from './order.ts';
import { kept, keyOf, type OpenShelves, type Shelves } from './shelves.ts';

export function writeEntries({ audit }: Pick<Shelves, 'audit'>, entries: readonly AuditEntry[]): void {
  for (const entry of entries) {
    const key = keyOf(entry.tenant, entry.id);
    const before = audit.get(key);
    audit.set(key, before === undefined ? kept(entry) : { ...before, times: entry.times });
  }
}

export const createAudit = (open: OpenShelves): AuditTrail => ({
  append: async (entries) => writeEntries(open(), entries),
  async search(tenant, query, { after, limit }) {
    const inTime = [...open().audit.values()]
      .filter((entry) => entry.tenant === tenant && isWithin(entry, query))
      .filter(({ id }) => after === undefined || id < after)
      .toSorted((a, b) => byText(b.id, a.id));
    const looked = inTime.slice(0, mostLookedAt);
    const found = looked.filter((entry) => matches(entry, query));
    const entries = found.slice(0, limit);
    if (found.length > limit) return { entries, next: entries.at(-1)?.id ?? null };
    return { entries, next: looked.length === mostLookedAt ? (looked.at(-1)?.id ?? null) : null };
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
