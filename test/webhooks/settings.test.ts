/** Settings of webhooks, including the names of the design. */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openApp } from '../../src/operations/app/open-app.ts';
import { describeSettings } from '../../src/operations/settings/describe-settings.ts';
import type { Environment } from '../../src/operations/settings/environment.ts';
import { resolveSettings } from '../../src/operations/settings/resolve-settings.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-webhooks-'));
  await mkdir(join(folder, 'data'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const resolve = (env: Environment) =>
  resolveSettings({ flags: new Map([['--data', [join(folder, 'data')]]]), env, folder });

const open = (env: Environment) =>
  openApp(resolve(env).settings, { env, version: '1.2.3', warn: () => {}, isQuiet: true });

test('[F3.3] the variables of the design are supported, in its units', () => {
  const { settings, problems } = resolve({
    YAWL_MCP_WEBHOOK_ENABLED: 'true',
    YAWL_MCP_WEBHOOK_TIMEOUT_MS: '2500',
    YAWL_MCP_WEBHOOK_RETRIES: '3',
    YAWL_MCP_WEBHOOK_SIGNER_KEY: 'a key of sixteen bytes or more',
  });
  expect(problems).toEqual([]);
  expect(settings).toMatchObject({
    webhooks: true,
    webhookTimeout: 2_500,
    webhookRetries: 3,
    webhookSignerKey: 'a key of sixteen bytes or more',
  });
});

test('[F3.2] the signing key is only shown as set', () => {
  const described = describeSettings(resolve({ SIGNALBOX_WEBHOOK_SIGNER_KEY: 'hush-hush-hush-hush' }));
  expect(described.find(({ name }) => name === 'webhookSignerKey')).toMatchObject({ value: 'set' });
  expect(JSON.stringify(described)).not.toContain('hush');
  const { problems } = resolve({ SIGNALBOX_WEBHOOK_SIGNER_KEY: 'short' });
  expect(problems.join()).toMatch(/SIGNALBOX_WEBHOOK_SIGNER_KEY.*16 bytes or more/);
  expect(problems.join()).not.toContain('short');
});

test('[F3.4] with webhooks turned off nothing is announced, and no one can subscribe', async () => {
  const app = await open({ SIGNALBOX_WEBHOOKS: 'false' });
  expect(app.services.webhooks).toBeUndefined();
  await app.close();
});

test('[F3.5] an invalid allowance stops the start, and is reported under its name', async () => {
  await expect(open({ SIGNALBOX_WEBHOOK_ALLOW: 'http://hooks.internal, 10.0.0.0/8' })).rejects.toMatchObject({
    details: {
      code: 'bad_configuration',
      violations: [
        { path: 'SIGNALBOX_WEBHOOK_ALLOW', message: expect.stringContaining('in SIGNALBOX_WEBHOOK_ALLOW') },
      ],
    },
  });
});

test('[F3.5] addresses that workflows may call are not automatically allowed for deliveries', async () => {
  const app = await open({ SIGNALBOX_ALLOW_PRIVATE_ADDRESSES: '1' });
  expect(app.services.webhooks?.allowed).toEqual({ all: false, hosts: [], ranges: [] });
  await app.close();
});
