/**
 * Draws a sketch as Mermaid text. Ids are generated. Every text is a quoted string in which all characters except
 * letters, digits and a few harmless signs are written as numbers, so no name can end the string, open a tag or a
 * directive, or be Markdown.
 */
import { titleOf } from './box.ts';
import { cleanSketch } from './clean-sketch.ts';
import type { Drawn } from './drawn.ts';
import { groupBy } from './group-by.ts';
import type { Sketch, SketchForm, SketchKind, SketchLink, SketchNode } from './sketch.ts';
import type { TaskState, TaskStates } from './task-state.ts';

/** The text before and after the quoted text of a node. */
const shapes: Readonly<Record<SketchKind, readonly [string, string]>> = {
  call: ['[', ']'],
  branch: ['{', '}'],
  foreach: ['[[', ']]'],
  workflow: ['[[', ']]'],
  question: ['([', '])'],
  wait: ['[/', '/]'],
  compensate: ['>', ']'],
  error: ['{{', '}}'],
  pass: ['(', ')'],
  place: ['((', '))'],
};

const formShapes: Readonly<Record<SketchForm, readonly [string, string]>> = {
  input: ['((', '))'],
  output: ['(((', ')))'],
  condition: ['((', '))'],
  task: ['[', ']'],
  tasks: ['[', ']'],
  net: ['[[', ']]'],
  nets: ['[[', ']]'],
};

const styles: Readonly<Record<TaskState, string>> = {
  waiting: 'fill:#ffffff,stroke:#818b98,color:#1f2328',
  'under way': 'fill:#ddf4ff,stroke:#0550ae,color:#1f2328,stroke-width:2px',
  done: 'fill:#dafbe1,stroke:#1a7f37,color:#1f2328',
  failed: 'fill:#ffebe9,stroke:#b31d28,color:#1f2328,stroke-width:2px',
  undone: 'fill:#fbefff,stroke:#6639ba,color:#1f2328',
  skipped: 'fill:#ffffff,stroke:#6e7781,color:#6e7781,stroke-dasharray:4 4',
};

export function drawMermaid(sketch: Sketch, states?: TaskStates): string {
  return drawMermaidSheet([{ sketch, states }]);
}

/** Several sketches in one chart, each in a separate frame. */
export function drawMermaidSheet(drawn: readonly Drawn[]): string {
  const parts: Part[] = [];
  for (const [index, each] of drawn.entries()) {
    const links = parts.reduce((sum, part) => sum + part.links, 0);
    parts.push(partOf(each, { prefix: index === 0 ? '' : `p${index + 1}`, links }));
  }
  return ['flowchart TD', ...parts.flatMap(({ lines }) => lines.map(indent)), ''].join('\n');
}

interface Part {
  readonly lines: readonly string[];
  readonly links: number;
}

/** The id prefix, and the number of earlier links in the chart. */
interface PartPlace {
  readonly prefix: string;
  readonly links: number;
}

function partOf({ sketch, states }: Drawn, { prefix, links }: PartPlace): Part {
  const clean = cleanSketch(sketch);
  const ids = new Map(clean.nodes.map(({ id }, index) => [id, `${prefix}n${index + 1}`]));
  const idOf = (id: string) => ids.get(id) ?? '';
  const nodeLine = (node: SketchNode) => `${idOf(node.id)}${shaped(node, states)}`;
  const groups = groupBy(clean.nodes, ({ group }) => group);
  const body = [...groups].flatMap(([group, nodes], index) =>
    group === null || nodes.length < 2
      ? nodes.map(nodeLine)
      : [`subgraph ${prefix}g${index + 1}["parallel"]`, ...nodes.map((node) => `  ${nodeLine(node)}`), 'end'],
  );
  const note =
    clean.remarks.length === 0 ? [] : [`${prefix}note["${clean.remarks.map(escapeText).join('<br/>')}"]`];
  const lines = [
    ...(clean.title === ''
      ? body
      : [`subgraph ${prefix}w["${escapeText(clean.title)}"]`, ...body.map(indent), 'end']),
    ...note,
    ...clean.links.map((link) => linkLine(link, idOf)),
    ...failureStyle(clean.links, links),
    ...(note.length === 0
      ? []
      : ['classDef note fill:none,stroke-dasharray:2 4', `class ${prefix}note note`]),
    ...(states === undefined ? [] : stateLines(clean.nodes, states, idOf)),
  ];
  return { lines, links: clean.links.length };
}

function indent(line: string): string {
  return `  ${line}`;
}

function shaped(node: SketchNode, states: TaskStates | undefined): string {
  const { join, name, split } = titleOf(node, { states, maxNameWidth: Number.POSITIVE_INFINITY });
  const title = [join, name, split].filter((part) => part !== '').join(' ');
  const [open, close] = node.form === undefined ? shapes[node.kind] : formShapes[node.form];
  return `${open}"${[title, ...node.remarks].map(escapeText).join('<br/>')}"${close}`;
}

function linkLine({ from, to, kind, label }: SketchLink, idOf: (id: string) => string): string {
  const arrow = kind === 'next' ? '-->' : '-.->';
  const text = label === null ? '' : `|"${escapeText(label)}"|`;
  return `${idOf(from)} ${arrow}${text} ${idOf(to)}`;
}

function failureStyle(links: readonly SketchLink[], first: number): string[] {
  const numbers = links.flatMap(({ kind }, index) => (kind === 'failure' ? [first + index] : []));
  return numbers.length === 0 ? [] : [`linkStyle ${numbers.join(',')} stroke:#b31d28`];
}

function stateLines(
  nodes: readonly SketchNode[],
  states: TaskStates,
  idOf: (id: string) => string,
): string[] {
  const tasks = nodes.filter(({ kind }) => kind !== 'place');
  const byState = groupBy(tasks, ({ id }) => states.get(id) ?? 'waiting');
  return [...byState].flatMap(([state, members]) => {
    const name = state.replace(' ', '');
    return [
      `classDef ${name} ${styles[state]}`,
      `class ${members.map(({ id }) => idOf(id)).join(',')} ${name}`,
    ];
  });
}

/**
 * Letters, digits and drawing signs. Other characters only if they cannot be Markdown: within a word (but `www.`
 * would become a link), a bracket that does not number a list, an `=` that does not underline a heading.
 */
const harmless = [
  '[\\p{L}\\p{M}\\p{N} ,(∧×○▷◁◇□╎·●✓✗↶–→↺■…“”]',
  '(?<=[\\p{L}\\p{N}])(?<!www)[._-](?=[\\p{L}\\p{N}])',
  '(?<=\\p{L})\\)',
  '(?<=[\\p{L}\\p{N}] ?=?)=',
].join('|');
const everyLetter = new RegExp(`(${harmless})|[^]`, 'giu');

function escapeText(text: string): string {
  return text.replace(everyLetter, (letter, safe: string | undefined) =>
    safe === undefined ? `#${letter.codePointAt(0) ?? 0};` : letter,
  );
}
