/** A terminal with prepared answers. Keys are read as from a real one. */
import { PassThrough, Writable } from 'node:stream';
import { askLine, type LineReader, openLineReader } from '../../src/cli/host/line-reader.ts';
import type { Terminal } from '../../src/cli/host/terminal.ts';

export interface TestTerminal {
  readonly terminal: Terminal;
  /** Everything that was written and asked. */
  readonly shown: () => string;
  readonly prompts: () => readonly string[];
  readonly interrupt: () => void;
}

export interface TestTerminalOptions {
  readonly canRedraw?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

const endOfInput = '\u0004';

/** @param answers in order, of several lines if they are pasted at once; undefined is the end of the input */
export function openTestTerminal(
  answers: readonly (string | undefined)[],
  { canRedraw = false, columns = 80, rows = 24 }: TestTerminalOptions = {},
): TestTerminal {
  let shown = '';
  const prompts: string[] = [];
  const listeners = new Set<() => void>();
  const interrupt = () => {
    for (const listener of listeners) listener();
  };
  const remaining = [...answers];
  const input = new PassThrough();
  const output = new Writable({
    write: (data, _, done) => {
      shown += plain(String(data));
      done();
    },
  });
  const openReader = (signal: AbortSignal, echo: 'shown' | 'hidden' = 'shown'): LineReader => {
    const isHidden = echo === 'hidden';
    const reader = openLineReader({ input, output, interrupt, isHidden }, signal, true);
    /** Lines of the last answer that were not requested. */
    let waiting = 0;
    return {
      ask: async (prompt, repeatsPrompt) => {
        prompts.push(prompt.trim().replace(/:$/, ''));
        const asked = reader.ask(prompt, repeatsPrompt);
        if (waiting === 0) {
          const answer = remaining.shift();
          waiting = answer === undefined ? 1 : answer.split('\n').length;
          input.write(answer === undefined ? endOfInput : `${answer}\n`);
        }
        waiting -= 1;
        return asked;
      },
      close: reader.close,
    };
  };
  return {
    terminal: {
      write: (text) => {
        shown += text;
      },
      canRedraw,
      isInteractive: true,
      colour: false,
      size: () => ({ columns, rows }),
      ask: (prompt, signal) => askLine(openReader(signal), prompt),
      openReader,
      onInterrupt: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      every: () => () => {},
    },
    shown: () => shown,
    prompts: () => prompts,
    interrupt,
  };
}

/** Without cursor movements. */
const plain = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it matches control characters
  text.replace(/\u001b\[[0-9;]*[A-Z]/g, '').replaceAll('\r', '');
