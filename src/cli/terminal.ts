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
  /**
   * Lines, up to and with the first that is the last one, or to the end of the input. All that is pasted before that counts.
   * Undefined where whoever types breaks off, or the signal was aborted.
   */
  readonly askLines: (
    prompt: string,
    isLast: (line: string) => boolean,
    signal: AbortSignal,
  ) => Promise<readonly string[] | undefined>;
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
    // Some terminals say that they have no columns.
    size: () => ({ columns: stderr.columns || 80, rows: stderr.rows || 24 }),
    ask: async (prompt, signal) => (await readLines(prompt, () => true, signal, interrupt))?.[0],
    askLines: (prompt, isLast, signal) => readLines(prompt, isLast, signal, interrupt),
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

function readLines(
  prompt: string,
  isLast: (line: string) => boolean,
  signal: AbortSignal,
  interrupt: () => void,
): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => {
    const reader = createInterface({ input: process.stdin, output: process.stderr, prompt });
    const lines: string[] = [];
    let end: 'input' | 'last' | 'broken' = 'input';
    const close = (why: typeof end) => {
      end = why;
      reader.close();
    };
    const stop = () => close('broken');
    reader.on('line', (line) => {
      // What came with the last line in one go is for nobody.
      if (end !== 'input') return;
      lines.push(line);
      if (isLast(line)) close('last');
      else reader.prompt();
    });
    reader.on('close', () => {
      signal.removeEventListener('abort', stop);
      // Whatever comes next begins on a line of its own.
      if (end !== 'last') process.stderr.write('\n');
      resolve(end === 'broken' ? undefined : lines);
    });
    reader.on('SIGINT', () => {
      interrupt();
      stop();
    });
    signal.addEventListener('abort', stop);
    if (signal.aborted) stop();
    else reader.prompt();
  });
}
