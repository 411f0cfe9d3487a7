/**
 * The transaction that changes runs. The expectations of a unit are checked before any of it is written, so a refused
 * unit leaves nothing behind and the others continue.
 */
import { type Announcement, messageOf } from '../ports/outbox.ts';
import type { Unit, Verdict } from '../ports/store.ts';
import type { prepareAudit } from './audit.ts';
import type { Connection } from './connection.ts';
import type { prepareContents } from './contents.ts';
import type { prepareJournals } from './journals.ts';
import type { prepareOutbox } from './outbox.ts';
import type { prepareReceipts } from './receipts.ts';
import type { prepareRuns } from './runs.ts';
import type { Listener, prepareSubscriptions } from './subscriptions.ts';
import type { prepareItems } from './work-items.ts';

interface Tables {
  readonly runs: ReturnType<typeof prepareRuns>;
  readonly journals: ReturnType<typeof prepareJournals>;
  readonly items: ReturnType<typeof prepareItems>;
  readonly contents: ReturnType<typeof prepareContents>;
  readonly receipts: ReturnType<typeof prepareReceipts>;
  readonly subscriptions: ReturnType<typeof prepareSubscriptions>;
  readonly outbox: ReturnType<typeof prepareOutbox>;
  readonly audit: ReturnType<typeof prepareAudit>;
}

const committed: Verdict = { kind: 'committed' };
const conflict: Verdict = { kind: 'conflict' };

export function prepareCommit(connection: Connection, tables: Tables) {
  const { runs, journals, items, contents, receipts, subscriptions, outbox, audit } = tables;

  /** Creates one message for each subscriber; without subscribers there is no cost. */
  const announce = ({ run, announcements }: Unit): void => {
    const [first] = announcements;
    if (first === undefined) return;
    const earliest = announcements.reduce((smallest, { at }) => Math.min(smallest, at), first.at);
    const listeners = subscriptions.listenersOf(run, earliest);
    if (listeners.length === 0) return;
    for (const announcement of announcements) {
      const subscribed = listeners.filter((listener) => isSubscribed(listener, announcement));
      if (subscribed.length === 0) continue;
      const messages = subscribed.map(({ id: target, place }) =>
        messageOf(run, announcement, { target, place }),
      );
      outbox.write(messages, announcement.body());
    }
  };

  const apply = (unit: Unit): Verdict => {
    const { run, expected } = unit;
    const { tenant, id } = run;
    const repeated = receipts.findRepeated(unit.receipts);
    if (repeated !== undefined) return { kind: 'repeated', receipt: repeated };
    const isNew = expected === 0;
    if (!(isNew ? runs.insert(run) : runs.update(run, expected))) return conflict;

    for (const entry of unit.entries) journals.append(tenant, id, entry);
    if (unit.snapshot !== null) journals.writeSnapshot(tenant, id, unit.snapshot);
    for (const item of unit.items) items.write(item);
    for (const content of unit.contents) {
      contents.put(tenant, content, run.updatedAt);
      if (content.kind === 'payload') contents.use(tenant, id, content.hash);
    }
    if (isNew) {
      contents.pin(tenant, 'program', run.program);
      contents.pin(tenant, 'definition', run.revision);
    }
    for (const receipt of unit.receipts) receipts.write(receipt);
    announce(unit);
    for (const entry of unit.audit) audit.write(entry);
    return committed;
  };

  const transaction = connection.transaction((units: readonly Unit[]) => units.map(apply)).immediate;

  return (units: readonly Unit[]): readonly Verdict[] => {
    const verdicts = transaction(units);
    for (const [at, { run, expected }] of units.entries())
      if (verdicts[at] === committed) runs.noteCommit(run, expected === 0);
    return verdicts;
  };
}

const isSubscribed = ({ events, expiresAt }: Listener, { event, at }: Announcement): boolean =>
  expiresAt > at && events.includes(event);
