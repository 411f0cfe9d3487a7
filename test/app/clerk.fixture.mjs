/**
 * A process of its own at a data folder. It does what lines on its input say and tells by lines on its output what
 * came of it. While it owns the folder it also listens on a port of its own: whoever owns the folder as well finds it.
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

/** Waits for whoever died to be gone altogether; one that still answers owns the folder at the same time. */
function standGuard() {
  const guard = createServer((socket) => socket.end('mine'));
  guard.once('error', () => {
    const other = connect(Number(port), '127.0.0.1');
    other.once('data', () => tell({ kind: 'rival' }));
    other.once('error', () => undefined);
    other.once('close', () => setTimeout(standGuard, 5));
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
        if (role === 'owner' && port !== '0') standGuard();
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
