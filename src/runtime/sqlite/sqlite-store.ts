/** The store on an open database with the newest schema. Statements are prepared once; every answer is durable. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { checkUnit } from '../ports/check-unit.ts';
import { type Store, StoreError } from '../ports/store.ts';
import { prepareAgenda } from './agenda.ts';
import { prepareApiKeys } from './api-keys.ts';
import { prepareAudit } from './audit.ts';
import { checkSpace } from './check-space.ts';
import { prepareClaims } from './claims.ts';
import { prepareCommit } from './commit.ts';
import { type Connection, checkWritable } from './connection.ts';
import { prepareContents } from './contents.ts';
import { explainFailure } from './explain-failure.ts';
import { createFileCheck } from './file-check.ts';
import { prepareFollowing } from './follow-journals.ts';
import { prepareJournals } from './journals.ts';
import { prepareOutbox } from './outbox.ts';
import { prepareReceipts } from './receipts.ts';
import { prepareRetention } from './retention.ts';
import { prepareRevisions } from './revisions.ts';
import { prepareRuns } from './runs.ts';
import { prepareItemSearch } from './search-items.ts';
import { prepareMessageSearch } from './search-messages.ts';
import { prepareRunSearch } from './search-runs.ts';
import { prepareSessionNotes } from './session-notes.ts';
import { StoreHealth } from './store-health.ts';
import { prepareSubscriptions } from './subscriptions.ts';
import { prepareItems } from './work-items.ts';

export function createSqliteStore(connection: Connection): Store {
  const runs = prepareRuns(connection);
  const runSearch = prepareRunSearch(connection);
  const journals = prepareJournals(connection);
  const following = prepareFollowing(connection);
  const items = prepareItems(connection);
  const itemSearch = prepareItemSearch(connection);
  const agenda = prepareAgenda(connection);
  const contents = prepareContents(connection);
  const revisions = prepareRevisions(connection, contents);
  const receipts = prepareReceipts(connection);
  const sessionNotes = prepareSessionNotes(connection);
  const audit = prepareAudit(connection);
  const apiKeys = prepareApiKeys(connection, audit.write);
  const outbox = prepareOutbox(connection);
  const searchMessages = prepareMessageSearch(connection);
  const subscriptions = prepareSubscriptions(connection, { receipts, audit });
  const claims = prepareClaims(connection, runs.familyOf);
  const commonTables = { receipts, subscriptions, outbox, audit };
  const retentionTables = {
    ...commonTables,
    runs,
    following,
    journals,
    items,
    contents,
    claims,
    sessionNotes,
  };
  const retention = prepareRetention(connection, retentionTables);
  const commit = prepareCommit(connection, { ...commonTables, runs, journals, items, contents });

  const checkFile = createFileCheck(connection.name);
  const health = new StoreHealth();

  const ask = async <Answer>(work: () => Answer): Promise<Answer> => {
    if (!connection.open) throw new StoreError('closed', 'The store is closed.', false);
    try {
      return work();
    } catch (error) {
      const failure = explainFailure(error, connection.name);
      if (failure instanceof StoreError) health.noteFailure(failure);
      throw failure;
    }
  };

  return {
    commit: (units) =>
      ask(() => {
        checkFile();
        units.forEach(checkUnit);
        const verdicts = commit(units);
        health.noteWrite();
        return verdicts;
      }),
    probe: () =>
      ask(() =>
        health.check(() => {
          checkFile();
          checkSpace(connection.name);
          checkWritable(connection);
        }),
      ),
    runs: {
      find: (tenant, id) => ask(() => runs.find(tenant, id)),
      search: (tenant, query, page) => ask(() => runSearch.search(tenant, query, page)),
      count: (tenant, query, max) => ask(() => runSearch.count(tenant, query, max)),
    },
    journals: {
      read: (tenant, run, after, limit) => ask(() => journals.read(tenant, run, after, limit)),
      follow: (tenant, after, limit, run) => ask(() => following.follow(tenant, after, limit, run)),
      end: () => ask(following.end),
      identity: () => ask(following.identity),
      snapshot: (tenant, run) => ask(() => journals.snapshot(tenant, run)),
    },
    items: {
      find: (tenant, id) => ask(() => items.find(tenant, id)),
      search: (tenant, query, page) => ask(() => itemSearch.search(tenant, query, page)),
      count: (tenant, query) => ask(() => itemSearch.count(tenant, query)),
    },
    agenda: {
      next: () => ask(agenda.next),
      dueRuns: (until, limit) => ask(() => agenda.dueRuns(until, limit)),
      endedLeases: (until, limit) => ask(() => agenda.endedLeases(until, limit)),
      underWay: (after, limit) => ask(() => agenda.underWay(after, limit)),
    },
    contents: {
      find: (tenant, kind, hash) => ask(() => contents.find(tenant, kind, hash)),
      put: (tenant, content, at) => ask(() => contents.put(tenant, content, at)),
      bytes: (tenant) => ask(() => contents.bytes(tenant)),
    },
    revisions: {
      add: (added) => ask(() => revisions.add(added)),
      list: (tenant, document, limit) => ask(() => revisions.list(tenant, document, limit)),
    },
    receipts: {
      find: (key, now) => ask(() => receipts.find(key, now)),
      newest: (now, limit, before) => ask(() => receipts.newest(now, limit, before)),
    },
    sessionNotes: {
      find: (tenant, subject, id) => ask(() => sessionNotes.find(tenant, subject, id)),
      put: (note) => ask(() => sessionNotes.put(note)),
    },
    apiKeys: {
      add: (key, entries) =>
        ask(() => {
          checkFile();
          return apiKeys.add(key, entries);
        }),
      find: (id) => ask(() => apiKeys.find(id)),
      findNamed: (tenant, name) => ask(() => apiKeys.findNamed(tenant, name)),
      makersOf: (tenant, name) => ask(() => apiKeys.makersOf(tenant, name)),
      list: (tenant, page) => ask(() => apiKeys.list(tenant, page)),
      revoke: (tenant, id, at, entries) => ask(() => apiKeys.revoke(tenant, id, at, entries)),
      noteUse: (id, at) => ask(() => apiKeys.noteUse(id, at)),
      exist: () => ask(apiKeys.exist),
    },
    audit: {
      append: (entries) =>
        ask(() => {
          checkFile();
          audit.append(entries);
        }),
      search: (tenant, query, page) => ask(() => audit.search(tenant, query, page)),
      forget: (before, limit) => ask(() => audit.forget(before, limit)),
    },
    subscriptions: {
      add: (subscription, written) =>
        ask(() => {
          checkFile();
          return subscriptions.add(subscription, written);
        }),
      find: (tenant, id) => ask(() => subscriptions.find(tenant, id)),
      search: (tenant, query, page) => ask(() => subscriptions.search(tenant, query, page)),
      count: (tenant, query) => ask(() => subscriptions.count(tenant, query)),
      renew: (tenant, id, expiresAt, written) =>
        ask(() => subscriptions.renew(tenant, id, expiresAt, written)),
      async remove(tenant, id, written) {
        if (!(await ask(() => subscriptions.remove(tenant, id, written)))) return false;
        while (await ask(() => outbox.removeWaiting(tenant, id))) await nextTurn();
        return true;
      },
    },
    outbox: {
      next: (after) => ask(() => outbox.next(after)),
      due: (until, limit, busy) => ask(() => outbox.due(until, limit, busy)),
      settle: (outcomes) => ask(() => outbox.settle(outcomes)),
      find: (tenant, id) => ask(() => outbox.find(tenant, id)),
      search: (tenant, query, page) => ask(() => searchMessages(tenant, query, page)),
      resend: (tenant, id, dueAt) => ask(() => outbox.resend(tenant, id, dueAt)),
      put: (message) => ask(() => outbox.put(message)),
      count: (tenant) => ask(() => outbox.count(tenant)),
    },
    claims: {
      claim: (tenant, run, instance, claimant) => ask(() => claims.claim(tenant, run, instance, claimant)),
      find: (tenant, run, instance) => ask(() => claims.find(tenant, run, instance)),
    },
    retention: {
      purge: (tenant, endedBefore, limit, entries = []) =>
        ask(() => retention.purge(tenant, endedBefore, limit, entries)),
      forget: (now, limit) => ask(() => retention.forget(now, limit)),
    },
    close: async () => {
      connection.close();
    },
  };
}
