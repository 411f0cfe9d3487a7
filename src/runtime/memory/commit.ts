/** Many units at once: each is done whole or not at all. */
import { checkUnit } from '../ports/check-unit.ts';
import { type Announcement, messageOf } from '../ports/outbox.ts';
import type { RunRecord } from '../ports/run-record.ts';
import type { Unit, Verdict } from '../ports/store.ts';
import { placeOf } from '../ports/subscription.ts';
import { byText } from './order.ts';
import { findRepeated, writeAlong } from './receipts.ts';
import { type KeptRun, kept, keyOf, type OpenShelves, type Shelves } from './shelves.ts';

export const createCommit =
  (open: OpenShelves) =>
  async (units: readonly Unit[]): Promise<readonly Verdict[]> => {
    const shelves = open();
    units.forEach(checkUnit);
    // Whatever is no JSON is found before anything is written.
    const copies = units.map(({ announcements, ...unit }) => ({ ...kept(unit), announcements }));
    return copies.map((unit) => apply(shelves, unit));
  };

function apply(shelves: Shelves, unit: Unit): Verdict {
  const { tenant, id } = unit.run;
  const repeated = findRepeated(shelves, unit.receipts);
  if (repeated !== undefined) return { kind: 'repeated', receipt: repeated };
  const run = runAfter(shelves, unit);
  if (run === undefined) return { kind: 'conflict' };

  shelves.runs.set(keyOf(tenant, id), run);
  run.journal.push(...unit.entries);
  for (const { seq } of unit.entries) {
    shelves.rows.last += 1;
    shelves.rows.entries.set(shelves.rows.last, { tenant, run: id, seq });
  }
  if (unit.snapshot !== null) run.snapshot = unit.snapshot;
  for (const item of unit.items) shelves.items.set(keyOf(item.tenant, item.id), item);
  for (const content of unit.contents) {
    putIfAbsent(shelves.contents, keyOf(tenant, content.kind, content.hash), content);
    if (content.kind === 'payload') run.payloads.add(content.hash);
  }
  writeAlong(shelves, unit);
  for (const announcement of unit.announcements) announce(shelves, unit.run, announcement);
  return { kind: 'committed' };
}

function announce(shelves: Shelves, run: RunRecord, announcement: Announcement): void {
  const told = [...shelves.subscriptions.values()].filter(
    (each) =>
      each.tenant === run.tenant &&
      (each.run === run.id || (each.run === '' && each.workflow === run.workflow)) &&
      each.expiresAt > announcement.at &&
      each.events.includes(announcement.event),
  );
  if (told.length === 0) return;
  const body = announcement.body();
  for (const each of told.toSorted((a, b) => byText(a.id, b.id))) {
    const message = { ...messageOf(run, announcement, { target: each.id, place: placeOf(each) }), body };
    putIfAbsent(shelves.messages, keyOf(message.tenant, message.id), message);
  }
}

/** Undefined where the run is not as the unit expects. */
function runAfter({ runs }: Shelves, { run, expected }: Unit): KeptRun | undefined {
  const before = runs.get(keyOf(run.tenant, run.id));
  if (expected > 0) {
    if (before?.record.seq !== expected) return undefined;
    before.record = { ...run, ...madeWith(before.record) };
    return before;
  }
  if (before !== undefined) return undefined;
  const { origin, tenant, id } = run;
  const family = origin?.kind === 'fork' ? (runs.get(keyOf(tenant, origin.run))?.family ?? origin.run) : id;
  return { record: run, family, journal: [], snapshot: undefined, payloads: new Set() };
}

/** What a run was made with never changes. */
const madeWith = (run: RunRecord): Partial<RunRecord> => {
  const { language, workflow, version, revision, program, createdAt, startedBy, origin } = run;
  return { language, workflow, version, revision, program, createdAt, startedBy, origin };
};

function putIfAbsent<Value>(map: Map<string, Value>, key: string, value: Value): void {
  if (!map.has(key)) map.set(key, value);
}
