/**
 * Tests the start of the container without a container: the folder /app as the container file builds it, its variables, its
 * entry point and its health check. (Images are built where a daemon is available.)
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { ask } from '../access/secured-server.ts';
import { signToken } from '../access/sign-token.ts';
import { endPrograms } from '../cli/start-program.ts';
import { makeCertificate } from '../tls/make-certificate.ts';
import { at, findManifest, instructionWords, lastStage, listAt, variablesOfImage } from './deploy-files.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const secret = 'a secret that two sides share, of 32 bytes or more';

let folder = '';
let app = '';
const children: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-container-'));
  app = join(folder, 'app');
  mkdirSync(join(app, 'node_modules'), { recursive: true });
  // The program, as npm packs it.
  const files: readonly string[] = readJson('package.json').files;
  for (const name of ['package.json', 'bin', 'examples', 'dist/program']) {
    expect(name === 'package.json' || files.includes(name)).toBe(true);
    cpSync(join(root, name), join(app, name), { recursive: true });
  }
  // Its runtime packages: only those are found from there.
  const locked: Readonly<Record<string, { readonly dev?: boolean }>> = readJson('package-lock.json').packages;
  for (const [path, { dev = false }] of Object.entries(locked)) {
    const isOuter = path !== '' && !path.slice('node_modules/'.length).includes('node_modules/');
    if (!isOuter || dev || !existsSync(join(root, path))) continue;
    mkdirSync(dirname(join(app, path)), { recursive: true });
    symlinkSync(join(root, path), join(app, path));
  }
  for (const line of lastStage()) {
    const [, from, to] = /^COPY (deploy\/\S+) \/app\/(\S+)$/.exec(line) ?? [];
    if (from !== undefined && to !== undefined) cpSync(join(root, from), join(app, to));
  }
});

afterEach(() => endPrograms(children.splice(0)));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A path of the image, mapped to this machine. */
const here = (path: string): string => (path.startsWith('/app/') ? join(app, relative('/app', path)) : path);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** The variables of the image, with its own folders and only local access. */
async function createContainerEnvironment(name: string, more: Readonly<Record<string, string>>) {
  const data = join(folder, name);
  mkdirSync(data, { mode: 0o700 });
  return {
    PATH: process.env['PATH'] ?? '',
    ...variablesOfImage(),
    SIGNALBOX_DATA: data,
    SIGNALBOX_BACKUPS: join(folder, `${name}-backups`),
    SIGNALBOX_HOST: '127.0.0.1',
    SIGNALBOX_PORT: String(await freePort()),
    SIGNALBOX_JWT_SECRET: secret,
    SIGNALBOX_JWT_ISSUER: 'zai-controller',
    ...more,
  };
}

type ContainerEnvironment = Awaited<ReturnType<typeof createContainerEnvironment>>;

/** `signalbox` is a link to this, as in the last stage. */
function entry(): string {
  const [, target = ''] = /ln -s (\S+) \/usr\/local\/bin\/signalbox /.exec(lastStage().join('\n')) ?? [];
  expect(instructionWords('ENTRYPOINT')).toEqual(['signalbox']);
  return here(target);
}

