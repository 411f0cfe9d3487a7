/** Draws a line of text in an SVG. */
import { escapeXml } from './escape-xml.ts';

export interface TextPlace {
  readonly x: number;
  /** The baseline. */
  readonly y: number;
  readonly className: string;
}

export function svgText(text: string, { x, y, className }: TextPlace): string {
  return `<text class="${className}" x="${x}" y="${y}">${escapeXml(text)}</text>`;
}
