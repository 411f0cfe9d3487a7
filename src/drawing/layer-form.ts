/** The drawing in lines of text: right for every net, however tangled. `2  (● flight ∥ ● hotel) → “confirm”` */
import type { Routing } from '../kernel/index.ts';
import { type Shown, stateOf, titleOf } from './box.ts';
import { cutText, displayWidth, wrapWords } from './clean-text.ts';
import type { Layered } from './layers.ts';
import type { GraphNode } from './net-graph.ts';
import { paint } from './task-state.ts';

const between: Readonly<Record<Routing, string>> = { and: '∥', xor: '|', or: '○' };

export function layerForm(layered: Layered, shown: Shown, width: number, colour: boolean): string[] {
  const nodes = new Map(layered.layers.flat().map((node) => [node.index, node]));
  const followers = new Map<number, GraphNode[]>();
  for (const { from, to } of layered.lines) {
    const node = nodes.get(to);
    if (node !== undefined) followers.set(from, [...(followers.get(from) ?? []), node]);
  }
  const digits = String(layered.layers.length).length;
  const indent = ' '.repeat(digits + 2);
  return layered.layers.flatMap((layer, depth) => {
    const number = `${String(depth + 1).padStart(digits)} `;
    const groups = groupBy(layer, (node) =>
      (followers.get(node.index) ?? []).map(({ index }) => index).join(' '),
    );
    return groups.flatMap((group, index) => {
      const targets = followers.get(group[0]?.index ?? -1) ?? [];
      const words = [...sourceWords(group, targets, shown), ...targetWords(group, targets, shown)];
      const remarks = group.flatMap((node) =>
        node.remarks.map((remark) => cutText(`${indent}  ${about(node, group, shown)}${remark}`, width)),
      );
      const lines = wrapWords(
        [index === 0 ? number : number.replace(/\d/g, ' '), ...words],
        width,
        `${indent}  `,
      );
      return [...(colour ? lines.map((line) => coloured(line, group, shown)) : lines), ...remarks];
    });
  });
}

function sourceWords(group: readonly GraphNode[], targets: readonly GraphNode[], shown: Shown): string[] {
  const [target] = targets;
  const sign = target !== undefined && targets.length === 1 ? between[target.join ?? 'xor'] : ',';
  const words = group.map((node) => entryOf(node, shown));
  return group.length === 1 ? words : separated(words, sign).map(bracket);
}

function targetWords(group: readonly GraphNode[], targets: readonly GraphNode[], shown: Shown): string[] {
  if (targets.length === 0) return [];
  const [source] = group;
  const sign = source !== undefined && group.length === 1 ? between[source.split ?? 'xor'] : ',';
  return [
    '→',
    ...separated(
      targets.map(({ name }) => `“${cutText(name, shown.longest)}”`),
      sign,
    ),
  ];
}

function entryOf(node: GraphNode, shown: Shown): string {
  const { join, name, split } = titleOf(node, shown);
  return [join, name, split].filter((part) => part !== '').join(' ');
}

function separated(words: readonly string[], sign: string): string[] {
  if (sign === ',') return words.map((word, index) => (index < words.length - 1 ? `${word},` : word));
  return words.flatMap((word, index) => (index === 0 ? [word] : [sign, word]));
}

function bracket(word: string, index: number, words: readonly string[]): string {
  return `${index === 0 ? '(' : ''}${word}${index === words.length - 1 ? ')' : ''}`;
}

/** Whose remark it is, where several tasks stand on the line. */
function about(node: GraphNode, group: readonly GraphNode[], shown: Shown): string {
  return group.length === 1 ? '' : `“${cutText(node.name, shown.longest)}” `;
}

function coloured(line: string, group: readonly GraphNode[], shown: Shown): string {
  return group.reduce((text, node) => {
    const entry = entryOf(node, shown);
    return text.replace(entry, () => paint(entry, stateOf(node, shown)));
  }, line);
}

function groupBy(layer: readonly GraphNode[], keyOf: (node: GraphNode) => string): GraphNode[][] {
  const groups = new Map<string, GraphNode[]>();
  for (const node of layer) {
    const known = groups.get(keyOf(node));
    if (known === undefined) groups.set(keyOf(node), [node]);
    else known.push(node);
  }
  return [...groups.values()];
}

/** All tasks on one line or few, layer by layer, with their states only: `✓search  ●check`. */
export function stripForm(layered: Layered, shown: Shown, width: number, colour: boolean): string[] {
  const nodes = layered.layers.flat().filter(({ task }) => task !== null);
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
