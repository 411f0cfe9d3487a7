/** Draws all tasks on few lines, layer by layer, only with their states: `✓search  ●check`. */
import { stateOf, titleOf } from './box.ts';
import { displayWidth } from './clean-text.ts';
import type { Layered } from './layers.ts';
import type { Sheet } from './sheet.ts';
import { paint } from './task-state.ts';

export function stripForm(layered: Layered, { shown, width, colour }: Sheet): string[] {
  const nodes = layered.layers.flat().filter(({ kind }) => kind !== 'place');
  const lines: string[] = [];
  let used = width;
  for (const node of nodes) {
    const name = titleOf(node, shown).name.replace(' ', '');
    const text = colour ? paint(name, stateOf(node, shown)) : name;
    const length = displayWidth(name) + 2;
    if (used + length > width) {
      lines.push(text);
      used = length - 2;
    } else {
      lines.push(`${lines.pop() ?? ''}  ${text}`);
      used += length;
    }
  }
  return lines;
}
