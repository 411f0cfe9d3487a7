/** `signalbox stdio`: serves one MCP client over standard input and output [P1.2]. */
import type { Readable } from 'node:stream';
import { DrainableTransport } from './stdio/drainable-transport.ts';
import { type StdioOptions, serveClient } from './stdio/serve-client.ts';

/** Rejects with OperationError if it cannot start. */
export function openStdio(options: StdioOptions, stop: AbortSignal): Promise<void> {
  const { settings, principal, input, output } = options;
  return serveClient(options, stop, ({ mcpEndpoint }) => {
    const ended = endOf(input);
    const transport = new DrainableTransport(input, output);
    const connection = mcpEndpoint.connect(transport, { principal, choice: settings.toolsets });
    return {
      over: Promise.race([ended, connection.closed]),
      settled: () => Promise.race([transport.settled(), connection.closed]),
    };
  });
}

/** In any case at the end. */
function endOf(input: Readable): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close', 'error']) input.once(event, () => resolve());
  });
}
