/** Reads the lines that somebody types or pastes: what comes in one go is kept until it is asked for. */
import { createInterface, type Interface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

type LineResult =
  | {
      readonly kind: 'line';
      readonly text: string;
      /** More came with it in one go. */
      readonly isFollowed: boolean;
    }
  /** The end of the input, by Ctrl-D. More can be asked for. */
  | { readonly kind: 'end' }
  /** Whoever types breaks off, or the signal was aborted. */
  | { readonly kind: 'broken' };

export interface LineReader {
  /** @param repeatsPrompt whether the same is asked again after a line: then its prompt stands before lines that are pasted, too */
  readonly ask: (prompt: string, repeatsPrompt?: (line: string) => boolean) => Promise<LineResult>;
  /** @returns how many lines came that nobody asked for */
  readonly close: () => number;
}

interface Keyboard {
  readonly input: Readable;
  readonly output: Writable;
  /** Told of Ctrl-C. */
  readonly interrupt: () => void;
}

export function openLineReader(
  { input, output, interrupt }: Keyboard,
  signal: AbortSignal,
  isTerminal?: boolean,
): LineReader {
  /** What came and was not asked for, with what was asked then. */
  const lines: { readonly text: string; readonly asked: string }[] = [];
  let reader: Interface | null = null;
  let isBroken = signal.aborted;
  /** It ended, and nobody was told so far. */
  let hasEnded = false;
  /** The prompt that the cursor stands behind. */
  let shownPrompt: string | null = null;
  let asked = '';
  let repeatsPromptAfter = (_: string): boolean => false;
  let wake = (): void => {};

  const abort = () => {
    isBroken = true;
    reader?.close();
  };
  const prompt = (promptText: string) => {
    shownPrompt = promptText;
    reader?.setPrompt(promptText);
    // With what was typed of the line so far.
    reader?.prompt(true);
  };
  /** Whatever comes next begins on a line of its own. */
  const leaveLine = () => {
    if (shownPrompt !== null) output.write('\n');
    shownPrompt = null;
  };
  const open = () => {
    const opened = createInterface({
      input,
      output,
      ...(isTerminal === undefined ? {} : { terminal: isTerminal }),
    });
    opened.on('line', (line) => {
      lines.push({ text: line, asked });
      shownPrompt = null;
      if (repeatsPromptAfter(line)) prompt(asked);
      wake();
    });
    opened.on('close', () => {
      reader = null;
      hasEnded = true;
      leaveLine();
      wake();
    });
    opened.on('SIGINT', () => {
      interrupt();
      abort();
    });
    return opened;
  };
  signal.addEventListener('abort', abort);

  return {
    ask: async (promptText, repeatsPrompt = () => false) => {
      asked = promptText;
      repeatsPromptAfter = repeatsPrompt;
      if (lines.length === 0 && !isBroken && !hasEnded && !input.readableEnded) {
        const woken = new Promise<void>((resolve) => {
          wake = resolve;
        });
        reader ??= open();
        if (shownPrompt !== promptText) prompt(promptText);
        await woken;
      }
      if (isBroken) return { kind: 'broken' };
      const line = lines.shift();
      if (line === undefined) {
        hasEnded = false;
        return { kind: 'end' };
      }
      const { text } = line;
      if (lines.length === 0) await drainInput();
      if (!repeatsPrompt(text)) leaveLine();
      // What came while something else was asked is shown as the answer that it is.
      if (line.asked !== promptText) {
        leaveLine();
        output.write(`${promptText}${text}\n`);
      }
      return { kind: 'line', text, isFollowed: lines.length > 0 || isHalfTyped(reader) };
    },
    close: () => {
      signal.removeEventListener('abort', abort);
      const left = lines.length + (isHalfTyped(reader) ? 1 : 0);
      reader?.close();
      return left;
    },
  };
}

/** One line and no more. */
export async function askLine(reader: LineReader, prompt: string): Promise<string | undefined> {
  try {
    const typed = await reader.ask(prompt);
    return typed.kind === 'line' ? typed.text : undefined;
  } finally {
    reader.close();
  }
}

/** A long text comes in several pieces: two turns of the loop take what the keyboard has sent meanwhile. */
async function drainInput(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isHalfTyped = (reader: Interface | null): boolean => reader !== null && reader.line !== '';
