/** Asks for a variable of the context at the terminal. */
import { oneLine } from '../clean-lines.ts';
import type { LineReader } from '../line-reader.ts';

/** @returns what was typed, empty where that is nothing; undefined where whoever is asked has left */
export const askVariable = (reader: LineReader, name: string, why: string): Promise<string | undefined> =>
  readAnswer(reader, `  ${oneLine(`${name} (${why})`)} = `);

/** One line, without the space around it; undefined where whoever is asked has left. */
export async function readAnswer(reader: LineReader, prompt: string): Promise<string | undefined> {
  const typed = await reader.ask(prompt);
  return typed.kind === 'line' ? typed.text.trim() : undefined;
}
