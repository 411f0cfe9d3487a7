/** docs/streams.md is accurate. */
import { readFileSync } from 'node:fs';
import { afterEach, expect, test } from 'vitest';
import { httpLimits } from '../../src/server/http/contract/http-limits.ts';
import { streamRoutes } from '../../src/server/streams/stream-request.ts';
import { ann, answerRun, type BoxServer, openBoxServer } from './box-server.ts';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const page = read('docs/streams.md');
const blocks = (language: string): readonly string[] =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'gms'))].map(([, block = '']) => block);

type Follow = (address: string, token: string, tell: (event: string, data: unknown) => void) => Promise<void>;

// It is plain JavaScript, for browsers.
const example: { readonly follow: Follow } = await import(
  new URL('../../examples/follow-events.mjs', import.meta.url).href
);

let box: BoxServer | undefined;

afterEach(async () => {
  await box?.close();
  box = undefined;
});

async function open(): Promise<BoxServer> {
  box = await openBoxServer({ files: { 'hello.yaml': read('examples/hello/hello.yaml') } });
  return box;
}

const startHello = ({ call }: BoxServer): Promise<{ readonly run: string }> =>
  call(ann, 'runs.start', { workflow: 'hello', waitMs: 20_000 });

test('[A8][W5.1] the stream of a run is as shown on the streams page', async () => {
  const place = await open();
  const { run } = await startHello(place);
  const client = await place.follow(`/v1/runs/${run}/events`);
  await client.until(() => client.events.some(({ event }) => event === 'run'));
  await answerRun(place, run);
  await client.ended;
  const [shown = ''] = blocks('events');
  const parts = shown.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  expect(client.body).toMatch(new RegExp(`^${parts.join('.*')}$`, 's'));
});

test('[A8][W5.1] the example of the page follows a run to its end, also across a restart of the server', async () => {
  expect(blocks('js')[0]).toBe(read('examples/follow-events.mjs'));
  const place = await open();
  const { run } = await startHello(place);
  const told: (readonly [string, unknown])[] = [];
  const over = example.follow(`${place.url}/v1/runs/${run}/events?types=journal`, 'ann', (event, data) => {
    told.push([event, data]);
  });
  await expect.poll(() => told.length).toBeGreaterThan(0);
  await place.restart();
  await answerRun(place, run);
  await over;
  const { seq } = await place.call<{ readonly seq: number }>(ann, 'runs.get', { run });
  const journal = told.filter(([event]) => event === 'journal');
  expect(journal.map(([, data]) => (data as { readonly seq: number }).seq)).toEqual(
    Array.from({ length: seq }, (_, at) => at + 1),
  );
  await expect(example.follow(`${place.url}/v1/events`, 'nobody', () => {})).rejects.toThrow(
    'unauthenticated',
  );
});

test('[A8] routes, fields and times on the streams page are those of the code', () => {
  const rows = [...page.matchAll(/^\| `GET (\S+)` \|.*\| ([^|]*) \|$/gm)].map(
    ([, path = '', fields = '']) => [path, [...fields.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)],
  );
  expect(rows).toEqual(
    Object.values(streamRoutes).map(({ path, fields }) => [path, Object.keys(fields.shape)]),
  );
  expect(page).toContain(`disconnected after ${httpLimits.drainTimeout / 1_000} seconds`);
});
