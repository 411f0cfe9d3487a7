/**
 * A host for the output of verbs inside the tour: indented, and not wider than the tour. It cuts lists and wraps
 * sentences. Coloured lines already have the right width and stay unchanged.
 */
import { displayWidth } from '../../drawing/index.ts';
import type { Host } from '../host/host.ts';
import { wrapText } from '../print/wrap-text.ts';
import type { Printer } from './printer.ts';

const indent = '  ';

export function createIndentedHost(host: Host, { width }: Printer): Host {
  const columns = width - indent.length;
  return {
    ...host,
    columns,
    out: (text) => host.out(text.split('\n').flatMap(fit).map(indented).join('\n')),
  };

  function fit(line: string): readonly string[] {
    if (line.includes('\u001b') || displayWidth(line) <= columns) return [line];
    return line.startsWith(' ') ? [cutWithEllipsis(line, columns)] : wrapText(line, columns);
  }
}

function indented(line: string): string {
  return line === '' ? '' : indent + line;
}

function cutWithEllipsis(text: string, width: number): string {
  let kept = '';
  for (const letter of text) {
    if (displayWidth(kept + letter) > width - 1) break;
    kept += letter;
  }
  return `${kept}…`;
}
