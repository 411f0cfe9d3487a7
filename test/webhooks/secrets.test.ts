/**
 * Secrets of subscriptions and of the installation: in no file in clear text, in no log, in no answer but the first
 * [F3.2].
 */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findLeaks, type Planted, plant } from '../access/planted.ts';
import { ask, type HttpAnswer } from '../access/secured-server.ts';
import { createProgramFixture, type ProgramFixture, type Served } from '../mcp/program-fixture.ts';
import { openReceiver, type Receiver, status } from './receiver.ts';

let place: ProgramFixture;
let receiver: Receiver;

const installationKey = plant('the key of the house');
const given = plant('the secret of a subscription');
const query = plant('what stands in an address');

beforeEach(async () => {
  place = (await createProgramFixture()).as({
    SIGNALBOX_WEBHOOK_ALLOW: '127.0.0.1',
    SIGNALBOX_WEBHOOK_RETRIES: '0',
    YAWL_MCP_WEBHOOK_SIGNER_KEY: installationKey.value,
  });
  receiver = await openReceiver(status(500));
});

afterEach(async () => {
  await place.remove();
  await receiver.close();
});

interface Invoked {
  readonly subscription_id: string;
}

async function invoke({ url }: Served, tool: string, input: object): Promise<HttpAnswer> {
  return ask(url.slice(0, -'/mcp'.length), '/mcp/tools/invoke', { method: 'POST', body: { tool, input } });
}

async function filesOf(folder: string): Promise<readonly (readonly [string, Buffer])[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.map(async (file) => [file, await readFile(file)] as const));
}

test('[F3.2] no secret is in any file, log or answer, except where it was created', async () => {
  const served = await place.serve();
  const answers: (readonly [string, string])[] = [];
  const call = async (tool: string, input: object): Promise<HttpAnswer> => {
    const response = await invoke(served, tool, input);
    answers.push([`the answer of ${tool}`, response.text]);
    return response;
  };
  const callback = `${receiver.url}?token=${encodeURIComponent(query.value)}`;
  const subscription = { spec_id: 'hello', callback_url: callback, events: ['case_started'] };
  const own = await call('cases/subscribe', { ...subscription, secret: given.value });
  const ofInstallation = await call('cases_subscribe', { ...subscription, idempotency_key: 'once' });
  expect([own.status, ofInstallation.status]).toEqual([200, 200]);
  await call('cases_subscribe', {
    ...subscription,
    secret: `${given.value}!`,
    callback_url: 'http://10.0.0.1/',
  });
  await call('cases_subscribe', { ...subscription, secret: given.value.slice(0, 5) });
  await call('workflow_run', { workflow_id: 'hello', wait_ms: 0 });
  while (receiver.receivedRequests.length < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  for (const verb of ['list', 'deliveries']) {
    answers.push([`webhook ${verb}`, await place.runCommand('webhook', verb, '--json')]);
  }
  answers.push(
    ['audit', await place.runCommand('audit', '--json')],
    ['config', await place.runCommand('config')],
  );
  await call('cases_unsubscribe', { subscription_id: (own.json as Invoked).subscription_id });
  await served.stop();
  const outputs = [...answers, ['the log', served.written()] as const, ...(await filesOf(place.data))];
  expect(findLeaks([installationKey, given], outputs)).toEqual([]);
  const revealed: readonly Planted[] = [query];
  // The owner sees the whole address, and the data folder has to store it.
  const others = [...answers.slice(2), ['the log', served.written()] as const];
  expect(
    findLeaks(
      revealed,
      others.filter(([name]) => name !== 'webhook list'),
    ),
  ).toEqual([]);
});
