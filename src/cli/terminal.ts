/** The error stream and the keyboard: where progress is shown and people are asked, whatever becomes of the results. */
import { createInterface } from 'node:readline';

export interface Terminal {
  readonly write: (text: string) => void;
  /** What was written can be drawn over. */
  readonly redraws: boolean;
  /** Somebody is there to be asked. */
  readonly asks: boolean;
  readonly colour: boolean;
  /** As it is now: windows are resized. */
  readonly size: () => { readonly columns: number; readonly rows: number };
  /** One line; undefined where nobody wants to answer, or the signal was aborted first. */
  readonly ask: (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
  /** Ctrl-C, until the function that it gives is called. */
  readonly onInterrupt: (listener: () => void) => () => void;
  /** Again and again, until the function that it gives is called. */
  readonly every: (milliseconds: number, work: () => void) => () => void;
}

export function thisTerminal(): Terminal {
  const { stdin, stderr, env } = process;
  const redraws = stderr.isTTY === true && env['TERM'] !== 'dumb';
  const listeners = new Set<() => void>();
  const interrupt = () => {
    for (const listener of listeners) listener();
  };
  return {
    write: (text) => void stderr.write(text),
    redraws,
    asks: stdin.isTTY === true && stderr.isTTY === true,
    colour: redraws && (env['NO_COLOR'] ?? '') === '',
    size: () => ({ columns: stderr.columns ?? 80, rows: stderr.rows ?? 24 }),
    ask: (prompt, signal) => askLine(prompt, signal, interrupt),
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

function askLine(prompt: string, signal: AbortSignal, interrupt: () => void): Promise<string | undefined> {
  return new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output: process.stderr });
    let answer: string | undefined;
    const stop = () => reader.close();
    reader.on('close', () => {
      signal.removeEventListener('abort', stop);
      // Whatever comes next begins on a line of its own.
      if (answer === undefined) process.stderr.write('\n');
      resolve(answer);
    });
    reader.on('SIGINT', () => {
      interrupt();
      reader.close();
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) reader.close();
    else
      reader.question(prompt, (line) => {
        answer = line;
        reader.close();
      });
  });
}
