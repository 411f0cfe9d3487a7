/**
 * Receives the events of a case by webhook, and verifies that they come from the server.
 *
 *   SIGNALBOX_WEBHOOK_ALLOW=127.0.0.1 npm start  (in another terminal: the server; default: public addresses only)
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
  // With an empty secret, any sender could sign.
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
    // Only handled deliveries are remembered: if handling fails, the server sends the delivery again.
    guard.remember(event.delivery_id);
    response.writeHead(204).end();
  } catch (error) {
    const reason = error instanceof WebhookRefused ? error.reason : 'failed';
    console.error(`Refused: ${reason}`);
    // Repeated deliveries are accepted; failures here may succeed later; all others are not from the server.
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
