/** Reads the output of a step from the terminal: lines up to the end, and commands among them. */

import { createLoader } from '../../../cli/arguments/loader.ts';
import type { Host } from '../../../cli/host/host.ts';
import type { LineReader } from '../../../cli/host/line-reader.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';
import { createStyles } from '../../../cli/print/styles.ts';
import type { Json } from '../../../expression/index.ts';
import { type GuideCommand, guideCommandHelp, parseGuideCommand } from './guide-commands.ts';

type WrittenOutput =
  | { readonly kind: 'output'; readonly text: string }
  /** The user leaves, or the item is closed. */
  | { readonly kind: 'broken' }
  | Extract<GuideCommand, { readonly kind: 'back' | 'other' | 'quit' | 'skip' }>;

/**
 * @param settings variables to set with the output; commands add to it
 * @param refused the previous text that was not accepted
 */
export async function writeOutput(
  host: Host,
  reader: LineReader,
  settings: Map<string, Json>,
  refused: string,
): Promise<WrittenOutput> {
  const { terminal } = host;
  const say = (...texts: readonly string[]) => terminal.write(texts.map((text) => `  ${text}\n`).join(''));
  const keepHint = refused === '' ? '' : ' :keep continues with your previous text.';
  const { quiet } = createStyles(terminal.colour);
  say(quiet(`Write the output. End it with a line with only a dot; :help lists the commands.${keepHint}`));
  const lines: string[] = [];
  const output = (): WrittenOutput => ({ kind: 'output', text: lines.join('\n') });
  for (;;) {
    const typed = await reader.ask('  │ ', (line) => parseGuideCommand(line) === undefined);
    if (typed.kind === 'broken') return typed;
    if (typed.kind === 'end') return lines.length === 0 ? { kind: 'quit' } : output();
    const { text, isFollowed } = typed;
    const command = parseGuideCommand(text);
    if (command === undefined) {
      lines.push(text);
      continue;
    }
    switch (command.kind) {
      case 'end':
        // Pasted texts may contain such lines.
        if (!isFollowed) return output();
        lines.push(text);
        break;
      case 'file': {
        const file = await createLoader(host).read(command.path);
        if (file === null) break;
        lines.push(file.text);
        if (!isFollowed) return output();
        break;
      }
      case 'keep':
        if (refused !== '') lines.push(refused);
        say(refused === '' ? 'There is no previous text.' : 'Your previous text is kept. Continue below it.');
        break;
      case 'set':
        settings.set(command.name, command.value);
        say(oneLine(`${command.name} is set with the output.`));
        break;
      case 'help':
        say(...guideCommandHelp);
        break;
      case 'mismatch':
        say(oneLine(command.message));
        break;
      default:
        return command;
    }
  }
}
