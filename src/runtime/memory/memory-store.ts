/** A store for tests: it promises what every store promises, but for surviving the process. */
import { type Store, StoreError } from '../ports/store.ts';
import { createAgenda } from './agenda.ts';
import { createApiKeys } from './api-keys.ts';
import { createAudit } from './audit.ts';
import { createClaims } from './claims.ts';
import { createCommit } from './commit.ts';
import { createContents } from './contents.ts';
import { createJournals } from './journals.ts';
import { createOutbox } from './outbox.ts';
import { createReceipts } from './receipts.ts';
import { createRetention } from './retention.ts';
import { createRevisions } from './revisions.ts';
import { createRuns } from './runs.ts';
import { createSessionNotes } from './session-notes.ts';
import { emptyShelves, type Shelves } from './shelves.ts';
import { createSubscriptions } from './subscriptions.ts';
import { createItems } from './work-items.ts';

export function createMemoryStore(): Store {
  let shelves: Shelves | undefined = emptyShelves();
  const open = (): Shelves => {
    if (shelves === undefined) throw new StoreError('closed', 'The store is closed.', false);
    return shelves;
  };
  return {
    commit: createCommit(open),
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
      shelves = undefined;
    },
  };
}
