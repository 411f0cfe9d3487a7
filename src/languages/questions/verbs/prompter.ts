/** Reads lines from the terminal; those that are secret are never shown, and are in no history. */
import type { Terminal } from '../../../cli/host/terminal.ts';
import { pluralize } from '../../../cli/print/pluralize.ts';
import { say } from './say.ts';

export interface Prompter {
  /** `undefined` if the user leaves. */
  readonly ask: (prompt: string) => Promise<string | undefined>;
  /** Asks until a single line is typed: a pasted text of several lines is dropped. */
  readonly askHidden: (prompt: string) => Promise<string | undefined>;
  readonly close: () => void;
}

export function openPrompter(terminal: Terminal, signal: AbortSignal): Prompter {
  const screen = { host: { terminal } };
  let reader = terminal.openReader(signal);
  const close = (): void => {
    const left = reader.close();
    if (left > 0 && !signal.aborted) say(screen, `${pluralize(left, 'more line')} you pasted: ignored.`);
  };
  return {
    async ask(prompt) {
      const typed = await reader.ask(prompt);
      return typed.kind === 'line' ? typed.text : undefined;
    },
    async askHidden(prompt) {
      // What was pasted before this prompt was shown.
      close();
      try {
        for (;;) {
          const hidden = terminal.openReader(signal, 'hidden');
          const typed = await hidden.ask(prompt).finally(() => hidden.close());
          if (typed.kind !== 'line') return undefined;
          if (!typed.isFollowed) return typed.text;
          say(screen, 'You pasted several lines. Nothing is saved: paste the secret as one line.');
        }
      } finally {
        reader = terminal.openReader(signal);
      }
    },
    close,
  };
}
