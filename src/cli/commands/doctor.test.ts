import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { openScratch, type Scratch } from '../../../test/cli/open-scratch.ts';
import { describeSettings, resolveSettings } from '../../operations/offline.ts';
import { checkClock, checkNode } from '../doctor/check-machine.ts';
import { languageOption } from '../load-languages.ts';
import { config } from './config.ts';

const opened: Scratch[] = [];
afterEach(() => {
  for (const scratch of opened.splice(0)) scratch.close();
});

function scratch(files: Readonly<Record<string, string>> = {}): Scratch {
  const made = openScratch(files);
  opened.push(made);
  return made;
}

const good = 'workflows:\n  greet:\n    graph:\n      say: { call: echo }\n';

interface Finding {
  readonly what: string;
  readonly verdict: string;
  readonly found: string;
  readonly advice: string;
}

async function examine({ run }: Scratch, ...args: readonly string[]) {
  const { code, out } = await run(['doctor', '--data', 'data', '--json', ...args]);
  const { ok, findings }: { readonly ok: boolean; readonly findings: readonly Finding[] } = JSON.parse(out);
  const find = (what: string) => findings.find((each) => each.what === what);
  return { code, ok, findings, find };
}

test('[T9] doctor checks folder, database, disk, clock, keys, workflows, connectors and owner', async () => {
  const made = scratch({ 'workflows/w.yaml': good });
  await made.run(['run', 'greet', '--data', 'data']);
  const { code, out, err } = await made.run(['doctor', '--data', 'data']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  for (const what of [
    'node',
    'data',
    'keys',
    'disk',
    'database',
    'owner',
    'clock',
    'workflows',
    'connector built-in',
  ]) {
    expect(out).toMatch(new RegExp(`^✓ ${what} +\\S`, 'm'));
  }
  expect(out).toContain('1 valid workflow in ');
  expect(out).toMatch(/\n0 failures, 0 warnings\n$/);
});

test('[T9] a data folder that does not exist is no problem, and is not created by the check', async () => {
  const made = scratch();
  const { code, find } = await examine(made);
  expect(code).toBe(0);
  expect(find('data')).toMatchObject({ verdict: 'ok', found: expect.stringContaining('does not exist yet') });
  expect(statSync(join(made.folder, 'data'), { throwIfNoEntry: false })).toBeUndefined();
});

test('[T9] open permissions, errors and missing files are reported with what to do', async () => {
  const made = scratch({ 'workflows/bad.yaml': good.replace('echo', 'echo, depends_on: [gone]') });
  await made.run(['runs', '--data', 'data']);
  chmodSync(join(made.folder, 'data'), 0o755);
  const { code, ok, find } = await examine(made);
  expect({ code, ok }).toEqual({ code: 0, ok: true });
  expect(find('data')).toMatchObject({ verdict: 'warn', advice: expect.stringContaining('chmod 700') });
  expect(find('workflows')).toMatchObject({
    verdict: 'warn',
    found: expect.stringContaining('greet (bad.yaml)'),
  });
  chmodSync(join(made.folder, 'data/keys.json'), 0o644);
  const exposed = await examine(made);
  expect({ code: exposed.code, ok: exposed.ok }).toEqual({ code: 1, ok: false });
  expect(exposed.find('keys')).toMatchObject({
    verdict: 'fail',
    advice: expect.stringContaining('chmod 600'),
  });
});

test('[T9] a damaged database is reported, and left unchanged', async () => {
  const made = scratch();
  mkdirSync(join(made.folder, 'data'), { mode: 0o700 });
  const file = join(made.folder, 'data/signalbox.db');
  writeFileSync(file, 'this is no database, and never was one '.repeat(200));
  const before = made.read('data/signalbox.db');
  const { code, out } = await made.run(['doctor', '--data', 'data']);
  expect(code).toBe(1);
  expect(out).toMatch(/✗ database +\S.*\n +→ /);
  expect(made.read('data/signalbox.db')).toBe(before);
});

test('[T9] invalid settings and configurations are reported', async () => {
  const made = scratch();
  const overrides = { environment: { SIGNALBOX_DURABILITY: 'maybe' } };
  const wrong = await made.run(['doctor', '--data', 'data', '--json'], overrides);
  expect(wrong.code).toBe(1);
  expect(JSON.parse(wrong.out).findings).toContainEqual(
    expect.objectContaining({
      what: 'settings',
      verdict: 'fail',
      found: expect.stringContaining('SIGNALBOX_DURABILITY'),
    }),
  );
});

test('[T9] errors that keep Signalbox from opening are all reported', async () => {
  const made = scratch();
  await made.run(['runs', '--data', 'data']);
  writeFileSync(join(made.folder, 'data/connectors.yaml'), 'conectors: {}\nnonsense: 1\n');
  const { code, find } = await examine(made);
  expect(code).toBe(1);
  expect(find('opening')).toMatchObject({
    verdict: 'fail',
    found: expect.stringMatching(/conectors[\s\S]*nonsense/),
  });
  expect(find('opening')?.advice).not.toBe('');
  const refused = await made.run(['runs', '--data', 'data']);
  expect({ code: refused.code, out: refused.out }).toEqual({ code: 2, out: '' });
  expect(refused.err).toMatch(
    /cannot start[^\n]*:\n {2}\S+connectors\.yaml:1:1: [^\n]*\n {2}\S+connectors\.yaml:2:1: /,
  );
});

test('[T9] an old Node.js and a clock that went back are failures', () => {
  expect(checkNode('v20.19.9').verdict).toBe('fail');
  expect(checkNode('v20.20.0').verdict).toBe('ok');
  expect(checkNode('v22.0.0').verdict).toBe('ok');
  const now = Date.UTC(2026, 5, 1);
  expect(checkClock(now, now - 1).verdict).toBe('ok');
  expect(checkClock(now, now + 3_600_000)).toMatchObject({
    verdict: 'fail',
    found: expect.stringContaining('2026-06-01T01:00:00'),
  });
  expect(checkClock(0, undefined).verdict).toBe('fail');
});

test('[T9] config prints every setting with its value and its source, and no secret', async () => {
  const made = scratch();
  const overrides = {
    environment: { SIGNALBOX_KEYS: 'a:c2VjcmV0c2VjcmV0', SIGNALBOX_LEASE: '7 minutes' },
  };
  const { code, out, err } = await made.run(['config', '--data', 'data'], overrides);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(
    /^data: .*\/data \(from --data\)\n {2}the folder where runs are stored; --data, SIGNALBOX_DATA\n/,
  );
  expect(out).toContain('\nlease: 7 minutes (from SIGNALBOX_LEASE)\n');
  expect(out).toContain('\nkeys: set (from SIGNALBOX_KEYS)\n');
  expect(out).toContain('\ndurability: full (by default)\n');
  expect(out).not.toContain('c2VjcmV0');
  const json = JSON.parse((await made.run(['config', '--json'], overrides)).out);
  expect(JSON.stringify(json)).not.toContain('c2VjcmV0');
  expect(json.settings).toContainEqual(expect.objectContaining({ name: 'lease', value: '7 minutes' }));
  const wrong = await made.run(['config'], { environment: { SIGNALBOX_LEASE: 'soon' } });
  expect(wrong.code).toBe(2);
  expect(wrong.err).toContain('SIGNALBOX_LEASE must be');
});

test('[T9] config takes every flag that sets something', () => {
  // Every verb takes the option for languages.
  const known = [...config.options, languageOption].map(({ name }) => name);
  const resolved = resolveSettings({ flags: new Map(), env: {}, folder: '/' });
  const flags = describeSettings(resolved).flatMap(({ flag }) => flag ?? []);
  expect(flags).toContain('--tls-cert');
  expect(flags.filter((flag) => !known.includes(flag))).toEqual([]);
});

test('[W9.1][T9] variables without an effect are reported by config and doctor, without their values', async () => {
  const made = scratch();
  const overrides = { environment: { YAWL_PASSWORD: 'hush-hush', SIGNALBOX_PORTS: 'hush-hush' } };
  const { code, out, err } = await made.run(['config', '--data', 'data'], overrides);
  expect(code).toBe(0);
  expect(err).toMatch(
    /^YAWL_PASSWORD has no effect: .+\.\nSIGNALBOX_PORTS is not a setting\. Did you mean SIGNALBOX_PORT\?\n$/,
  );
  const json = await made.run(['config', '--json'], overrides);
  expect(JSON.parse(json.out)).toMatchObject({ problems: [], warnings: err.trimEnd().split('\n') });
  const doctor = await made.run(['doctor', '--data', 'data', '--json'], overrides);
  const found = JSON.parse(doctor.out).findings.filter(({ what }: { what: string }) => what === 'settings');
  expect(found.map(({ verdict }: { verdict: string }) => verdict)).toEqual(['warn', 'warn']);
  expect(out + err + json.out + json.err + doctor.out + doctor.err).not.toContain('hush-hush');
});

test('[T9] an unusable data folder is reported, and its content is not checked', async () => {
  const { code, find } = await examine(scratch({ data: '' }));
  expect(code).toBe(1);
  expect(find('data')).toMatchObject({ verdict: 'fail', found: expect.stringContaining('is not a folder') });
  expect(find('database')).toBeUndefined();
});

// The superuser may read and write everything.
test.skipIf(process.getuid?.() === 0)(
  '[T9] for a folder whose mode excludes its owner the advice is to open it',
  async () => {
    const made = scratch({ 'data/file': '' });
    chmodSync(join(made.folder, 'data'), 0o500);
    const { find } = await examine(made);
    chmodSync(join(made.folder, 'data'), 0o700);
    expect(find('data')).toMatchObject({
      verdict: 'fail',
      advice: expect.stringMatching(/^Run: chmod 700 /),
    });
  },
);

test('[T9] the reason why it cannot be opened is reported once', async () => {
  const made = scratch({ 'workflows/w.yaml': good });
  await made.run(['run', 'greet', '--data', 'data']);
  const { code, find } = await examine(made, '--connectors', 'gone.yaml');
  expect(code).toBe(1);
  expect(find('opening')?.found.match(/gone\.yaml/g)).toHaveLength(1);
});

test('[T9] workflows with errors, and missing folders, are reported with what to do', async () => {
  const bad = 'workflows:\n  bad:\n    graph:\n      a: { call: echo, depends_on: [b] }\n';
  const made = scratch({ 'workflows/bad.yaml': bad });
  await made.run(['runs', '--data', 'data']);
  expect((await examine(made)).find('workflows')).toMatchObject({
    verdict: 'warn',
    advice: 'Workflows with errors cannot run. See what is wrong: signalbox validate workflows/bad.yaml',
  });
  expect((await examine(made, '--workflows', 'gone')).find('workflows')).toMatchObject({
    verdict: 'warn',
    found: expect.stringMatching(/^No workflows: .*gone does not exist\.$/),
  });
});

test('[T9] doctor reports all errors of the auth file', async () => {
  const auth =
    'issuers:\n  - {issuer: a, secret: written-out, scopes: [admin]}\n  - {issuer: b, scopes: [admin]}\n';
  const made = scratch({ 'data/auth.yaml': auth });
  chmodSync(join(made.folder, 'data/auth.yaml'), 0o600);
  const { code, findings } = await examine(made);
  expect(code).toBe(1);
  const found = findings.filter(({ what }) => what === 'access');
  expect(found).toMatchObject([
    { verdict: 'fail', found: expect.stringContaining('auth.yaml:2:25: A secret must not be in a file') },
    { verdict: 'fail', found: expect.stringContaining('auth.yaml:3:5: An issuer requires the “secret”') },
  ]);
  expect(JSON.stringify(findings)).not.toContain('written-out');
  const jwks = 'issuers:\n  - {issuer: a, jwks: "https://a.example/keys", scopes: [admin]}\n';
  const other = scratch({ 'data/auth.yaml': jwks });
  chmodSync(join(other.folder, 'data/auth.yaml'), 0o600);
  expect((await examine(other)).find('access')).toMatchObject({ found: '1 issuer and 0 certificates' });
});
