/** `signalbox completion`: prints what a shell needs to complete command lines. */

import { cleanText } from '../../drawing/index.ts';
import type { Command } from '../arguments/command.ts';
import { dataFolderOptions } from '../arguments/options.ts';
import { findScript, shells } from '../completion/scripts.ts';

export const completion: Command = {
  meaning:
    'Prints the script that makes a shell complete verbs, options, files, and names and ids of your data folder. Load it at\nthe start of the shell: source <(signalbox completion bash), the same for zsh, or\nsignalbox completion fish | source.',
  arguments: { usage: shells.join('|'), min: 1, max: 1 },
  options: dataFolderOptions,
  examples: shells.map((shell) => `completion ${shell}`),
  run: async ({ arguments: [shell = ''] }, host) => {
    const script = findScript(shell);
    if (script === undefined) {
      host.err(`Unknown shell “${cleanText(shell)}”. Use one of: ${shells.join(', ')}.\n`);
      return 2;
    }
    host.out(script);
    return 0;
  },
};
