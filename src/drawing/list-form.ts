/** Draws a sketch as lines of text, for any sketch: `2  ● check → decide`. */
import type { Routing } from '../kernel/index.ts';
import { type DisplayOptions, stateOf, titleOf } from './box.ts';
import { cutText, displayWidth, wrapText, wrapWords } from './clean-text.ts';
import { type Layered, outgoing } from './layers.ts';
import { quoteName } from './quote-name.ts';
import type { Sheet } from './sheet.ts';
import type { SketchLink, SketchNode } from './sketch.ts';
import { paint } from './task-state.ts';

const between: Readonly<Record<Routing, string>> = { and: '∥', xor: '|', or: '○' };
const maxRemarkLines = 3;

/** @param layered with failure paths as text */
export function listForm(layered: Layered, { shown, width, colour }: Sheet): string[] {
  const names = new Map(layered.layers.flat().map(({ id, name }) => [id, name]));
  const nameOf = ({ to }: SketchLink) => quoteName(cutText(names.get(to) ?? '', shown.maxNameWidth));
  const out = outgoing(layered.lines);
  const digits = String(layered.layers.length).length;
  return layered.layers.flatMap((layer, depth) =>
    layer.flatMap((node, index) => {
      const number = (index === 0 ? String(depth + 1) : '').padStart(digits);
      const links = out.get(node.id) ?? [];
      const plain = links.filter(({ label }) => label === null).map(nameOf);
      const labelled = links.filter(({ label }) => label !== null);
      const indent = ' '.repeat(digits + 4);
      const entry = entryOf(node, shown);
      const sign = between[node.split ?? 'xor'];
      const onward = plain.flatMap((name, at) => (at === 0 ? ['→', name] : [sign, name]));
      const [head = '', ...more] = wrapWords([`${number} `, entry, ...onward], width, indent);
      const room = width - displayWidth(indent);
      return [
        colour ? head.replace(entry, () => paint(entry, stateOf(node, shown))) : head,
        ...more,
        ...labelled.flatMap((link) => conditional(`→ ${nameOf(link)}:`, link.label ?? '', indent, room)),
        ...node.remarks.flatMap((remark) => hang(remark, indent, room)),
      ];
    }),
  );
}

function entryOf(node: SketchNode, shown: DisplayOptions): string {
  const { join, name, split } = titleOf(node, shown);
  return [join, name, split].filter((part) => part !== '').join(' ');
}

/** Keeps the condition in one piece if possible. */
function conditional(target: string, label: string, indent: string, room: number): string[] {
  if (displayWidth(`${target} ${label}`) <= room) return [`${indent}${target} ${label}`];
  return [indent + target, ...wrapText(label, room - 2, maxRemarkLines).map((line) => `${indent}  ${line}`)];
}

/** Indented; lines after the first by two more columns. */
function hang(text: string, indent: string, room: number): string[] {
  const [first = '', ...rest] = wrapText(text, room - 2, maxRemarkLines);
  return [indent + first, ...rest.map((line) => `${indent}  ${line}`)];
}
