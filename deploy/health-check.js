/**
 * Checks whether the server of this machine is alive, for container runtimes: exits with 0 if it is, otherwise with 1. It
 * reads the port and TLS settings from the same variables as the server.
 */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

const setting = (...names) => names.map((name) => process.env[name] ?? '').find((value) => value !== '');
const bound = setting('SIGNALBOX_HOST') ?? '127.0.0.1';

const options = {
  // A server that listens on all addresses also listens on this one.
  host: bound === '0.0.0.0' || bound === '::' ? '127.0.0.1' : bound,
  port: setting('SIGNALBOX_PORT', 'YAWL_MCP_PORT') ?? '8484',
  path: '/health',
  timeout: 4_000,
  // The server is local, whatever name its certificate has.
  rejectUnauthorized: false,
};
const ask = setting('SIGNALBOX_TLS_CERT') === undefined ? plain : secure;
const asked = ask(options, (answer) =>
  end(answer.statusCode === 200 ? '' : `The server responded with ${answer.statusCode}.`),
);
asked.on('timeout', () => end('The server does not respond.'));
asked.on('error', (error) => end(error.message));
asked.end();

function end(problem) {
  if (problem !== '') console.error(problem);
  process.exit(problem === '' ? 0 : 1);
}
