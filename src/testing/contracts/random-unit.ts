/** Random units of a few runs, tenants and times, so that collisions are frequent. */
import {
  type Announcement,
  type AuditEntry,
  caseEvents,
  type ItemState,
  type RunRecord,
  type Unit,
  type WorkItem,
} from '../../runtime/ports/index.ts';
import type { Random } from '../stand-ins/seeded-random.ts';
import {
  contentOf,
  sampleAnnouncement,
  sampleAuditEntry,
  sampleItem,
  sampleReceipt,
  sampleSnapshot,
  sampleUnit,
} from './store-samples.ts';

export const tenants = ['acme', 'other'] as const;
export const statuses = ['created', 'running', 'completed', 'failed', 'cancelled'] as const;
export const workflows = ['pay', 'ship'] as const;
export const people = ['ada', 'bob', ''] as const;
export const states: readonly ItemState[] = [
  'offered',
  'held',
  'completed',
  'failed',
  'skipped',
  'withdrawn',
];
export const hashes = ['1', '2', '3'] as const;
export const times = 12;

export const reasons = ['work', 'doubt', 'approval'] as const;
export const receiptKeys = ['k1', 'k2', 'k3', 'k4', 'k5', 'k6', 'k7', 'k8'] as const;
export const sessionIds = ['s1', 's2', 's3'] as const;
export const keyIds = ['k1', 'k2', 'k3', 'k4', 'k5'] as const;
export const marks = ['1', '2', '3'] as const;

export const randomId = (random: Random): string => `${random.pick(['r', 'rr', 's'])}${random.int(5)}`;

export function randomUnit(random: Random, tenant: string): Unit {
  const id = randomId(random);
  const expected = random.weighted([
    [3, 0],
    [3, 1],
    [2, 2],
    [1, 3],
  ] as const);
  const seq = expected + random.between(expected === 0 ? 1 : 0, 1);
  const run = randomRun(random, tenant, id, seq);
  const some = <Thing>(chance: number, make: () => Thing): readonly Thing[] =>
    random.chance(chance) ? [make()] : [];
  return sampleUnit(run, {
    expected,
    snapshot: random.chance(0.3) ? sampleSnapshot(seq) : null,
    items: some(0.5, () => randomItem(random, tenant, id)),
    contents: some(0.5, () =>
      contentOf(random.pick(['program', 'payload', 'definition']), random.pick(hashes)),
    ),
    receipts: some(0.3, () =>
      sampleReceipt({
        tenant,
        key: random.pick(receiptKeys),
        run: id,
        seq: seq,
        at: random.int(times),
        expiresAt: random.int(times * 2),
      }),
    ),
    announcements: some(0.6, () => randomAnnouncement(random)),
    audit: some(0.5, () => randomAuditEntry(random, tenant)),
  });
}

const randomAnnouncement = (random: Random): Announcement => {
  const body = random.pick(hashes);
  return sampleAnnouncement({
    event: random.pick(caseEvents),
    mark: random.pick(marks),
    at: random.int(times),
    body: () => body,
  });
};

export const randomAuditEntry = (random: Random, tenant: string): AuditEntry =>
  sampleAuditEntry({
    tenant,
    id: String(random.int(30)),
    at: random.int(times),
    subject: random.pick(people),
    outcome: random.pick(['done', 'refused'] as const),
    target: randomId(random),
    times: random.between(1, 9),
  });

function randomRun(random: Random, tenant: string, id: string, seq: number): Partial<RunRecord> {
  const status = random.pick(statuses);
  const hasEnded = status !== 'created' && status !== 'running';
  return {
    tenant,
    id,
    seq,
    status,
    workflow: random.pick(workflows),
    startedBy: random.pick(people),
    suspended: random.chance(0.2),
    createdAt: random.int(times),
    updatedAt: random.int(times),
    endedAt: hasEnded ? random.int(times) : null,
    program: contentOf('program', random.pick(hashes)).hash,
    revision: contentOf('definition', random.pick(hashes)).hash,
    origin: random.chance(0.3)
      ? { kind: random.pick(['fork', 'import'] as const), run: randomId(random), at: 1 }
      : null,
    due: random.chance(0.4) ? random.int(times) : null,
    calls: random.int(2),
    items: random.int(2),
    approvals: random.chance(0.2) ? 1 : 0,
    failure: status === 'failed' ? random.pick(['timeout', 'deadlocked']) : null,
  };
}

const randomItem = (random: Random, tenant: string, run: string): WorkItem => {
  const state = random.pick(states);
  return sampleItem({
    tenant,
    run,
    id: `i${random.int(20)}`,
    workflow: random.pick(workflows),
    reason: random.pick(reasons),
    state,
    holder: random.pick(people),
    group: random.pick([0, 7]),
    lease: random.chance(0.5) ? random.int(times) : null,
    createdAt: random.int(times),
  });
};
