/** `signalbox stdio`: for hosts that start a server of their own. */
import type { Command } from '../command.ts';
import { folderOptions } from '../options.ts';
import { serveStdio } from '../serve-stdio.ts';
import { clientOptions } from '../server-options.ts';

export const stdio: Command = {
  meaning:
    'Serves one MCP client over standard input and output, which is how desktop hosts start it. Several of them may share a\ndata folder. It ends when its client goes.',
  options: [...clientOptions, ...folderOptions],
  examples: ['stdio', 'stdio --workflows workflows --workflows examples --toolsets all'],
  run: (args, host) =>
    serveStdio(args, host, async () => (await import('../../server/open-stdio.ts')).openStdio),
};
