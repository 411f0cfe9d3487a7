/** Prints the tour: chapters, wrapped paragraphs, and an animated picture at a terminal. */
import { displayWidth } from '../../drawing/index.ts';
import type { Host } from '../host/host.ts';
import { wrapText } from '../print/wrap-text.ts';

export interface Printer {
  /** Columns for pictures and lines. */
  readonly width: number;
  readonly colour: boolean;
  readonly chapter: (title: string) => void;
  readonly paragraph: (text: string) => void;
  readonly lines: (...lines: readonly string[]) => void;
  readonly quiet: (text: string) => string;
  readonly strong: (text: string) => string;
  /** A short pause at a terminal. */
  readonly pause: () => Promise<void>;
  /** A block that is redrawn in place; `undefined` if the output is no terminal. */
  readonly openBlock: (height: number) => ((lines: readonly string[]) => void) | undefined;
}

const pauseMilliseconds = 300;
const maxWidth = 100;

export function createPrinter(host: Host, fast: boolean): Printer {
  const width = Math.max(40, Math.min(maxWidth, host.columns - 1));
  const moves = host.isTerminal && !fast;
  const styled = (code: string) => (text: string) => (host.colour ? `\u001b[${code}m${text}\u001b[0m` : text);
  const strong = styled('1');
  const lines = (...all: readonly string[]) => host.out(`${all.join('\n')}\n`);
  let chapters = 0;
  return {
    width,
    colour: host.colour,
    lines,
    strong,
    quiet: styled('2'),
    chapter: (title) => {
      chapters += 1;
      const head = `── ${chapters} · ${title} `;
      lines('', strong(head + '─'.repeat(Math.max(0, width - displayWidth(head)))), '');
    },
    paragraph: (text) => lines(...wrapText(text, Math.min(width, 88))),
    pause: async () => {
      if (moves) await host.pause(pauseMilliseconds);
    },
    openBlock: (height) => {
      if (!moves || height >= host.rows) return undefined;
      let drawn = 0;
      return (block) => {
        host.out(`${drawn > 0 ? `\u001b[${drawn}A\u001b[J` : ''}${block.join('\n')}\n`);
        drawn = block.length;
      };
    },
  };
}
