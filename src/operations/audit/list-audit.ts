/** Lists changes and refusals of the caller's tenant, newest first [W2.4]. */

import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import {
  integer,
  listOf,
  namedObject,
  nextCursorField,
  objectOf,
  text,
  timestamp,
} from '../../languages/output-fields.ts';
import type { AuditEntry, AuditQuery } from '../../runtime/index.ts';
import { cursorField, limitField, timestampField } from '../contract/input-fields.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import { byCursor } from '../contract/rest-route.ts';
import type { Services } from '../contract/services.ts';
import { findErrorCode } from '../errors/error-table.ts';

const short = (what: string) => z.string().min(1).max(300).optional().describe(what);

const input = z.strictObject({
  subject: short('Only entries of this subject.'),
  operation: short('Only entries of this operation, such as “runs.start”.'),
  outcome: z.enum(['done', 'refused']).optional().describe('Only changes, or only refusals.'),
  code: short('Only refusals with this error code, in either spelling.'),
  target: short('Only entries about this run, work item, key or document.'),
  correlationId: short('Only entries of this request.'),
  from: timestampField('Only entries at or after this time.').optional(),
  before: timestampField('Only entries before this time.').optional(),
  limit: limitField(500, 50),
  cursor: cursorField,
});

export const auditView = namedObject('AuditEntry', 'A change or a refusal.', {
  id: text(),
  at: timestamp(),
  subject: text('Subject of the caller; empty if unknown.'),
  kind: z.enum(['person', 'agent', 'service', 'unknown']).describe('Kind of principal.'),
  operation: text('The operation; “*” for several.'),
  outcome: z.enum(['done', 'refused']).describe('Outcome.'),
  code: text('Error code; empty for a change.'),
  target: text('The target: a run, a work item, a key, or the path of a document; empty if unknown.'),
  correlationId: text('Correlation id of the request; empty if it had none.'),
  via: text(
    'How the request came, if not from the caller directly: “form of claude-code 2.1.0”; otherwise empty.',
  ),
  times: integer('Number of occurrences: repeated refusals are one entry.'),
});

export type AuditView = z.infer<typeof auditView>;

const output = objectOf({ entries: listOf(auditView), nextCursor: nextCursorField });

export type AuditList = z.infer<typeof output>;

/** Chunks of the audit log that one call reads. */
const maxPieces = 40;

export const listAudit: Operation<z.infer<typeof input>, AuditList> = {
  name: 'audit.list',
  scope: 'admin',
  writes: false,
  summary: 'Lists changes and refusals of all callers, newest first.',
  rest: { method: 'GET', path: '/v1/audit', tag: 'service', pagination: byCursor },
  verb: { name: 'audit' },
  input,
  output,
  async perform({ tenant }, { limit, cursor, ...filters }, services) {
    const query = queryOf(filters);
    await services.audit?.flush();
    let after = decodeCursor(query, cursor)?.id;
    const entries: AuditEntry[] = [];
    for (let pieces = 0; pieces < maxPieces; pieces++) {
      const found = await search(services, tenant, query, after, limit - entries.length);
      entries.push(...found.entries);
      if (found.next === null) return { entries: entries.map(view), nextCursor: null };
      after = found.next;
      if (entries.length === limit) break;
      // A long search yields to other requests.
      await setImmediate();
    }
    // Rare entries may be further back than one call reads.
    const nextCursor = after === undefined ? null : encodeCursor(query, { id: after, createdAt: 0 });
    return { entries: entries.map(view), nextCursor };
  },
};

type Filters = Omit<z.infer<typeof input>, 'limit' | 'cursor'>;

const queryOf = ({ from, before, code, ...others }: Filters): AuditQuery => ({
  ...presentFields(others),
  ...(code === undefined ? {} : { code: findErrorCode(code) ?? code }),
  ...(from === undefined ? {} : { from: Date.parse(from) }),
  ...(before === undefined ? {} : { before: Date.parse(before) }),
});

const search = (
  { store }: Services,
  tenant: string,
  query: AuditQuery,
  after: string | undefined,
  limit: number,
) => store.audit.search(tenant, query, { limit, ...(after === undefined ? {} : { after }) });

const view = ({ tenant: _, at, ...entry }: AuditEntry): AuditView => ({ ...entry, at: isoTime(at) });
