/** `signalbox stdio`: serves a host that starts its own server. */
import type { Command } from '../arguments/command.ts';
import { folderOptions } from '../arguments/options.ts';
import { clientOptions } from '../arguments/server-options.ts';
import { serveStdio } from '../serve/serve-stdio.ts';

export const stdio: Command = {
  meaning:
    'Serves one MCP client over standard input and output, as desktop hosts start it. Several processes may share a data\nfolder. It ends when the client disconnects.',
  options: [...clientOptions, ...folderOptions],
  examples: ['stdio', 'stdio --workflows workflows --workflows examples --toolsets all'],
  run: (args, host) =>
    serveStdio(args, host, async () => (await import('../../server/open-stdio.ts')).openStdio),
};
