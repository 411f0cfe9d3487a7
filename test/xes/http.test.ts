/** The event log and the XES log over HTTP: from the owner of a data folder, and from an attached server. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endedRun, shop, waitingRun } from '../rest/operation-scenarios.ts';
import { openRestFixture, openRestFixtureAt, type RestFixture } from '../rest/rest-fixture.ts';
import { readTraces, schemaErrorsOf } from './xes-fixture.ts';

let restFixture: RestFixture;
let beside: RestFixture;
const runs: string[] = [];

beforeAll(async () => {
  restFixture = await openRestFixture({ 'shop.yaml': shop });
  beside = await openRestFixtureAt(restFixture.folder);
  for (let count = 0; count < 3; count++) runs.push(await endedRun(restFixture));
  await waitingRun(restFixture);
});
afterAll(async () => {
  await beside.close();
  await restFixture.close();
});

test('[F5.2] a log is complete XML, from the owner and from an attached server', async () => {
  const answers = [
    await restFixture.ask('GET /v1/workflows/greet/xes'),
    await beside.ask('GET /v1/workflows/greet/xes'),
  ];
  const [own, other] = answers.map(({ body }) => String(body));
  expect(own).toBe(other);
  expect(await schemaErrorsOf(own ?? '')).toEqual([]);
  expect(readTraces(own ?? '').map(({ name }) => name)).toEqual(runs);
  for (const { headers } of answers) {
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
  }
  await expect.poll(() => restFixture.log.filter((line) => line.includes('events.xes')).length).toBe(1);
});

test('[F5.2] an invalid request is refused before anything is written, and the document cannot be requested in part', async () => {
  const part = await restFixture.ask('GET /v1/workflows/greet/xes?cursor=abc');
  expect([part.status, part.textAt('violations.0.rule')]).toEqual([400, 'unknown-parameter']);
  const badTimestamp = await restFixture.ask('GET /v1/workflows/greet/xes?from=yesterday');
  expect([badTimestamp.status, badTimestamp.textAt('violations.0.path')]).toEqual([400, 'from']);
  expect((await fetch(`${restFixture.url}/v1/workflows/greet/xes`, { method: 'HEAD' })).status).toBe(405);
});

test('[F5.1] the event log is a list like others, filtered by its query', async () => {
  const first = await restFixture.ask('GET /v1/log?workflow=greet&kinds=case_started,case_completed&limit=2');
  expect(first.body).toMatchObject({
    events: [
      { run: runs[0], event: 'case_started', by: 'ann' },
      { run: runs[0], event: 'case_completed', by: '' },
    ],
  });
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await beside.ask(`GET ${next.slice(restFixture.url.length)}`);
  expect(second.body).toMatchObject({ events: [{ run: runs[1] }, { run: runs[1] }] });
});
