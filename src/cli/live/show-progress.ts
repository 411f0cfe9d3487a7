/** Shows that work takes a while: from the second second on, how long it has taken. */
import type { Host } from '../host/host.ts';
import { createRepainter } from './repainter.ts';

/**
 * @param line printed once if the terminal cannot redraw
 * @returns a function that ends it
 */
export function showProgress(
  { terminal }: Pick<Host, 'terminal'>,
  what: string,
  line = `${what} …`,
): () => void {
  const { paint, clear } = createRepainter(terminal);
  let seconds = 0;
  const stop = terminal.every(1_000, () => {
    seconds += 1;
    if (terminal.canRedraw) paint([`${what} … ${seconds} s`]);
    else if (seconds === 1) terminal.write(`${line}\n`);
  });
  return () => {
    stop();
    clear();
  };
}
