/** Many agents compete for the same items: each item has one worker at a time, and is completed once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Client, ClientError } from '../../src/client/index.ts';
import { type AgentsFixture, openAgentsFixture } from './agents-fixture.ts';
import { createExclusivityCheck } from './exclusivity-check.ts';

let fixture: AgentsFixture;

beforeEach(async () => {
  fixture = await openAgentsFixture();
});

afterEach(() => fixture.close());

const fifty = (name: string): readonly Client[] =>
  Array.from({ length: 50 }, (_, number) => fixture.clientOf(`${name}-${number}`));
const tenOf = (subject: string): readonly Client[] =>
  Array.from({ length: 10 }, () => fixture.clientOf(subject));

async function submit(count: number): Promise<readonly string[]> {
  const client = fixture.clientOf('submitter');
  const cases = await Promise.all(
    Array.from({ length: count }, (_, number) => client.submit('review', { number })),
  );
  return cases.map(({ case_id: id }) => id);
}

test('[F1.2] of fifty agents on the same list, with ten workers of one more, no two do the same work', async () => {
  const cases = await submit(40);
  const watch = createExclusivityCheck();
  const stop = new AbortController();
  const warnings: Error[] = [];
  const warn = (warning: Error): void => void warnings.push(warning);
  process.on('warning', warn);
  const crew = [...fifty('agent'), ...tenOf('crew')];
  const working = crew.map((client) =>
    client.work(
      watch.watch(async () => {
        await sleep(5);
        return { seen: 1, by: 'somebody' };
      }),
      { signal: stop.signal, idleMs: 200 },
    ),
  );
  const watcher = fixture.clientOf('watcher');
  await Promise.all(cases.map((id) => watcher.waitForCase(id))).finally(() => stop.abort());
  const done = await Promise.all(working);
  process.off('warning', warn);

  // One signal for all of them is no leak.
  expect(warnings).toEqual([]);
  const sum = (end: 'completed' | 'lost'): number => done.reduce((all, each) => all + each[end], 0);
  expect([sum('completed'), sum('lost')]).toEqual([40, 0]);
  expect(watch.clashes).toEqual([]);
  expect([...watch.counts.values()]).toEqual(cases.map(() => 1));
  const ledger = await fixture.ledger();
  expect(ledger.map(({ state, itemEvents }) => [state, itemEvents])).toEqual(
    cases.map(() => ['completed', ['itemHeld', 'itemCompleted']]),
  );
  // There was real competition: the work is spread over many.
  expect(done.filter(({ completed }) => completed > 0).length).toBeGreaterThan(5);
});

test.each([
  ['fifty agents', () => fifty('agent')],
  ['ten workers of one agent', () => tenOf('crew')],
])(
  '[F1.2] of %s that want one item at the same time one gets it, and the others receive its lease end',
  async (_, make) => {
    await submit(1);
    const clients = make();
    const [item] = (await fixture.clientOf('watcher').listWorkItems()).work_items;
    const id = item?.workitem_id ?? '';
    const outcomes = await Promise.all(
      clients.map((client) =>
        client.checkout(id, { leaseMs: 30_000 }).then(
          ({ lease_until: until }) => ({ until, code: 'got' }),
          (error: unknown) =>
            error instanceof ClientError ? { until: untilOf(error), code: error.error } : { error },
        ),
      ),
    );
    const got = outcomes.filter((outcome) => 'code' in outcome && outcome.code === 'got');
    expect(got).toHaveLength(1);
    const [winner] = got;
    const until = winner !== undefined && 'until' in winner ? winner.until : undefined;
    expect(until).toMatch(/^20\d\d-/);
    expect(outcomes.filter((outcome) => outcome !== winner)).toEqual(
      clients.slice(1).map(() => ({ until, code: 'work_item_held' })),
    );
  },
);

test('[F1.2] of fifty agents that complete one item at the same time one does, and the others learn that it is closed', async () => {
  const [id = ''] = await submit(1);
  const [item] = (await fixture.clientOf('watcher').listWorkItems()).work_items;
  const answers = await Promise.all(
    fifty('agent').map((client, number) =>
      client.complete(item?.workitem_id ?? '', { seen: number, by: 'me' }).then(
        () => 'completed',
        (error: unknown) => (error instanceof ClientError ? error.error : 'unknown'),
      ),
    ),
  );
  expect(answers.toSorted()).toEqual(['completed', ...Array.from({ length: 49 }, () => 'work_item_ended')]);
  const [entry] = await fixture.ledger();
  expect([entry?.run, entry?.itemEvents]).toEqual([id, ['itemCompleted']]);
});

const untilOf = ({ answer }: ClientError): unknown =>
  typeof answer['context'] === 'object' && answer['context'] !== null && 'lease_until' in answer['context']
    ? answer['context'].lease_until
    : undefined;
