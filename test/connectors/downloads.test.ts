/** Bytes from an API, through the engine and a database. */
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Call } from '../../src/runtime/index.ts';
import { createFakeClock } from '../../src/testing/index.ts';
import {
  begin,
  isOver,
  openEngineHarness,
  openFile,
  start,
  tenant,
  until,
  workflow,
} from '../engine/engine-harness.ts';
import { closeApis, openApiFixture } from './api-fixture.ts';

const file = await openFile();
const store = await file.open();
afterEach(closeApis);
afterAll(async () => {
  await store.close();
  await file.remove();
});

const document = {
  openapi: '3.1.0',
  paths: {
    '/files/{size}': {
      get: { operationId: 'files/read', parameters: [{ name: 'size', in: 'path', required: true }] },
    },
  },
};

async function openDownloads() {
  const api = await openApiFixture(
    () => document,
    ({ url }) => [200, Buffer.alloc(Number(url.split('/').at(-1)), 7), 'image/png'],
  );
  const calls: Call[] = [];
  const clock = createFakeClock(start);
  const harness = await openEngineHarness({
    store,
    clock,
    handlers: {
      download: (call) => {
        calls.push(call);
        return api.call('files_read', call.input);
      },
    },
  });
  const download = async (size: number) => {
    const graph = workflow(`a: { call: download, args: { size: ${size} } }`);
    return until(harness, await begin(harness.engine, graph), isOver);
  };
  const journalOf = async (run: string) => JSON.stringify(await store.journals.read(tenant, run, 0, 100));
  return { ...harness, clock, calls, download, journalOf };
}

test('[R2.4][H6.2] bytes of a response are in the journal by reference only', async () => {
  const { engine, download, journalOf } = await openDownloads();
  const { id, status } = await download(700_000);
  expect(status).toBe('completed');
  const journal = await journalOf(id);
  expect(journal.length).toBeLessThan(5_000);
  expect(journal).toContain('"blob"');
  expect(await engine.open(tenant, id)).toMatchObject({ state: { status: 'completed' } });
});

test('[R2.4][H6.2] a download that no value can hold fails its call, and leaves nothing in the journal', async () => {
  const { download, journalOf } = await openDownloads();
  const { id, status, failure } = await download(3_000_000);
  expect([status, failure]).toEqual(['failed', 'payload-too-large']);
  expect((await journalOf(id)).length).toBeLessThan(5_000);
});

test('[H7.5] a call knows when its run began, and one outside of a run the time', async () => {
  const { engine, clock, calls, download } = await openDownloads();
  const first = clock.now();
  const { createdAt } = await download(1);
  expect(calls.at(-1)).toMatchObject({ begunAt: createdAt });
  expect(createdAt).toBe(first);
  clock.advance(5_000);
  const call = { tenant, run: 'run_x', workflow: 'w', task: 't', connector: 'desk', operation: 'download' };
  expect(await engine.call({ ...call, input: { size: 1 } })).toMatchObject({ kind: 'succeeded' });
  expect(calls.at(-1)).toMatchObject({ begunAt: first + 5_000 });
});
