/** Complete sample records for stores; a case overrides only the fields that matter to it. */
import { createHash } from 'node:crypto';
import type { Note, RunEvent, RunState } from '../../kernel/index.ts';
import type {
  Announcement,
  ApiKey,
  AuditEntry,
  Busy,
  Content,
  ContentKind,
  JournalEntry,
  Message,
  Receipt,
  ReceiptsAndAudit,
  RunRecord,
  SessionNote,
  Snapshot,
  Subscription,
  Unit,
  WorkItem,
} from '../../runtime/ports/index.ts';
import { auditMark, messageId } from '../../runtime/ports/index.ts';

export const sampleRun = (some: Partial<RunRecord> = {}): RunRecord => ({
  tenant: 'acme',
  id: 'run-1',
  language: 'graph',
  workflow: 'book_trip',
  version: '1',
  revision: contentOf('definition', 'workflows: {}').hash,
  program: contentOf('program', '{}').hash,
  status: 'running',
  suspended: false,
  seq: 1,
  createdAt: 1_000,
  updatedAt: 1_000,
  endedAt: null,
  startedBy: 'ada',
  origin: null,
  due: null,
  calls: 0,
  items: 0,
  approvals: 0,
  parked: false,
  failure: null,
  ...some,
});

export const contentOf = (kind: ContentKind, text: string): Content => ({
  kind,
  text,
  hash: createHash('sha256').update(text).digest('hex'),
});

export const sampleEntry = (seq: number): JournalEntry => ({
  seq,
  event: eventOf(seq),
  notes: [{ kind: 'completed', frame: 1, task: `t${seq}`, instance: seq }],
});

const eventOf = (seq: number): RunEvent =>
  seq === 1
    ? { kind: 'started', at: 1_000, seed: 7, input: { city: { value: 'Oslo' } } }
    : { kind: 'callSucceeded', at: 1_000 + seq, instance: seq, attempt: 1, output: { value: { n: seq } } };

export const sampleSnapshot = (seq: number): Snapshot => ({ seq, state: stateAt(seq) });

const stateAt = (at: number): RunState => ({
  semantics: 1,
  status: 'running',
  suspended: false,
  at,
  seed: 7,
  draws: 0,
  next: 2,
  frames: [],
  instances: [],
  signals: [],
  bindings: {},
  output: { value: null },
  failure: null,
});

export const sampleItem = (some: Partial<WorkItem> = {}): WorkItem => ({
  tenant: 'acme',
  id: 'run-1.3',
  run: 'run-1',
  workflow: 'book_trip',
  instance: 3,
  net: 'main',
  task: 'approve',
  reason: 'work',
  item: { title: 'Approve the trip?', form: { type: 'object' } },
  input: { record: { total: { value: 120.5 }, offer: { blob: { hash: 'f00d', size: 99 } } } },
  whom: { value: null },
  index: -1,
  ordinal: 2,
  lineage: [],
  group: 0,
  state: 'offered',
  ending: '',
  paused: false,
  holder: '',
  lease: null,
  token: '',
  declinedBy: [],
  createdAt: 1_000,
  updatedAt: 1_000,
  ...some,
});

export const sampleReceipt = (some: Partial<Receipt> = {}): Receipt => ({
  tenant: 'acme',
  subject: 'ada',
  operation: 'runs.start',
  key: 'k-1',
  input: 'hash-of-input',
  run: 'run-1',
  seq: 1,
  outcome: 'running',
  at: 1_000,
  expiresAt: 9_000,
  ...some,
});

export const sampleSessionNote = (some: Partial<SessionNote> = {}): SessionNote => ({
  tenant: 'acme',
  subject: 'ada',
  id: 'session-1',
  watched: [],
  ended: false,
  at: 1_000,
  expiresAt: 9_000,
  ...some,
});

export const sampleApiKey = (some: Partial<ApiKey> = {}): ApiKey => ({
  tenant: 'acme',
  id: 'AbCdEfGh0123',
  name: 'reports',
  hash: 'f'.repeat(64),
  scopes: ['workflows:query'],
  roles: [],
  kind: 'service',
  createdAt: 1_000,
  createdBy: 'ada',
  expiresAt: null,
  revokedAt: null,
  usedAt: null,
  ...some,
});

/** Its id starts with its time, and ends with the given part. */
export const sampleAuditEntry = (some: Partial<AuditEntry> = {}): AuditEntry => {
  const { at = 1_000, id = '1' } = some;
  return {
    tenant: 'acme',
    at,
    subject: 'ada',
    kind: 'person',
    operation: 'runs.start',
    outcome: 'done',
    code: '',
    target: 'run-1',
    correlationId: 'c-1',
    via: '',
    times: 1,
    ...some,
    id: `${auditMark(at)}-${id}`,
  };
};

export const sampleSubscription = (some: Partial<Subscription> = {}): Subscription => ({
  tenant: 'acme',
  id: 'sub-1',
  subject: 'ada',
  run: 'run-1',
  workflow: 'book_trip',
  events: ['case_completed'],
  url: 'https://example.com/hook',
  secret: 'sealed',
  createdAt: 1_000,
  expiresAt: 9_000,
  ...some,
});

export const sampleAnnouncement = (some: Partial<Announcement> = {}): Announcement => ({
  event: 'case_completed',
  mark: '1',
  body: () => '{"kind":"completed"}',
  at: 1_000,
  ...some,
});

/** As the store creates it from both. */
export const sampleMessage = (some: Partial<Message> = {}): Message => ({
  tenant: 'acme',
  id: messageId('sub-1', 'run-1', '1'),
  run: 'run-1',
  event: 'case_completed',
  target: 'sub-1',
  place: 'example.com#6fc2d051',
  body: '{"kind":"completed"}',
  createdAt: 1_000,
  dueAt: 1_000,
  attempts: 0,
  failure: '',
  givenUpAt: null,
  ...some,
});

export const noReceiptsOrAudit: ReceiptsAndAudit = { audit: [], receipts: [] };

export const notBusy: Busy = { messages: [], places: [], hosts: [], tenants: [] };

/** Entries from the expected length up to the `seq` of the row; nothing else by default. */
export function sampleUnit(some: Partial<RunRecord> = {}, more: Partial<Omit<Unit, 'run'>> = {}): Unit {
  const run = sampleRun(some);
  const expected = more.expected ?? 0;
  return {
    run,
    expected,
    entries: Array.from({ length: run.seq - expected }, (_, at) => sampleEntry(expected + at + 1)),
    snapshot: null,
    items: [],
    contents: [],
    receipts: [],
    announcements: [],
    audit: [],
    ...more,
  };
}

/** Valid JSON that is easily corrupted. */
export const oddNotes: readonly Note[] = [
  { kind: 'leftover', frame: 1, place: 'null\u0000 \u2028 “ü” 🚂 \ud800 alone', count: 2 ** 53 - 1 },
  { kind: 'leftover', frame: 2, place: "'; DROP TABLE runs; --", count: 0.1 + 0.2 },
];
