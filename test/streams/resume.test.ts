/** Connections that are cut anywhere, and restarted servers: no event is missed, and none comes twice. */
import { afterEach, expect, test } from 'vitest';
import type { ItemList, RunList } from '../../src/operations/index.ts';
import { createRandom } from '../../src/testing/index.ts';
import type { HeardEvent } from '../server/event-client.ts';
import { ann, answerRun, type BoxServer, openBoxServer } from './box-server.ts';

let box: BoxServer | undefined;

afterEach(async () => {
  await box?.close();
  box = undefined;
});

interface Entry {
  readonly run: string;
  readonly seq: number;
}

interface Item {
  readonly item: string;
}

const path = '/v1/events';
const seeds = [20_261_115, 7, 42];

for (const seed of seeds) {
  test(`[W5.1] a client that is cut off anywhere and reconnects misses nothing and gets nothing twice (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const place = await openBoxServer();
    box = place;
    const heard: HeardEvent[] = [];
    const waiting: string[] = [];
    const first = await place.follow(path);
    await first.until(() => first.lastEventId !== '');
    let { lastEventId } = first;
    first.hangUp();

    /** Until the final state is known, or the connection is cut. */
    const listen = async (hangUpAfter: number): Promise<void> => {
      const runs = await runsOf(place);
      const client = await place.follow(path, { lastEventId, hangUpAfter });
      expect(client.status).toBe(200);
      await client.until(() => {
        const told = lastOf<Entry>([...heard, ...client.events], 'run', 'run');
        return runs.every(({ run, seq }) => told.get(run)?.seq === seq);
      });
      client.hangUp();
      heard.push(...client.events);
      lastEventId = client.lastEventId;
    };

    for (let round = 0; round < 12; round++) {
      for (let count = random.int(4); count > 0; count--) {
        const workflow = random.pick(['tell', 'ask']);
        const { run } = await place.call<Entry>(ann, 'runs.start', { workflow, waitMs: 20_000 });
        if (workflow === 'ask') waiting.push(run);
      }
      if (random.chance(0.5)) {
        const [run] = waiting.splice(random.int(waiting.length + 1), 1);
        if (run !== undefined) await answerRun(place, run);
      }
      if (random.chance(0.2)) await place.restart();
      for (let cuts = random.int(4); cuts > 0; cuts--) await listen(random.between(20, 3_000));
    }
    await listen(Number.POSITIVE_INFINITY);

    const ids = heard.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    const runs = await runsOf(place);
    expect(runs.length).toBeGreaterThan(5);
    const journals = heard.filter(({ event }) => event === 'journal').map(({ data }) => data as Entry);
    for (const { run, seq } of runs) {
      const own = journals.filter((entry) => entry.run === run).map((entry) => entry.seq);
      expect([run, own]).toEqual([run, Array.from({ length: seq }, (_, at) => at + 1)]);
    }
    // The last event of each gives the final state.
    expect(lastOf(heard, 'run', 'run')).toEqual(new Map(runs.map((each) => [each.run, each])));
    const { items } = await place.call<ItemList>(ann, 'items.list', { limit: 200 });
    expect(items.length).toBeGreaterThan(0);
    const told = lastOf<Item>(heard, 'item', 'item');
    expect(items.map(({ item }) => told.get(item))).toEqual(items);
  });
}

/** The last event of each. */
function lastOf<Value>(events: readonly HeardEvent[], kind: string, id: string): ReadonlyMap<string, Value> {
  const own = events.filter(({ event }) => event === kind).map(({ data }) => data as Record<string, string>);
  return new Map(own.map((data) => [data[id] ?? '', data as Value]));
}

async function runsOf({ call }: BoxServer): Promise<RunList['runs']> {
  return (await call<RunList>(ann, 'runs.list', { limit: 200 })).runs;
}
