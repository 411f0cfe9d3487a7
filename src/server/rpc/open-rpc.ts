/** `signalbox rpc`: serves one JSON-RPC 2.0 client over standard input and output [W6.1]. */
import { type StdioOptions, serveClient } from '../stdio/serve-client.ts';
import { converse } from './converse.ts';

/** Until the client disconnects or sends `shutdown`. Rejects with OperationError if it cannot start. */
export function openRpc(options: StdioOptions, stop: AbortSignal): Promise<void> {
  const { settings, principal, version, input, output } = options;
  return serveClient(options, stop, ({ mcpEndpoint, contents, report }) =>
    converse({
      dependencies: { mcpEndpoint, tools: contents.tools, version, report },
      mcpCaller: { principal, choice: settings.toolsets },
      input,
      output,
      stop,
    }),
  );
}
