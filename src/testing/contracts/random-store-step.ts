/** Random steps and queries on a store. */
import {
  type AuditQuery,
  type ItemQuery,
  type RunQuery,
  type Store,
  startOfJournals,
} from '../../runtime/ports/index.ts';
import type { Random } from '../stand-ins/seeded-random.ts';
import { messageChoices, subscriptionChoices } from './random-message-step.ts';
import {
  hashes,
  keyIds,
  people,
  randomAuditEntry,
  randomId,
  randomUnit,
  reasons,
  sessionIds,
  states,
  statuses,
  tenants,
  times,
  workflows,
} from './random-unit.ts';
import { contentOf, sampleApiKey, sampleSessionNote } from './store-samples.ts';
import type { Choice, StoreStep } from './store-step.ts';

export function randomStoreStep(random: Random): StoreStep {
  const tenant = random.pick(tenants);
  const time = random.int(times);
  const limit = random.between(1, 6);
  const kinds = ['definition', 'program', 'payload'] as const;
  const choices: readonly Choice[] = [
    [10, () => commitStep(random, tenant)],
    [
      3,
      () => {
        const query = randomQuery(random);
        const page = random.chance(0.5) ? { before: randomId(random), limit } : { limit };
        return { what: 'search', act: (store) => store.runs.search(tenant, query, page) };
      },
    ],
    [
      1,
      () => {
        const query = randomQuery(random);
        return { what: 'count', act: (store) => store.runs.count(tenant, query) };
      },
    ],
    [
      2,
      () => {
        const query = randomItemQuery(random);
        const page = random.chance(0.5) ? { after: `i${random.int(20)}`, limit } : { limit };
        return { what: 'items', act: (store) => store.items.search(tenant, query, page) };
      },
    ],
    [
      1,
      () => {
        const query = randomItemQuery(random);
        return { what: 'count of items', act: (store) => store.items.count(tenant, query) };
      },
    ],
    [1, () => ({ what: 'next', act: (store) => store.agenda.next() })],
    [1, () => ({ what: 'due', act: (store) => store.agenda.dueRuns(time, limit) })],
    [1, () => ({ what: 'leases', act: (store) => store.agenda.endedLeases(time, limit) })],
    [1, () => simple('under way', random, (store, id) => store.agenda.underWay(id, limit))],
    [1, () => ({ what: 'purge', act: (store) => store.retention.purge(tenant, time, limit) })],
    [0.5, () => ({ what: 'forget', act: (store) => store.retention.forget(time, 100) })],
    ...messageChoices(random, tenant, time, limit),
    ...subscriptionChoices(random, tenant, time, limit),
    [
      1,
      () => {
        const [run, claimant, instance] = [randomId(random), randomId(random), random.int(3)];
        return { what: 'claim', act: (store) => store.claims.claim(tenant, run, instance, claimant) };
      },
    ],
    [
      1,
      () => {
        const note = sampleSessionNote({
          tenant,
          subject: random.pick(people),
          id: random.pick(sessionIds),
          watched: random.shuffle(hashes).slice(0, random.int(4)),
          ended: random.chance(0.2),
          at: time,
          expiresAt: random.int(times),
        });
        return { what: 'note', act: (store) => store.sessionNotes.put(note) };
      },
    ],
    [
      1,
      () => {
        const content = contentOf(random.pick(kinds), random.pick(hashes));
        return { what: 'put', act: (store) => store.contents.put(tenant, content, time) };
      },
    ],
    [
      0.5,
      () => {
        const { hash } = contentOf('definition', random.pick(hashes));
        const revision = { document: random.pick(['a', 'b']), hash, at: time, by: random.pick(people) };
        return { what: 'revision', act: (store) => store.revisions.add([{ tenant, ...revision }]) };
      },
    ],
    ...auditChoices(random, tenant, time, limit),
    ...keyChoices(random, tenant, time, limit),
    [
      2,
      () => {
        const place = { row: random.int(60), mark: startOfJournals.mark };
        const run = random.chance(0.5) ? randomId(random) : undefined;
        return { what: 'follow', act: (store) => store.journals.follow(tenant, place, limit, run) };
      },
    ],
    [1, () => ({ what: 'bytes', act: (store) => store.contents.bytes(tenant) })],
  ];
  return random.weighted(choices)();
}

