/** The error stream and the keyboard: progress and questions, independent of where the results go. */
import { askLine, type LineReader, openLineReader } from './line-reader.ts';

export interface Terminal {
  readonly write: (text: string) => void;
  /** Whether written lines can be redrawn. */
  readonly canRedraw: boolean;
  /** Whether a person can be asked. */
  readonly isInteractive: boolean;
  readonly colour: boolean;
  /** The current size: windows are resized. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  /** Reads one line; `undefined` if the input ends or the signal is aborted first. */
  readonly ask: (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
  /**
   * For several related questions: pasted lines are not lost between them.
   * @param echo `hidden`: what is typed is not shown, and not remembered
   */
  readonly openReader: (signal: AbortSignal, echo?: 'shown' | 'hidden') => LineReader;
  /** Calls the listener on Ctrl-C, until the returned function is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Calls the listener repeatedly, until the returned function is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

export function createProcessTerminal(): Terminal {
  const { stdin, stderr, env } = process;
  const canRedraw = stderr.isTTY === true && env['TERM'] !== 'dumb';
  const listeners = new Set<() => void>();
  const interrupt = () => {
    for (const listener of listeners) listener();
  };
  const openReader = (signal: AbortSignal, echo: 'shown' | 'hidden' = 'shown') =>
    openLineReader({ input: stdin, output: stderr, interrupt, isHidden: echo === 'hidden' }, signal);
  return {
    write: (text) => void stderr.write(text),
    canRedraw,
    isInteractive: stdin.isTTY === true && stderr.isTTY === true,
    colour: canRedraw && (env['NO_COLOR'] ?? '') === '',
    // Some terminals report zero columns.
    size: () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
    ask: (prompt, signal) => askLine(openReader(signal), prompt),
    openReader,
    onInterrupt: (listener) => {
      // Without a listener Ctrl-C ends the process as usual.
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
