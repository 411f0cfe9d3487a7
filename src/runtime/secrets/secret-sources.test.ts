import { chmod, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseHostPattern } from './host-pattern.ts';
import { createSecretResolver, type SecretResolver } from './secret-resolver.ts';
import type { SecretSource } from './secret-source.ts';

const planted = 'hunter2-planted-bytes';
let folder = '';
let resolver: SecretResolver | undefined;
let now = 0;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-sources-'));
  now = 0;
});
afterEach(async () => {
  resolver?.close();
  vi.useRealTimers();
  await rm(folder, { recursive: true, force: true });
});

const hosts = ['api.example.com'].flatMap((host) => parseHostPattern(host) ?? []);
const open = (source: SecretSource, env = process.env): SecretResolver => {
  resolver = createSecretResolver({
    env: { ...env, KEY: 'from-the-environment' },
    allow: [{ name: 'KEY', hosts, tenants: '*', source }],
    now: () => now,
  });
  return resolver;
};

/** The value that a call would send, or the failure. */
async function filled(by: SecretResolver, url = 'https://api.example.com'): Promise<unknown> {
  const destination = { tenant: 'default', url: new URL(url) };
  const result = await by.fill({ a: '$' + '{env:KEY}' }, [{ at: '/a', name: 'KEY' }], destination);
  return result.kind === 'filled' ? result.input : result.failure;
}

const noValue = (reason: string) => ({
  code: 'secret-refused',
  message: `The secret “KEY” has no value: ${reason}. The operator can correct it under \`secrets:\` in connectors.yaml, or at its source.`,
  retryable: true,
  data: { secrets: ['KEY'] },
});

describe('a file', () => {
  const fileSource = (): SecretSource => ({ kind: 'file', path: join(folder, 'token') });
  const write = (content: string | Buffer, mode = 0o600) =>
    writeFile(join(folder, 'token'), content, { mode });

  test.each([
    ['secret', 'secret'],
    ['secret\n', 'secret'],
    ['secret\r\n', 'secret'],
    ['two\nlines\n\n', 'two\nlines\n'],
  ])('[S2.2] %j is the value %j', async (content, value) => {
    await write(content);
    expect(await filled(open(fileSource()))).toEqual({ a: value });
  });

  test('[S2.2][S3.1] a new content counts at the next call, and both are known to the redactor', async () => {
    await write('first-value');
    const secrets = open(fileSource());
    expect(await secrets.load()).toEqual([]);
    expect(secrets.values()).toContain('first-value');
    await writeFile(join(folder, 'next'), 'second-value', { mode: 0o600 });
    await rename(join(folder, 'next'), join(folder, 'token'));
    expect(await filled(secrets)).toEqual({ a: 'second-value' });
    expect(secrets.values()).toEqual(['from-the-environment', 'first-value', 'second-value']);
  });

  test.each([
    ['it does not exist', 'its file does not exist', async () => undefined],
    ['it is a folder', 'its file is not a regular file', () => mkdir(join(folder, 'token'))],
    ['it is a device', 'its file is not a regular file', () => symlink('/dev/null', join(folder, 'token'))],
    ['it is too large', 'its file has more than 64 KiB', () => write(planted.padEnd(65_537))],
    ['it is empty', 'its file is empty', () => write('\n')],
    [
      'it is not text',
      'its file is not text in UTF-8',
      () => write(Buffer.concat([Buffer.from(planted), Buffer.from([0xff])])),
    ],
  ])('[S2.2] the call is refused if %s', async (_, reason, prepare) => {
    await prepare();
    const failure = await filled(open(fileSource()));
    expect(failure).toEqual(noValue(reason));
    expect(JSON.stringify(failure)).not.toMatch(new RegExp(`${planted}|${folder}`));
  });

  test.each([0o604, 0o644, 0o660])('[S2.2] the call is refused if its mode is %o', async (mode) => {
    await write(planted);
    await chmod(join(folder, 'token'), mode);
    expect(await filled(open(fileSource()))).toMatchObject({
      message: expect.stringContaining('its file can be read by every user, or changed by its group'),
    });
    await chmod(join(folder, 'token'), 0o640);
    expect(await filled(open(fileSource()))).toEqual({ a: planted });
  });
});

