/**
 * A separate process: the server as `signalbox serve` opens it, with the contents of the conformance suite in
 * addition to the product's. A header names the principal, unchecked. It prints its address, and ends on SIGTERM.
 */
import { type Principal, resolveSettings, scopes } from '../../src/operations/index.ts';
import { openServer } from '../../src/server/open-server.ts';
import { createLog } from '../../src/server/telemetry/log.ts';
import { addSuite } from './fixture/add-suite.ts';

const [data = '', workflows = '', port = '0'] = process.argv.slice(2);

const { settings } = resolveSettings({
  flags: new Map([
    ['--data', [data]],
    ['--workflows', [workflows]],
    ['--port', [port]],
  ]),
  env: {},
  folder: data,
});

const server = await openServer({
  settings,
  env: {},
  version: '0.0.0',
  developer: (request) => principalOf(request.headers.get('x-subject') ?? 'suite'),
  stdioCommand: { command: 'signalbox', args: ['stdio'] },
  log: createLog({
    level: 'warn',
    form: 'lines',
    write: (text) => process.stderr.write(text),
    redact: String,
  }),
  compose: addSuite,
});

process.stdout.write(`${server.url}\n`);
process.on('SIGTERM', async () => {
  await server.close();
  process.exit(0);
});

function principalOf(subject: string): Principal {
  return { subject, tenant: 'default', scopes: new Set(scopes), roles: [], kind: 'agent' };
}
