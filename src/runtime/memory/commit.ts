/** Commits many units at once: each completely or not at all. */
import { checkUnit } from '../ports/check-unit.ts';
import { type Announcement, messageOf } from '../ports/outbox.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Unit, Verdict } from '../ports/store.ts';
import { deliveryPlace } from '../ports/subscription.ts';
import {
  compositeKey,
  jsonCopy,
  type MemoryTables,
  type OpenTables,
  type StoredRun,
} from './memory-tables.ts';
import { byText } from './order.ts';
import { findRepeated, writeReceiptsAndAudit } from './receipts.ts';

export const createCommit =
  (open: OpenTables) =>
  async (units: readonly Unit[]): Promise<readonly Verdict[]> => {
    const tables = open();
    units.forEach(checkUnit);
    // Fails on a value that is not JSON before anything is written.
    const copies = units.map(({ announcements, ...unit }) => ({ ...jsonCopy(unit), announcements }));
    return copies.map((unit) => apply(tables, unit));
  };

function apply(tables: MemoryTables, unit: Unit): Verdict {
  const { tenant, id } = unit.run;
  const repeated = findRepeated(tables, unit.receipts);
  if (repeated !== undefined) return { kind: 'repeated', receipt: repeated };
  const run = runAfter(tables, unit);
  if (run === undefined) return { kind: 'conflict' };

  tables.runs.set(compositeKey(tenant, id), run);
  run.journal.push(...unit.entries);
  for (const { seq } of unit.entries) {
    tables.rows.last += 1;
    tables.rows.entries.set(tables.rows.last, { tenant, run: id, seq });
  }
  if (unit.snapshot !== null) run.snapshot = unit.snapshot;
  for (const item of unit.items) tables.items.set(compositeKey(item.tenant, item.id), item);
  for (const content of unit.contents) {
    putIfAbsent(tables.contents, compositeKey(tenant, content.kind, content.hash), content);
    if (content.kind === 'payload') run.payloads.add(content.hash);
  }
  writeReceiptsAndAudit(tables, unit);
  for (const announcement of unit.announcements) announce(tables, unit.run, announcement);
  return { kind: 'committed' };
}

function announce(tables: MemoryTables, run: RunRecord, announcement: Announcement): void {
  const subscribed = [...tables.subscriptions.values()].filter(
    (each) =>
      each.tenant === run.tenant &&
      (each.run === run.id || (each.run === '' && each.workflow === run.workflow)) &&
      each.expiresAt > announcement.at &&
      each.events.includes(announcement.event),
  );
  if (subscribed.length === 0) return;
  const body = announcement.body();
  for (const each of subscribed.toSorted((a, b) => byText(a.id, b.id))) {
    const message = {
      ...messageOf(run, announcement, { target: each.id, place: deliveryPlace(each) }),
      body,
    };
    putIfAbsent(tables.messages, compositeKey(message.tenant, message.id), message);
  }
}

/** `undefined` if the run is not as the unit expects. */
function runAfter({ runs }: MemoryTables, { run, expected }: Unit): StoredRun | undefined {
  const before = runs.get(compositeKey(run.tenant, run.id));
  if (expected > 0) {
    if (before?.record.seq !== expected) return undefined;
    before.record = { ...run, ...madeWith(before.record) };
    return before;
  }
  if (before !== undefined) return undefined;
  const { origin, tenant, id } = run;
  const family =
    origin?.kind === 'fork' ? (runs.get(compositeKey(tenant, origin.run))?.family ?? origin.run) : id;
  return { record: run, family, journal: [], snapshot: undefined, payloads: new Set() };
}

/** The fields of a run that never change. */
const madeWith = (run: RunRecord): Partial<RunRecord> => {
  const { language, workflow, version, revision, program, createdAt, startedBy, origin } = run;
  return { language, workflow, version, revision, program, createdAt, startedBy, origin };
};

function putIfAbsent<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}
