/**
 * After a restore Redis may hold receipts of work that the data folder no longer has: the runbook says how to remove
 * them.
 */
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  type BackupView,
  type Principal,
  resolveSettings,
  restoreFolder,
  scopes,
} from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/index.ts';
import { startRedisServer } from '../servers/redis-server.ts';

const ann: Principal = {
  subject: 'ann',
  tenant: 'default',
  scopes: new Set(scopes),
  roles: [],
  kind: 'person',
};

const hello = 'workflows: { hello: { graph: { say: { call: echo, args: { text: Hi } } } } }\n';

test('[F6.2] receipts in Redis of lost work are removed by the pattern of the runbook', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'signalbox-backup-'));
  const redis = await startRedisServer();
  const open = async (data: string) => {
    const env = { SIGNALBOX_IDEMPOTENCY_BACKEND: 'redis', SIGNALBOX_REDIS_URL: redis.url };
    const flags = new Map([
      ['--data', [join(folder, data)]],
      ['--workflows', [join(folder, 'workflows')]],
    ]);
    const { settings } = resolveSettings({ flags, env, folder });
    const box = await openSignalbox(settings, { env, version: '1', warn: () => {} });
    const submit = async (): Promise<unknown> => {
      const input = { spec_id: 'hello', idempotency_key: 'mine' };
      return Reflect.get(Object(await box.call(ann, 'cases.submit', input)), 'case_id');
    };
    return { box, submit };
  };
  try {
    await mkdir(join(folder, 'workflows'));
    await writeFile(join(folder, 'workflows', 'hello.yaml'), hello);
    const first = await open('data');
    const made = (await first.box.call(ann, 'service.backup', {})) as unknown as BackupView;
    const lost = await first.submit();
    await first.box.close();
    await restoreFolder(join(made.folder, made.file), join(folder, 'again'));
    const second = await open('again');
    expect(await second.submit()).toBe(lost);
    const page = readFileSync(new URL('../../docs/runbook.md', import.meta.url), 'utf8');
    const [, pattern = ''] = /redis-cli --scan --pattern '([^']+)'/.exec(page) ?? [];
    const keys = (await redis.ask('KEYS', pattern)).split('\r\n').filter((line) => /^[a-z]/.test(line));
    expect(keys).toHaveLength(1);
    await redis.ask('DEL', ...keys);
    expect(await second.submit()).not.toBe(lost);
    await second.box.close();
  } finally {
    await redis.end();
    await rm(folder, { recursive: true, force: true });
  }
});
