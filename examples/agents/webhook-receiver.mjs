/**
 * Is told by webhook when something happens to a case, and believes nobody but the server.
 *
 *   SIGNALBOX_WEBHOOK_ALLOW=127.0.0.1 npm start  (in another terminal: the server; else it calls public addresses only)
 *   export WEBHOOK_SECRET=a-secret-of-both-sides PORT=9000
 *   node examples/agents/webhook-receiver.mjs
 *
 * Then subscribe, with the same secret (docs/client.md shows how):
 *
 *   client.subscribe({ caseId, callbackUrl: 'http://127.0.0.1:9000/', secret: 'a-secret-of-both-sides' })
 */
import { createServer } from 'node:http';
import { createReplayGuard, verifyWebhook, WebhookRefused } from 'signalbox/client';

const { WEBHOOK_SECRET: secret = '', PORT: port = '9000' } = process.env;
if (secret === '') {
  // Anybody could sign with an empty one.
  console.error('WEBHOOK_SECRET is missing: the secret of the subscription.');
  process.exit(1);
}
const guard = createReplayGuard();
const maxBytes = 1_048_576;

const server = createServer(async (request, response) => {
  try {
    const body = await read(request);
    const event = await verifyWebhook({ body, headers: request.headers, secret, isKnown: guard.isKnown });
    console.log(JSON.stringify(event));
    // Only what was dealt with is known from now on: where that fails, the server sends it again.
    guard.remember(event.delivery_id);
    response.writeHead(204).end();
  } catch (error) {
    const reason = error instanceof WebhookRefused ? error.reason : 'failed';
    console.error(`Refused: ${reason}`);
    // What was there before is fine; what fails here may work later; anything else is not from the server.
    response.writeHead({ replayed: 204, failed: 500 }[reason] ?? 401).end();
  }
});
server.listen(Number(port), '127.0.0.1', () => {
  const { port: chosen } = server.address();
  console.error(`Listening at http://127.0.0.1:${chosen}/`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => server.close());

/** @param {import('node:http').IncomingMessage} request */
async function read(request) {
  const parts = [];
  let size = 0;
  for await (const part of request) {
    size += part.length;
    if (size > maxBytes) throw new WebhookRefused('malformed', 'The body is too big.');
    parts.push(part);
  }
  return Buffer.concat(parts);
}
