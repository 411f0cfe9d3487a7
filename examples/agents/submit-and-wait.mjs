/**
 * Submits a case and waits for its end. Running it twice with the same last argument starts one case.
 *
 *   npm start                                    (in another terminal: the server, with the examples)
 *   export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
 *   node examples/agents/submit-and-wait.mjs hello '{"name": "Ada"}' greet-ada-1
 *
 * A public server requires credentials. Either set SIGNALBOX_KEY to a key of “signalbox key create”, or let the
 * agent sign its own tokens: ZAI_AGENT_NAME, YAWL_MCP_JWT_SECRET and YAWL_MCP_JWT_ISSUER. The exit code is 0 if the case
 * completes, 1 if it fails or a request is refused, 3 on a timeout.
 */
import { CaseTimeout, ClientError, ClientSettingsError, clientFromEnvironment } from 'signalbox/client';

const [specification = 'hello', data = '{}', idempotencyKey] = process.argv.slice(2);

try {
  const client = clientFromEnvironment(process.env);
  const { case_id: caseId } = await client.submit(
    specification,
    JSON.parse(data),
    idempotencyKey === undefined ? {} : { idempotencyKey },
  );
  console.error(`Submitted ${caseId}; waiting for its end.`);
  const { status, state, output_data: output } = await client.waitForCase(caseId);
  console.log(JSON.stringify({ case_id: caseId, status, state, output_data: output }));
  process.exitCode = status === 'completed' ? 0 : 1;
} catch (error) {
  if (![CaseTimeout, ClientError, ClientSettingsError, SyntaxError].some((kind) => error instanceof kind)) {
    throw error;
  }
  console.error(error.message);
  if (error.suggestedAction) console.error(error.suggestedAction);
  process.exitCode = error instanceof CaseTimeout ? 3 : 1;
}
