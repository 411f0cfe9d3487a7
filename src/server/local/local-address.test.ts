import { once } from 'node:events';
import { chmod, chown, mkdir, mkdtemp, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { checkSocket, chooseSocket } from './local-address.ts';

const isRoot = process.getuid?.() === 0;
const stranger = 65_534;

let folder = '';
let servers: Server[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-address-'));
});

afterEach(async () => {
  for (const server of servers) server.close();
  servers = [];
  await rm(folder, { recursive: true });
});

async function listenAt(path: string): Promise<void> {
  const server = createServer();
  servers.push(server);
  server.listen(path);
  await once(server, 'listening');
  await chmod(path, 0o600);
}

const ownSockets = (): string => join(folder, `signalbox-${process.getuid?.()}`);
const unsafe = { details: { code: 'unsafe_folder', category: 'permission' } };

test('[R6.1] the socket is in the data folder if only its user can access that', async () => {
  expect(await chooseSocket(folder)).toBe(join(folder, 'signalbox.sock'));
});

test('[R6.1] a data folder that others can access, or with a long path, has its socket in another folder', async () => {
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o755);
  const deep = join(folder, 'd'.repeat(150));
  await mkdir(deep, { mode: 0o700 });
  const [ofOpen, ofDeep] = [await chooseSocket(open, folder), await chooseSocket(deep, folder)];
  for (const socket of [ofOpen, ofDeep]) {
    expect(socket.startsWith(`${ownSockets()}/`)).toBe(true);
    expect(Buffer.byteLength(socket)).toBeLessThan(103);
    await listenAt(socket);
    await checkSocket(socket);
  }
  expect(ofOpen).not.toBe(ofDeep);
  expect(await chooseSocket(deep, folder)).toBe(ofDeep);
  expect((await stat(ownSockets())).mode & 0o777).toBe(0o700);
});

test('[R6.1] the folder for sockets is refused if others can access it, or if it is a link', async () => {
  const open = join(folder, 'open');
  await mkdir(open);
  await chmod(open, 0o755);
  await mkdir(ownSockets());
  await chmod(ownSockets(), 0o777);
  await expect(chooseSocket(open, folder)).rejects.toMatchObject(unsafe);
  await rm(ownSockets(), { recursive: true });
  await mkdir(join(folder, 'elsewhere'), { mode: 0o700 });
  await symlink(join(folder, 'elsewhere'), ownSockets());
  await expect(chooseSocket(open, folder)).rejects.toMatchObject(unsafe);
});

test('[R6.1] a socket that others can open, or in a folder that others can access, is refused', async () => {
  const socket = join(folder, 'x.sock');
  await listenAt(socket);
  await checkSocket(socket);
  await chmod(socket, 0o660);
  await expect(checkSocket(socket)).rejects.toMatchObject(unsafe);
  await chmod(socket, 0o600);
  await chmod(folder, 0o711);
  await expect(checkSocket(socket)).rejects.toMatchObject(unsafe);
});

test('[R6.1] a file that is not a socket is refused; a missing one is not an error', async () => {
  const socket = join(folder, 'x.sock');
  await checkSocket(socket);
  await writeFile(socket, '', { mode: 0o600 });
  await expect(checkSocket(socket)).rejects.toMatchObject(unsafe);
  await rm(socket);
  await listenAt(join(folder, 'y.sock'));
  await symlink(join(folder, 'y.sock'), socket);
  await expect(checkSocket(socket)).rejects.toMatchObject(unsafe);
});

// Only root can change the owner of a file.
test.runIf(isRoot)('[R6.1] a socket or a folder of another user is refused', async () => {
  const socket = join(folder, 'x.sock');
  await listenAt(socket);
  await chown(socket, stranger, stranger);
  await expect(checkSocket(socket)).rejects.toMatchObject(unsafe);
  await chown(socket, 0, 0);
  await chown(folder, stranger, stranger);
  await expect(checkSocket(socket)).rejects.toMatchObject(unsafe);
  const apart = await mkdtemp(join(tmpdir(), 'signalbox-address-'));
  try {
    await mkdir(join(apart, 'signalbox-0'), { mode: 0o700 });
    await chown(join(apart, 'signalbox-0'), stranger, stranger);
    await expect(chooseSocket(folder, apart)).rejects.toMatchObject(unsafe);
  } finally {
    await rm(apart, { recursive: true });
  }
});
