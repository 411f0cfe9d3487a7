/**
 * A separate process over a data folder. It executes the commands on its input and reports the results on its output,
 * one per line. While it owns the folder it also listens on a port, so that a second owner is detected.
 */
import { connect, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { resolveSettings, scopes } from '../../src/operations/index.ts';
import { openSignalbox } from '../../src/server/index.ts';

const [data, workflows, subject, port] = process.argv.slice(2);
const flags = new Map([
  ['--data', [data]],
  ['--workflows', [workflows]],
]);
const { settings } = resolveSettings({ flags, env: {}, folder: process.cwd() });
const principal = { subject, tenant: 'default', scopes: new Set(scopes), roles: [], kind: 'person' };

const tell = (message) => process.stdout.write(`${JSON.stringify(message)}\n`);

/** Waits until a crashed owner is gone; one that still answers owns the folder at the same time. */
function listenAsOwner() {
  const guard = createServer((socket) => socket.end('mine'));
  guard.once('error', () => {
    const other = connect(Number(port), '127.0.0.1');
    other.once('data', () => tell({ kind: 'rival' }));
    other.once('error', () => undefined);
    other.once('close', () => setTimeout(listenAsOwner, 5));
  });
  guard.listen(Number(port), '127.0.0.1');
  guard.unref();
}

let box;
async function follow(order) {
  if (order.kind === 'open') {
    box = await openSignalbox(settings, {
      env: {},
      version: order.version ?? '1',
      warn: (line) => tell({ kind: 'warning', line }),
      onRole(role) {
        tell({ kind: 'role', role });
        if (role === 'owner' && port !== '0') listenAsOwner();
      },
    });
    return null;
  }
  if (order.kind === 'call') return box.call(principal, order.operation, order.input);
  await box.close();
  return null;
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line);
  follow(order).then(
    (result) => tell({ kind: 'answer', id: order.id, result }),
    (error) => tell({ kind: 'error', id: order.id, details: error.details ?? { code: String(error) } }),
  );
}
