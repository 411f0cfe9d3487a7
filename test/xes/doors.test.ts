/** The event log and the XES log, asked for over HTTP: by the owner of a data folder, and by a server beside it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLab, openRestLab, type RestLab } from '../rest/rest-lab.ts';
import { endedRun, shop, waitingRun } from '../rest/stories.ts';
import { mistakesOf, readTraces } from './xes-lab.ts';

let lab: RestLab;
let beside: RestLab;
const runs: string[] = [];

beforeAll(async () => {
  lab = await openRestLab({ 'shop.yaml': shop });
  beside = await openLab(lab.folder);
  for (let count = 0; count < 3; count++) runs.push(await endedRun(lab));
  await waitingRun(lab);
});
afterAll(async () => {
  await beside.close();
  await lab.close();
});

test('[F5.2] a log comes whole, as XML, from the owner and from a server that is only attached', async () => {
  const answers = [
    await lab.ask('GET /v1/workflows/greet/xes'),
    await beside.ask('GET /v1/workflows/greet/xes'),
  ];
  const [own, other] = answers.map(({ body }) => String(body));
  expect(own).toBe(other);
  expect(await mistakesOf(own ?? '')).toEqual([]);
  expect(readTraces(own ?? '').map(({ name }) => name)).toEqual(runs);
  for (const { headers } of answers) {
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  await expect.poll(() => lab.log.filter((line) => line.includes('events.xes')).length).toBe(1);
});

test('[F5.2] what is asked wrongly is refused before anything is written, and the document is not for a part of it', async () => {
  const part = await lab.ask('GET /v1/workflows/greet/xes?cursor=abc');
  expect([part.status, part.textAt('violations.0.rule')]).toEqual([400, 'unknown-parameter']);
  const moment = await lab.ask('GET /v1/workflows/greet/xes?from=yesterday');
  expect([moment.status, moment.textAt('violations.0.path')]).toEqual([400, 'from']);
  expect((await fetch(`${lab.url}/v1/workflows/greet/xes`, { method: 'HEAD' })).status).toBe(405);
});

test('[F5.1] the event log is a list like others, narrowed by its query', async () => {
  const first = await lab.ask('GET /v1/log?workflow=greet&kinds=case_started,case_completed&limit=2');
  expect(first.body).toMatchObject({
    events: [
      { run: runs[0], event: 'case_started', by: 'ann' },
      { run: runs[0], event: 'case_completed', by: '' },
    ],
  });
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await beside.ask(`GET ${next.slice(lab.url.length)}`);
  expect(second.body).toMatchObject({ events: [{ run: runs[1] }, { run: runs[1] }] });
});
