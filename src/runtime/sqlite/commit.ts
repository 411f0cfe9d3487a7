/**
 * The one transaction in which runs move. What a unit expects is asked before anything of it is written, so a unit that
 * is refused leaves nothing behind and the others go on.
 */
import type { Receipt } from '../ports/receipt.ts';
import type { Unit, Verdict } from '../ports/store.ts';
import type { prepareAudit } from './audit.ts';
import type { Connection } from './connection.ts';
import type { prepareContents } from './contents.ts';
import type { prepareJournals } from './journals.ts';
import type { prepareOutbox } from './outbox.ts';
import type { prepareReceipts } from './receipts.ts';
import type { prepareRuns } from './runs.ts';
import type { prepareItems } from './work-items.ts';

interface Tables {
  readonly runs: ReturnType<typeof prepareRuns>;
  readonly journals: ReturnType<typeof prepareJournals>;
  readonly items: ReturnType<typeof prepareItems>;
  readonly contents: ReturnType<typeof prepareContents>;
  readonly receipts: ReturnType<typeof prepareReceipts>;
  readonly outbox: ReturnType<typeof prepareOutbox>;
  readonly audit: ReturnType<typeof prepareAudit>;
}

const committed: Verdict = { kind: 'committed' };
const conflict: Verdict = { kind: 'conflict' };

export function prepareCommit(connection: Connection, tables: Tables) {
  const { runs, journals, items, contents, receipts, outbox, audit } = tables;

  const findRepeated = (wanted: readonly Receipt[]): Receipt | undefined => {
    for (const receipt of wanted) {
      const found = receipts.find(receipt);
      if (found !== undefined) return found;
    }
    return undefined;
  };

  const apply = (unit: Unit): Verdict => {
    const { run, expected } = unit;
    const { tenant, id } = run;
    const repeated = findRepeated(unit.receipts);
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
    for (const message of unit.messages) outbox.write(message);
    for (const entry of unit.audit) audit.write(entry);
    return committed;
  };

  return connection.transaction((units: readonly Unit[]): readonly Verdict[] => units.map(apply)).immediate;
}
