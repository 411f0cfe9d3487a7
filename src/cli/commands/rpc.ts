/** `signalbox rpc`: for programs that speak JSON-RPC 2.0 and start a server of their own. */
import type { Command } from '../command.ts';
import { folderOptions } from '../options.ts';
import { serveStdio } from '../serve-stdio.ts';
import { clientOptions } from '../server-options.ts';

export const rpc: Command = {
  meaning:
    'Serves one client over standard input and output that speaks JSON-RPC 2.0, one message in each line. Methods are the\nnames of tools. It ends when its client goes, or says “shutdown”.',
  options: [...clientOptions, ...folderOptions],
  examples: ['rpc', 'rpc --workflows examples --log-level info'],
  run: (args, host) =>
    serveStdio(args, host, async () => (await import('../../server/rpc/open-rpc.ts')).openRpc),
};
