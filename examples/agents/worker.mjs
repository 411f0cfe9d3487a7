/**
 * Completes the work items of cases of “hello”, one after the other. It holds a lease on the current item; Ctrl-C
 * releases an unfinished one. You can start several workers.
 *
 *   npm start                                    (in another terminal: the server, with the examples)
 *   export YAWL_MCP_URL=http://127.0.0.1:8484/mcp
 *   node examples/agents/worker.mjs
 */
import { ClientError, ClientSettingsError, clientFromEnvironment } from 'signalbox/client';

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());

try {
  const client = clientFromEnvironment(process.env);
  const done = await client.work(
    async (item) => {
      console.log(`${item.case_id} asks: ${item.message}`);
      // Do the work here: call a model, a database, another service. The answer must fit `item.schema`.
      return { greeting: 'Good morning' };
    },
    {
      specification: 'hello',
      leaseMs: 60_000,
      signal: stop.signal,
      onError: (error, item) => console.error(item?.workitem_id ?? 'the server', String(error)),
    },
  );
  console.log(JSON.stringify(done));
} catch (error) {
  if (![ClientError, ClientSettingsError].some((kind) => error instanceof kind)) throw error;
  console.error(error.message);
  if (error.suggestedAction) console.error(error.suggestedAction);
  process.exitCode = 1;
}
