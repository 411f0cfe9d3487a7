/** Who did what, and what was refused, newest first [W2.4]: of the tenant of whoever asks, and of no other. */
import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import type { AuditEntry, AuditQuery } from '../../runtime/index.ts';
import { cursorField, limitField, timestampField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import {
  integer,
  listOf,
  namedObject,
  nextCursorField,
  objectOf,
  text,
  timestamp,
} from '../contract/output-fields.ts';
import { decodeCursor, encodeCursor } from '../contract/page-cursor.ts';
import { presentFields } from '../contract/present-fields.ts';
import type { Services } from '../contract/services.ts';
import { findErrorCode } from '../errors/error-table.ts';
import { isoTime } from '../runs/run-summary.ts';

const short = (what: string) => z.string().min(1).max(300).optional().describe(what);

const input = z.strictObject({
  subject: short('Only what this subject did or was refused.'),
  operation: short('Only this operation, such as “runs.start”.'),
  outcome: z.enum(['done', 'refused']).optional().describe('Only what was done, or only what was refused.'),
  code: short('Only refusals with this code, also as answers spell it.'),
  target: short('Only what was about this run, work item, key or document.'),
  correlationId: short('Only what this request did.'),
  from: timestampField('Only what happened then or later.').optional(),
  before: timestampField('Only what happened earlier.').optional(),
  limit: limitField(500, 50),
  cursor: cursorField,
});

export const auditView = namedObject('AuditEntry', 'Something that somebody did, or was refused.', {
  id: text(),
  at: timestamp(),
  subject: text('Who it was; empty where nobody knows.'),
  kind: z.enum(['person', 'agent', 'service', 'unknown']).describe('What they are.'),
  operation: text('What they asked for; “*” stands for several.'),
  outcome: z.enum(['done', 'refused']).describe('What became of it.'),
  code: text('Code of the error; empty where it was done.'),
  target: text(
    'What it was about: a run, a work item, a key, the path of a document; empty where that is not known.',
  ),
  correlationId: text('Of the request; empty where it had none.'),
  times: integer('How often: the same refusal again and again is one entry.'),
});

export type AuditView = z.infer<typeof auditView>;

const output = objectOf({ entries: listOf(auditView), nextCursor: nextCursorField });

export type AuditList = z.infer<typeof output>;

/** Pieces of the audit that one call looks at. */
const maxPieces = 40;

export const listAudit: Operation<z.infer<typeof input>, AuditList> = {
  name: 'audit.list',
  scope: 'admin',
  writes: false,
  summary: 'Lists who did what and what was refused, newest first.',
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
      // A long search leaves the others their turn.
      await setImmediate();
    }
    // What is rare may be further back than one call looks.
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
