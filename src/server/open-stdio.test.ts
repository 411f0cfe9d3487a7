import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { resolveSettings } from '../operations/index.ts';
import { developmentPrincipal } from './auth/development-principal.ts';
import { openStdio } from './open-stdio.ts';
import { createLog } from './telemetry/log.ts';

/**
 * Longer than any machine takes to stop, and shorter than a call may wait: a test that waits too long sees the
 * difference.
 */
const workflow = 'workflows: { doze: { graph: { doze: { wait: 15000 } } } }\n';

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'somebody', version: '1' },
};

let folder = '';

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-stdio-'));
  await mkdir(join(folder, 'workflows'));
  await writeFile(join(folder, 'workflows', 'doze.yaml'), workflow);
});

afterEach(() => rm(folder, { recursive: true }));

const silent = { level: 'error', form: 'lines', write: () => undefined, redact: String } as const;
const log = createLog(silent);

/** One simulated process, with its pipes. */
function begin() {
  const flags = new Map([
    ['--data', [join(folder, 'data')]],
    ['--workflows', [join(folder, 'workflows')]],
  ]);
  const { settings } = resolveSettings({ flags, env: {}, folder });
  const [input, output, stop] = [new PassThrough(), new PassThrough(), new AbortController()];
  let told = '';
  output.on('data', (piece) => {
    told += String(piece);
  });
  const principal = developmentPrincipal('ann');
  const ended = openStdio({ settings, env: {}, version: '1', principal, log, input, output }, stop.signal);
  const say = (id: number, name: string, args: object): void => {
    const params = { name, arguments: args, _meta: meta };
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
  };
  const answers = (): readonly { readonly id: number }[] =>
    told
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line));
  /** The answer; `undefined` if there is none (yet). */
  const answer = (id: number): unknown => answers().find((each) => each.id === id);
  return { input, stop, ended, say, answer };
}

/** An active run, and a call that waits for its end. */
async function beginToWait() {
  const guest = begin();
  guest.say(1, 'w_doze', { wait_ms: 0 });
  await expect.poll(() => guest.answer(1), { timeout: 20_000 }).toBeDefined();
  const id = /"run_id":"([^"]+)"/.exec(JSON.stringify(guest.answer(1)))?.[1];
  guest.say(2, 'cases_status', { case_id: id, wait_ms: 20_000 });
  guest.say(3, 'cases_status', { case_id: id, wait_ms: 0 });
  await expect.poll(() => guest.answer(3)).toBeDefined();
  return { ...guest, id };
}

test('[P7.4] on a signal a waiting call is answered at once with what is available', async () => {
  const { id, stop, ended, answer } = await beginToWait();
  expect(answer(2)).toBeUndefined();
  stop.abort();
  await ended;
  expect(answer(2)).toMatchObject({ result: { structuredContent: { case_id: id, status: 'running' } } });
});

test('[P7.4] a signal during the wait for the last answers ends the wait, too', async () => {
  const { id, input, stop, ended, answer } = await beginToWait();
  input.end();
  await once(input, 'end');
  // Its consequences have happened by then.
  await setImmediate();
  expect(answer(2)).toBeUndefined();
  stop.abort();
  await ended;
  expect(answer(2)).toMatchObject({ result: { structuredContent: { case_id: id, status: 'running' } } });
});
