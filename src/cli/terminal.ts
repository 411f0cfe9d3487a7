/** The error stream and the keyboard: where progress is shown and people are asked, whatever becomes of the results. */
import { askLine, type LineReader, openLineReader } from './line-reader.ts';

export interface Terminal {
  readonly write: (text: string) => void;
  /** What was written can be drawn over. */
  readonly canRedraw: boolean;
  /** Somebody is there to be asked. */
  readonly isInteractive: boolean;
  readonly colour: boolean;
  /** As it is now: windows are resized. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  /** One line; undefined where nobody wants to answer, or the signal was aborted first. */
  readonly ask: (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
  /** For several questions that belong together: of what is pasted there nothing is lost. */
  readonly openReader: (signal: AbortSignal) => LineReader;
  /** Ctrl-C, until the function that it gives is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Again and again, until the function that it gives is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

export function createProcessTerminal(): Terminal {
  const { stdin, stderr, env } = process;
  const canRedraw = stderr.isTTY === true && env['TERM'] !== 'dumb';
  const listeners = new Set<() => void>();
  const interrupt = () => {
    for (const listener of listeners) listener();
  };
  const openReader = (signal: AbortSignal) =>
    openLineReader({ input: stdin, output: stderr, interrupt }, signal);
  return {
    write: (text) => void stderr.write(text),
    canRedraw,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    colour: canRedraw && (env['NO_COLOR'] ?? '') === '',
    // Some terminals say that they have no columns.
    size: () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
    ask: (prompt, signal) => askLine(openReader(signal), prompt),
    openReader,
    onInterrupt: (listener) => {
      // Without a listener Ctrl-C ends the process as it always does.
      if (listeners.size === 0) process.on('SIGINT', interrupt);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) process.off('SIGINT', interrupt);
      };
    },
    every: (milliseconds, work) => {
      const timer = setInterval(work, milliseconds);
      return () => clearInterval(timer);
    },
  };
}
