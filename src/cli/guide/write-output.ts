/** Takes the output of a step from whoever writes it: lines up to the end; words among them are heeded as they come. */
import type { Json } from '../../expression/index.ts';
import { oneLine } from '../clean-lines.ts';
import type { Host } from '../host.ts';
import type { LineReader } from '../line-reader.ts';
import { createLoader } from '../loader.ts';
import { createStyles } from '../styles.ts';
import { type GuideCommand, guideCommandHelp, parseGuideCommand } from './guide-commands.ts';

type WrittenOutput =
  | { readonly kind: 'output'; readonly text: string }
  /** Nobody wants to write, or it is no longer asked for. */
  | { readonly kind: 'broken' }
  | Extract<GuideCommand, { readonly kind: 'back' | 'other' | 'quit' | 'skip' }>;

/**
 * @param settings what is set with the output: more of it is put there
 * @param refused what was written before and not accepted
 */
export async function writeOutput(
  host: Host,
  reader: LineReader,
  settings: Map<string, Json>,
  refused: string,
): Promise<WrittenOutput> {
  const { terminal } = host;
  const say = (...texts: readonly string[]) => terminal.write(texts.map((text) => `  ${text}\n`).join(''));
  const keepHint = refused === '' ? '' : ' :keep takes what you wrote.';
  const { quiet } = createStyles(terminal.colour);
  say(
    quiet(`Write the output; a line with only a dot ends it, and :help says what else there is.${keepHint}`),
  );
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
        // Texts that are pasted have such lines, too.
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
        say(refused === '' ? 'Nothing was written before.' : 'It is taken; go on below it.');
        break;
      case 'set':
        settings.set(command.name, command.value);
        say(oneLine(`${command.name} is set together with the output.`));
        break;
      case 'help':
        say(...guideCommandHelp);
        break;
      case 'misfit':
        say(oneLine(command.message));
        break;
      default:
        return command;
    }
  }
}
