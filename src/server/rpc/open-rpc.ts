/** `signalbox rpc`: one client that speaks JSON-RPC 2.0, at the other end of standard input and output [W6.1]. */
import { type StdioOptions, serveClient } from '../stdio/serve-client.ts';
import { converse } from './converse.ts';

/** Until the client has gone or said `shutdown`. Rejects with OperationError where it cannot begin. */
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
