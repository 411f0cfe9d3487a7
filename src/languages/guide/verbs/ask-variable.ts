/** Asks for a variable of the context at the terminal. */
import type { LineReader } from '../../../cli/host/line-reader.ts';
import { oneLine } from '../../../cli/print/clean-lines.ts';

/** @returns the typed text, maybe empty; `undefined` if the user left */
export const askVariable = (reader: LineReader, name: string, why: string): Promise<string | undefined> =>
  readAnswer(reader, `  ${oneLine(`${name} (${why})`)} = `);

/** One trimmed line; `undefined` if the user left. */
export async function readAnswer(reader: LineReader, prompt: string): Promise<string | undefined> {
  const typed = await reader.ask(prompt);
  return typed.kind === 'line' ? typed.text.trim() : undefined;
}
