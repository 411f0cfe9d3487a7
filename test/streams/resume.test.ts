/** Connections that are cut anywhere, and servers that are started anew: nothing is missed, and nothing comes twice. */
import { afterEach, expect, test } from 'vitest';
import type { RunList } from '../../src/operations/index.ts';
import type { HeardEvent } from '../../src/server/streams/event-client.ts';
import { createRandom } from '../../src/testing/index.ts';
import { ann, answerRun, type BoxServer, openBoxServer } from './box-server.ts';

let box: BoxServer | undefined;

afterEach(() => box?.close());

interface Entry {
  readonly run: string;
  readonly seq: number;
}

const path = '/v1/events';
const seeds = [20_261_115, 7, 42];

for (const seed of seeds) {
  test(`[W5.1] whoever is cut off anywhere and comes back misses nothing and hears nothing twice (seed ${seed})`, async () => {
    const random = createRandom(seed);
    const place = await openBoxServer();
    box = place;
    const heard: HeardEvent[] = [];
    const waiting: string[] = [];
    const first = await place.follow(path);
    await first.until(() => first.lastEventId !== '');
    let { lastEventId } = first;
    first.hangUp();

    /** Until all is heard, or it is cut. */
    const listen = async (hangUpAfter: number): Promise<void> => {
      const expected = await rowsOf(place);
      const client = await place.follow(path, { lastEventId, hangUpAfter });
      expect(client.status).toBe(200);
      const isAll = (): boolean => entriesOf([...heard, ...client.events]).length >= expected;
      await client.until(isAll);
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
    const { runs } = await place.call<RunList>(ann, 'runs.list', { limit: 200 });
    expect(runs.length).toBeGreaterThan(5);
    for (const { run, seq } of runs) {
      const own = entriesOf(heard).filter((entry) => entry.run === run);
      expect([run, own.map((entry) => entry.seq)]).toEqual([
        run,
        Array.from({ length: seq }, (_, at) => at + 1),
      ]);
    }
  });
}

function entriesOf(events: readonly HeardEvent[]): readonly Entry[] {
  return events.filter(({ event }) => event === 'journal').map(({ data }) => data as Entry);
}

async function rowsOf({ call }: BoxServer): Promise<number> {
  const { runs } = await call<RunList>(ann, 'runs.list', { limit: 200 });
  return runs.reduce((sum, { seq }) => sum + seq, 0);
}