async function start(
  env: ContainerEnvironment,
): Promise<{ readonly child: ChildProcess; readonly said: () => string }> {
  const child = spawn(process.execPath, [entry(), ...instructionWords('CMD')], {
    cwd: env.SIGNALBOX_DATA,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => (said += piece));
  while (!said.includes('Press Ctrl-C to end')) {
    if (child.exitCode !== null) throw new Error(said);
    await Promise.race([once(child.stderr ?? child, 'data'), once(child, 'exit')]);
  }
  return { child, said: () => said };
}

function checkHealth(env: ContainerEnvironment): readonly [status: number | null, said: string] {
  const line = lastStage().find((each) => each.startsWith('HEALTHCHECK ')) ?? '';
  const [tool, script = ''] = JSON.parse(line.slice(line.indexOf('[')));
  expect(tool).toBe('node');
  const { status, stderr } = spawnSync(process.execPath, [here(script)], { env, encoding: 'utf8' });
  return [status, stderr];
}

test('[F6.2] the image starts behind a proxy, is healthy and ready, makes a backup, and ends on a signal', async () => {
  const env = await createContainerEnvironment('proxied', {
    SIGNALBOX_PROXIES: '127.0.0.1',
    SIGNALBOX_PUBLIC_URL: 'https://flows.example.com',
  });
  const [status, said] = checkHealth(env);
  expect([status, said]).toEqual([1, expect.stringContaining('ECONNREFUSED')]);
  const { child } = await start(env);
  expect(checkHealth(env)).toEqual([0, '']);
  const base = `http://127.0.0.1:${env.SIGNALBOX_PORT}`;
  const [server] = listAt(findManifest('StatefulSet'), 'spec.template.spec.containers');
  // As Kubernetes does: without credentials, and not through the proxy.
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    const path = String(at(server, `${probe}.httpGet.path`));
    expect([path, (await ask(base, path)).status]).toEqual([path, 200]);
  }
  const now = Math.floor(Date.now() / 1_000);
  const claims = {
    iss: 'zai-controller',
    sub: 'agent',
    aud: 'yawl-mcp',
    scope: 'workflows:query',
    exp: now + 600,
  };
  const headers = { 'x-forwarded-for': '192.0.2.7', 'x-forwarded-proto': 'https' };
  const token = signToken(claims, secret);
  expect((await ask(base, '/v1/status', { token, headers })).status).toBe(200);
  expect((await ask(base, '/v1/status', { headers })).status).toBe(401);
  const made = spawnSync(process.execPath, [entry(), 'backup'], {
    env,
    cwd: env.SIGNALBOX_DATA,
    encoding: 'utf8',
  });
  expect([made.status, made.stdout]).toEqual([0, expect.stringContaining(env.SIGNALBOX_BACKUPS)]);
  expect(existsSync(made.stdout.trim())).toBe(true);
  child.kill('SIGTERM');
  expect(await once(child, 'exit')).toEqual([0, null]);
});

test('[F6.2] with its own certificates it is healthy, too', async () => {
  const { cert, key } = makeCertificate({ name: 'flows.example.com', dns: ['flows.example.com'] });
  writeFileSync(join(folder, 'cert.pem'), cert);
  writeFileSync(join(folder, 'key.pem'), key, { mode: 0o600 });
  const env = await createContainerEnvironment('direct', {
    SIGNALBOX_TLS_CERT: join(folder, 'cert.pem'),
    SIGNALBOX_TLS_KEY: join(folder, 'key.pem'),
  });
  await start(env);
  expect(checkHealth(env)).toEqual([0, '']);
});

test('[F6.2][U2.2] the image has git and ssh for workflow repositories, and does not run as root', () => {
  const lines = lastStage();
  const installing = lines.findIndex((line) => line.startsWith('RUN apt-get update'));
  const [, names = ''] =
    /apt-get install -y --no-install-recommends ([a-z -]+)/.exec(lines[installing] ?? '') ?? [];
  expect(names.trim().split(' ')).toEqual(
    expect.arrayContaining(['ca-certificates', 'git', 'openssh-client']),
  );
  expect(lines.findIndex((line) => line.startsWith('USER '))).toBeGreaterThan(installing);
});

test('[F6.2] without credentials and a proxy it does not start, and reports what is missing', async () => {
  const env = await createContainerEnvironment('bare', {
    SIGNALBOX_JWT_SECRET: '',
    SIGNALBOX_JWT_ISSUER: '',
  });
  const { status, stderr } = spawnSync(process.execPath, [entry(), ...instructionWords('CMD')], {
    env,
    cwd: env.SIGNALBOX_DATA,
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  for (const words of ['SIGNALBOX_JWT_SECRET', 'SIGNALBOX_PROXIES']) expect(stderr).toContain(words);
});
