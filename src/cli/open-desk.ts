/** For tests: a terminal with somebody at it, who answers what was prepared. */
import type { Terminal } from './terminal.ts';

export interface Desk {
  readonly terminal: Terminal;
  /** Everything that was written and asked. */
  readonly shown: () => string;
  readonly prompts: () => readonly string[];
  readonly interrupt: () => void;
}

export interface DeskOptions {
  readonly redraws?: boolean;
  readonly columns?: number;
  readonly rows?: number;
}

/** @param answers in order; undefined where nothing is typed but the end of the input */
export function openDesk(
  answers: readonly (string | undefined)[],
  { redraws = false, columns = 80, rows = 24 }: DeskOptions = {},
): Desk {
  let shown = '';
  const prompts: string[] = [];
  const listeners = new Set<() => void>();
  const left = [...answers];
  return {
    terminal: {
      write: (text) => {
        shown += text;
      },
      redraws,
      asks: true,
      colour: false,
      size: () => ({ columns, rows }),
      ask: async (prompt) => {
        prompts.push(prompt.trim().replace(/:$/, ''));
        const answer = left.shift();
        shown += `${prompt}${answer ?? ''}\n`;
        return answer;
      },
      askLines: async (prompt, isLast) => {
        prompts.push(prompt.trim());
        const lines: string[] = [];
        for (const line of untilEnd(left)) {
          shown += `${prompt}${line}\n`;
          lines.push(line);
          if (isLast(line)) break;
        }
        return lines;
      },
      onInterrupt: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      every: () => () => {},
    },
    shown: () => shown,
    prompts: () => prompts,
    interrupt: () => {
      for (const listener of listeners) listener();
    },
  };
}

/** Takes them from the list, up to the end of the input. */
function* untilEnd(answers: (string | undefined)[]): Generator<string> {
  for (let next = answers.shift(); next !== undefined; next = answers.shift()) yield next;
}
