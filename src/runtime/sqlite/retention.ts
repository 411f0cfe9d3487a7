/**
 * Removes ended runs with all their data. Receipts stay until they expire: a repeated request must not start a run
 * again.
 */
import type { AuditEntry } from '../ports/audit.ts';
import { givenUpRetention } from '../ports/outbox.ts';
import type { prepareAudit } from './audit.ts';
import type { prepareClaims } from './claims.ts';
import type { Connection } from './connection.ts';
import type { prepareContents } from './contents.ts';
import type { prepareFollowing } from './follow-journals.ts';
import type { prepareJournals } from './journals.ts';
import type { prepareOutbox } from './outbox.ts';
import type { prepareReceipts } from './receipts.ts';
import type { prepareRuns } from './runs.ts';
import type { prepareSessionNotes } from './session-notes.ts';
import type { prepareSubscriptions } from './subscriptions.ts';
import type { prepareItems } from './work-items.ts';

interface RetentionTables {
  readonly runs: ReturnType<typeof prepareRuns>;
  readonly audit: ReturnType<typeof prepareAudit>;
  readonly following: ReturnType<typeof prepareFollowing>;
  readonly journals: ReturnType<typeof prepareJournals>;
  readonly items: ReturnType<typeof prepareItems>;
  readonly contents: ReturnType<typeof prepareContents>;
  readonly outbox: ReturnType<typeof prepareOutbox>;
  readonly subscriptions: ReturnType<typeof prepareSubscriptions>;
  readonly claims: ReturnType<typeof prepareClaims>;
  readonly receipts: ReturnType<typeof prepareReceipts>;
  readonly sessionNotes: ReturnType<typeof prepareSessionNotes>;
}

interface EndedRun {
  readonly id: string;
  readonly revision: string;
  readonly program: string;
  readonly family: string;
}

export function prepareRetention(connection: Connection, of: RetentionTables) {
  const selectEnded = connection.prepare<[string, number, number], EndedRun>(
    `SELECT id, revision, program, coalesce(family, id) AS family FROM runs INDEXED BY runs_ended
     WHERE tenant = ? AND ended_at < ? AND status IN ('completed', 'failed', 'cancelled')
     ORDER BY ended_at, id LIMIT ?`,
  );
  const deleteRun = connection.prepare<[string, string]>('DELETE FROM runs WHERE tenant = ? AND id = ?');

  const purge = connection.transaction(
    (tenant: string, endedBefore: number, limit: number, audit: readonly AuditEntry[]): number => {
      const top = of.following.top();
      const ended = selectEnded.all(tenant, endedBefore, limit);
      for (const { id, revision, program } of ended) {
        of.following.leave(tenant, id);
        of.journals.remove(tenant, id);
        of.items.remove(tenant, id);
        of.outbox.removeGivenUp(tenant, id);
        of.subscriptions.removeOf(tenant, id);
        of.contents.release(tenant, id);
        of.contents.unpin(tenant, 'program', program);
        of.contents.unpin(tenant, 'definition', revision);
        deleteRun.run(tenant, id);
      }
      if (ended.length > 0) audit.forEach(of.audit.write);
      of.following.keepNumber(top);
      for (const family of new Set(ended.map((run) => run.family))) of.claims.removeOf(tenant, family);
      return ended.length;
    },
  ).immediate;

  return {
    purge(tenant: string, endedBefore: number, limit: number, audit: readonly AuditEntry[]): number {
      const purged = purge(tenant, endedBefore, limit, audit);
      of.runs.forgetAll();
      return purged;
    },
    forget: connection.transaction((now: number, limit: number): number => {
      let gone = of.receipts.forget(now, limit);
      gone += of.sessionNotes.forget(now, limit - gone);
      gone += of.outbox.forget(now - givenUpRetention, limit - gone);
      return gone + of.subscriptions.forget(now, limit - gone);
    }).immediate,
  };
}
