/** A line of text in a picture. */
import { escapeXml } from './escape-xml.ts';

export interface TextPlace {
  readonly x: number;
  /** Of the line that letters stand on. */
  readonly y: number;
  readonly className: string;
}

export function svgText(words: string, { x, y, className }: TextPlace): string {
  return `<text class="${className}" x="${x}" y="${y}">${escapeXml(words)}</text>`;
}
