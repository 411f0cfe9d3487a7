/**
 * Asks the server of this machine whether it is alive, for whoever starts containers: ends with 0 where it is, else with
 * 1. It takes the port and whether TLS is spoken from the variables that the server takes them from.
 */
import { request as plain } from 'node:http';
import { request as secure } from 'node:https';

const setting = (...names) => names.map((name) => process.env[name] ?? '').find((value) => value !== '');
const bound = setting('SIGNALBOX_HOST') ?? '127.0.0.1';

const options = {
  // Whoever listens everywhere listens here.
  host: bound === '0.0.0.0' || bound === '::' ? '127.0.0.1' : bound,
  port: setting('SIGNALBOX_PORT', 'YAWL_MCP_PORT') ?? '8484',
  path: '/health',
  timeout: 4_000,
  // It is this machine, whatever name its certificate is for.
  rejectUnauthorized: false,
};
const ask = setting('SIGNALBOX_TLS_CERT') === undefined ? plain : secure;
const asked = ask(options, (answer) =>
  end(answer.statusCode === 200 ? '' : `It answered ${answer.statusCode}.`),
);
asked.on('timeout', () => end('It does not answer.'));
asked.on('error', (error) => end(error.message));
asked.end();

function end(problem) {
  if (problem !== '') console.error(problem);
  process.exit(problem === '' ? 0 : 1);
}
