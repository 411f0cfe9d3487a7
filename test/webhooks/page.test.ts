/** Checks docs/webhooks.md: its code accepts only genuine deliveries, and its tables match the code. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../src/client/index.ts';
import { caseEvents } from '../../src/runtime/index.ts';
import { openDeliveryHarness } from './delivery-harness.ts';
import { openReceiver, type ReceivedRequest } from './receiver.ts';

const page = readFileSync(new URL('../../docs/webhooks.md', import.meta.url), 'utf8');

const blockIn = (language: string): string =>
  new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';

let folder = '';
let received: ReceivedRequest;
let now = 0;
const secret = 'a secret of the receiver';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-page-'));
  const [deliveryHarness, receiver] = [await openDeliveryHarness(), await openReceiver()];
  try {
    await deliveryHarness.call('subscriptions.create', { workflow: 'greet', url: receiver.url, secret });
    await deliveryHarness.call('runs.start', { workflow: 'greet', params: { name: 'Zoë' } });
    await deliveryHarness.until(() => receiver.receivedRequests.length === 1);
    const [first] = receiver.receivedRequests;
    if (first === undefined) throw new Error('Nothing arrived.');
    received = first;
    now = deliveryHarness.clock.now();
  } finally {
    await deliveryHarness.close();
    await receiver.close();
  }
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Trial {
  readonly headers: ReceivedRequest['headers'];
  readonly body: string;
  readonly secret: string;
  /** Milliseconds. */
  readonly now: number;
}

const trials = (): readonly (Trial & { readonly isGenuine: boolean })[] => {
  const { headers, body } = received;
  const genuine = { headers, body, secret, now };
  const signature = String(headers['x-signalbox-signature']);
  const later = signature.replace(/t=\d+/, `t=${Math.floor(now / 1_000) + 600}`);
  return [
    { ...genuine, isGenuine: true },
    { ...genuine, now: now + 290_000, isGenuine: true },
    // Replayed, replayed with a new time, changed, under another id, forged, not signed.
    { ...genuine, now: now + 310_000, isGenuine: false },
    {
      ...genuine,
      headers: { ...headers, 'x-signalbox-signature': later },
      now: now + 600_000,
      isGenuine: false,
    },
    { ...genuine, body: body.replace('Zoë', 'Zoe'), isGenuine: false },
    { ...genuine, headers: { ...headers, 'x-signalbox-delivery': 'dlv_0' }, isGenuine: false },
    { ...genuine, secret: `${secret}!`, isGenuine: false },
    { ...genuine, headers: { ...headers, 'x-signalbox-signature': 't=,v1=' }, isGenuine: false },
    { ...genuine, headers: {}, isGenuine: false },
  ];
};

/** Reads trials and prints the verdict on each. */
const programs = {
  js: {
    file: 'verify.mjs',
    command: process.execPath,
    rest: `
import { readFileSync } from 'node:fs';
const trials = JSON.parse(readFileSync(0, 'utf8'));
console.log(JSON.stringify(trials.map((each) => isGenuine(each.headers, Buffer.from(each.body), each.secret, each.now))));
`,
  },
  python: {
    file: 'verify.py',
    command: 'python3',
    rest: `
import json
import sys

trials = json.load(sys.stdin)
print(json.dumps([is_genuine(t["headers"], t["body"].encode(), t["secret"], t["now"] / 1000) for t in trials]))
`,
  },
};

describe.each(['js', 'python'] as const)('the code in %s', (language) => {
  test('[F3.2] distinguishes genuine deliveries from forged, changed and replayed ones', () => {
    const { file, command, rest } = programs[language];
    const path = join(folder, file);
    writeFileSync(path, `${blockIn(language)}${rest}`);
    const input = JSON.stringify(trials());
    const { stdout, stderr } = spawnSync(command, [path], { input, encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toEqual(trials().map(({ isGenuine }) => isGenuine));
  });
});

test('[F3.2] the client verifies genuine deliveries only', async () => {
  const found = trials().map(({ headers, body, secret: key, now: at }) =>
    verifyWebhook({ headers, body, secret: key, now: at }).then(
      ({ event_type }) => event_type === 'case_completed',
      () => false,
    ),
  );
  expect(await Promise.all(found)).toEqual(trials().map(({ isGenuine }) => isGenuine));
});

test('[F3.1] the page lists every event, and every field and header of a delivery', () => {
  const rows = [...page.matchAll(/^\| (`.*?) \| /gm)].flatMap(([, cell = '']) =>
    [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
  );
  expect(rows).toEqual(expect.arrayContaining([...caseEvents]));
  const [, example = ''] = page.split('## What arrives');
  const shown = JSON.parse(/^```json\n(.*?)^```/ms.exec(example)?.[1] ?? '{}');
  expect(Object.keys(shown)).toEqual(Object.keys(received.json));
  const own = Object.keys(received.headers).filter((name) => name.startsWith('x-'));
  expect(rows.filter((name) => name.startsWith('X-')).map((name) => name.toLowerCase())).toEqual(
    expect.arrayContaining(own),
  );
});
