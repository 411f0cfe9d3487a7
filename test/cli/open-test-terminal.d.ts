import type { Terminal } from '../../src/cli/terminal.ts';
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
/** @param answers in order, of several lines if they are pasted at once; undefined is the end of the input */
export declare function openTestTerminal(
  answers: readonly (string | undefined)[],
  { canRedraw, columns, rows }?: TestTerminalOptions,
): TestTerminal;
