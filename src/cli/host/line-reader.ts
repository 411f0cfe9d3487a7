/** Reads lines that are typed or pasted. Lines that arrive early are buffered until they are requested. */
import { createInterface, type Interface } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

type LineResult =
  | {
      readonly kind: 'line';
      readonly text: string;
      /** More input arrived in the same paste. */
      readonly isFollowed: boolean;
    }
  /** End of input by Ctrl-D. The caller may ask again. */
  | { readonly kind: 'end' }
  /** Ctrl-C, or the signal was aborted. */
  | { readonly kind: 'broken' };

export interface LineReader {
  /** @param repeatsPrompt whether the same prompt follows this line: then it is also printed before pasted lines */
  readonly ask: (prompt: string, repeatsPrompt?: (line: string) => boolean) => Promise<LineResult>;
  /** @returns the number of lines that were never requested */
  readonly close: () => number;
}

interface Keyboard {
  readonly input: Readable;
  readonly output: Writable;
  /** Called on Ctrl-C. */
  readonly interrupt: () => void;
  /** What is typed is not shown, and not remembered. */
  readonly isHidden?: boolean;
}

export function openLineReader(
  { input, output, interrupt, isHidden = false }: Keyboard,
  signal: AbortSignal,
  isTerminal?: boolean,
): LineReader {
  /** Buffered lines, each with the prompt at which it arrived. */
  const lines: { readonly text: string; readonly asked: string }[] = [];
  let reader: Interface | null = null;
  let isBroken = signal.aborted;
  /** The input has ended and no caller knows yet. */
  let hasEnded = false;
  /** The prompt on the current line. */
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
    if (isHidden) output.write(promptText);
    // Keeps what is typed of the line so far.
    else reader?.prompt(true);
  };
  /** The next output starts on its own line. */
  const leaveLine = () => {
    if (shownPrompt !== null) output.write('\n');
    shownPrompt = null;
  };
  const open = () => {
    const opened = createInterface({
      input,
      output: isHidden ? createSilence() : output,
      ...(isTerminal === undefined && !isHidden ? {} : { terminal: isTerminal ?? true }),
      ...(isHidden ? { historySize: 0 } : {}),
    });
    opened.on('line', (line) => {
      lines.push({ text: line, asked });
      // The key that ends the line is not shown either.
      if (isHidden) leaveLine();
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
      // A line that arrived at another prompt is echoed behind the prompt it answers.
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

const createSilence = (): Writable => new Writable({ write: (_data, _encoding, done) => done() });

/** Reads a single line. */
export async function askLine(reader: LineReader, prompt: string): Promise<string | undefined> {
  try {
    const typed = await reader.ask(prompt);
    return typed.kind === 'line' ? typed.text : undefined;
  } finally {
    reader.close();
  }
}

/** A long paste arrives in pieces: two turns of the event loop collect what the terminal has sent. */
async function drainInput(): Promise<void> {
  for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

const isHalfTyped = (reader: Interface | null): boolean => reader !== null && reader.line !== '';
