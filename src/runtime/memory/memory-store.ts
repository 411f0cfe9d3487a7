/** A store for tests: has every property of a store except that it does not survive the process. */
import { type Store, StoreError } from '../ports/store.ts';
import { createAgenda } from './agenda.ts';
import { createApiKeys } from './api-keys.ts';
import { createAudit } from './audit.ts';
import { createClaims } from './claims.ts';
import { createCommit } from './commit.ts';
import { createContents } from './contents.ts';
import { createJournals } from './journals.ts';
import { emptyTables, type MemoryTables } from './memory-tables.ts';
import { createOutbox } from './outbox.ts';
import { createReceipts } from './receipts.ts';
import { createRetention } from './retention.ts';
import { createRevisions } from './revisions.ts';
import { createRuns } from './runs.ts';
import { createSessionNotes } from './session-notes.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createItems } from './work-items.ts';

export function createMemoryStore(): Store {
  let tables: MemoryTables | undefined = emptyTables();
  const open = (): MemoryTables => {
    if (tables === undefined) throw new StoreError('closed', 'The store is closed.', false);
    return tables;
  };
  return {
    commit: createCommit(open),
    probe: async () => void open(),
    runs: createRuns(open),
    journals: createJournals(open),
    items: createItems(open),
    agenda: createAgenda(open),
    contents: createContents(open),
    revisions: createRevisions(open),
    receipts: createReceipts(open),
    sessionNotes: createSessionNotes(open),
    apiKeys: createApiKeys(open),
    audit: createAudit(open),
    subscriptions: createSubscriptions(open),
    outbox: createOutbox(open),
    claims: createClaims(open),
    retention: createRetention(open),
    close: async () => {
      tables = undefined;
    },
  };
}