describe('a command', () => {
  const node = (script: string): SecretSource => ({
    kind: 'command',
    command: process.execPath,
    args: ['-e', script],
    folder,
  });
  /** Prints how often it has run. */
  const counting = `
    const { appendFileSync, readFileSync } = require('node:fs');
    appendFileSync('runs', 'x');
    console.log('secret-' + readFileSync('runs').length);`;

  test('[S2.2][S3.1] it runs once for all calls of five minutes, and its values are known to the redactor', async () => {
    const secrets = open(node(counting));
    expect(await Promise.all([filled(secrets), filled(secrets), secrets.load()])).toEqual([
      { a: 'secret-1' },
      { a: 'secret-1' },
      [],
    ]);
    now = 299_999;
    expect(await filled(secrets)).toEqual({ a: 'secret-1' });
    now = 300_000;
    expect(await filled(secrets)).toEqual({ a: 'secret-2' });
    expect(secrets.values()).toEqual(['from-the-environment', 'secret-1', 'secret-2']);
  });

  test('[S2.2] it does not run for a call that the operator does not allow', async () => {
    expect(await filled(open(node(counting)), 'https://evil.example')).toMatchObject({ retryable: false });
    await expect(readFile(join(folder, 'runs'))).rejects.toMatchObject({ code: 'ENOENT' });
  });

  test('[S2.2] it runs without a shell, and without the settings of Signalbox', async () => {
    const source = { kind: 'command', command: 'echo', args: ['$HOME', ';', 'id'], folder } as const;
    expect(await filled(open(source))).toEqual({ a: '$HOME ; id' });
    const shown = node("console.log(process.env.VAULT + ' ' + process.env.SIGNALBOX_KEYS)");
    const env = { ...process.env, VAULT: 'v', SIGNALBOX_KEYS: planted };
    expect(await filled(open(shown, env))).toEqual({ a: 'v undefined' });
  });

  const plantedIn = (stream: string) => `process.${stream}.write('${planted}');`;
  test.each([
    [
      'it fails',
      'its command ended with exit code 7',
      `${plantedIn('stdout')}${plantedIn('stderr')} process.exitCode = 7`,
    ],
    ['a signal ends it', 'its command was ended by a signal', `process.kill(process.pid, 'SIGKILL')`],
    ['it prints nothing', 'the output of its command is empty', plantedIn('stderr')],
    ['it prints too much', 'its command wrote more than 64 KiB', `console.log('${planted}'.repeat(10_000))`],
  ])('[S2.2] the call is refused if %s, and nothing that it wrote is shown', async (_, reason, script) => {
    const failure = await filled(open(node(script)));
    expect(failure).toEqual(noValue(reason));
    expect(JSON.stringify(failure)).not.toContain(planted);
  });

  test('[S2.2] a program that does not exist, or cannot be started, refuses the call', async () => {
    for (const command of ['signalbox-no-such-program', 'a\0b']) {
      const failure = await filled(open({ kind: 'command', command, args: [], folder }));
      expect(failure).toEqual(noValue('its command could not be started'));
    }
  });

  test('[S2.2] after a failure it runs again after 30 seconds', async () => {
    const once = `require('node:fs').existsSync('ready') ? console.log('now') : process.exit(1)`;
    const secrets = open(node(once));
    expect(await secrets.load()).toEqual([noValue('its command ended with exit code 1').message]);
    await writeFile(join(folder, 'ready'), '');
    now = 29_999;
    expect(await filled(secrets)).toEqual(noValue('its command ended with exit code 1'));
    now = 30_000;
    expect(await filled(secrets)).toEqual({ a: 'now' });
  });

  test('[S2.2] it is ended after 10 seconds, and when Signalbox closes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const endless = node('setInterval(() => {}, 1000)');
    const late = filled(open(endless));
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await late).toEqual(noValue('its command did not end within 10 seconds'));
    const secrets = open(endless);
    const closed = filled(secrets);
    secrets.close();
    expect(await closed).toMatchObject({ message: expect.stringContaining('shutting down') });
  });
});