function auditChoices(random: Random, tenant: string, time: number, limit: number): readonly Choice[] {
  return [
    [
      1,
      () => {
        const entries = Array.from({ length: limit }, () => randomAuditEntry(random, tenant));
        return { what: 'entries', act: (store) => store.audit.append(entries) };
      },
    ],
    [
      2,
      () => {
        const query = randomAuditQuery(random);
        const after = random.chance(0.3) ? { after: randomAuditEntry(random, tenant).id } : {};
        return { what: 'audit', act: (store) => store.audit.search(tenant, query, { limit, ...after }) };
      },
    ],
    [0.3, () => ({ what: 'old entries', act: (store) => store.audit.forget(time, limit) })],
  ];
}

const randomAuditQuery = (random: Random): AuditQuery => ({
  ...(random.chance(0.3) ? { subject: random.pick(people) } : {}),
  ...(random.chance(0.3) ? { outcome: random.pick(['done', 'refused'] as const) } : {}),
  ...(random.chance(0.3) ? { target: randomId(random) } : {}),
  ...(random.chance(0.3) ? { from: random.int(times) } : {}),
  ...(random.chance(0.3) ? { before: random.int(times) } : {}),
});

function keyChoices(random: Random, tenant: string, time: number, limit: number): readonly Choice[] {
  const id = random.pick(keyIds);
  const name = random.pick(['n1', 'n2']);
  return [
    [
      1,
      () => {
        const expiresAt = random.chance(0.5) ? random.int(times) : null;
        const createdBy = random.pick(['ann', 'bob', 'eve']);
        const key = sampleApiKey({ tenant, id, name, createdAt: time, createdBy, expiresAt });
        return { what: 'key', act: (store) => store.apiKeys.add(key, []) };
      },
    ],
    [0.5, () => ({ what: 'revoke', act: (store) => store.apiKeys.revoke(tenant, id, time, []) })],
    [0.5, () => ({ what: 'use', act: (store) => store.apiKeys.noteUse(id, time) })],
    [0.5, () => ({ what: 'key by id', act: (store) => store.apiKeys.find(id) })],
    [0.5, () => ({ what: 'named key', act: (store) => store.apiKeys.findNamed(tenant, name) })],
    [0.5, () => ({ what: 'makers', act: (store) => store.apiKeys.makersOf(tenant, name) })],
    [
      0.5,
      () => {
        const page = random.chance(0.5) ? { after: random.pick(keyIds), limit } : { limit };
        return { what: 'keys', act: (store) => store.apiKeys.list(tenant, page) };
      },
    ],
  ];
}

const simple = (
  what: string,
  random: Random,
  act: (store: Store, id: string) => Promise<unknown>,
): StoreStep => {
  const id = randomId(random);
  return { what, act: (store) => act(store, id) };
};

/** Units are made without knowledge of the journal length, so that many of them conflict. */
function commitStep(random: Random, tenant: string): StoreStep {
  const units = Array.from({ length: random.between(1, 4) }, () => randomUnit(random, tenant));
  return { what: 'commit', act: (store) => store.commit(units) };
}

function randomQuery(random: Random): RunQuery {
  const chance = 0.2;
  return {
    ...(random.chance(chance) ? { workflow: random.pick(workflows) } : {}),
    ...(random.chance(chance) ? { statuses: random.shuffle(statuses).slice(0, random.int(4)) } : {}),
    ...(random.chance(chance) ? { suspended: random.chance(0.5) } : {}),
    ...(random.chance(chance) ? { waiting: random.chance(0.5) } : {}),
    ...(random.chance(chance) ? { startedBy: random.pick(people) } : {}),
    ...(random.chance(chance) ? { createdFrom: random.int(times) } : {}),
    ...(random.chance(chance) ? { createdBefore: random.int(times) } : {}),
    ...(random.chance(chance) ? { endedBefore: random.int(times) } : {}),
    ...(random.chance(chance) ? { failure: random.pick(['timeout', 'deadlocked']) } : {}),
    ...(random.chance(chance) ? { forkOf: randomId(random) } : {}),
    ...(random.chance(chance) ? { prefix: random.pick(['', 'r', 'rr', 's1']) } : {}),
  };
}

const randomItemQuery = (random: Random): ItemQuery => ({
  ...(random.chance(0.2) ? { run: randomId(random) } : {}),
  ...(random.chance(0.3) ? { workflow: random.pick(workflows) } : {}),
  ...(random.chance(0.3) ? { states: random.shuffle(states).slice(0, random.int(4)) } : {}),
  ...(random.chance(0.3) ? { holder: random.pick(people) } : {}),
  ...(random.chance(0.3) ? { reason: random.pick(reasons) } : {}),
  ...(random.chance(0.2) ? { group: random.pick([0, 7]) } : {}),
});
