/** Asks for a variable of the context at the terminal. */
import { oneLine } from '../clean-lines.ts';
import type { Host } from '../host.ts';

/** @returns what was typed, empty where that is nothing; undefined where whoever is asked has left */
export async function askVariable(
  { terminal }: Host,
  name: string,
  why: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  const text = await terminal.ask(`  ${oneLine(`${name} (${why})`)} = `, signal);
  return text?.trim();
}
