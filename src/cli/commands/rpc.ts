/** `signalbox rpc`: serves a program that starts its own JSON-RPC 2.0 server. */
import type { Command } from '../arguments/command.ts';
import { folderOptions } from '../arguments/options.ts';
import { clientOptions } from '../arguments/server-options.ts';
import { serveStdio } from '../serve/serve-stdio.ts';

export const rpc: Command = {
  meaning:
    'Serves one JSON-RPC 2.0 client over standard input and output, one message per line. Methods are tool names. It ends\nwhen the client disconnects or calls “shutdown”.',
  options: [...clientOptions, ...folderOptions],
  examples: ['rpc', 'rpc --workflows examples --log-level info'],
  run: (args, host) =>
    serveStdio(args, host, async () => (await import('../../server/rpc/open-rpc.ts')).openRpc),
};
