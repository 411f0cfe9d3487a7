/** Draws a sketch as a self-contained SVG: no script, no font, no link; light or dark by the reader's preference. */
import type { Net } from '../kernel/index.ts';
import type { DisplayOptions } from './box.ts';
import { cleanSketch } from './clean-sketch.ts';
import { cutText, displayWidth } from './clean-text.ts';
import type { Drawn } from './drawn.ts';
import { escapeXml } from './escape-xml.ts';
import { listMarks } from './labels.ts';
import { layersOf } from './layers.ts';
import { legendOf } from './legend.ts';
import { groupNames, membersOf } from './parallel-groups.ts';
import type { Sketch } from './sketch.ts';
import { sketchOfNet } from './sketch-of-net.ts';
import { boxesOf, describeNode, groupsOf } from './svg-boxes.ts';
import { columnWidth, layoutOf, lineHeight, type SvgLayout } from './svg-layout.ts';
import { linesBelow } from './svg-lines.ts';
import { svgStyle } from './svg-style.ts';
import { svgText } from './svg-text.ts';
import type { TaskStates } from './task-state.ts';
import { wrapHanging } from './wrap-hanging.ts';

/** Margin around everything; shapes may extend a little over the grid. */
const margin = 28;
const titleHeight = 40;
const betweenCards = 24;
const textColumns = 64;
const maxTitleWidth = 60;

/** @param of a net is drawn without a card: no title, no remarks, failure paths as text */
export function drawSvg(of: Sketch | Net, states?: TaskStates): string {
  const shown: DisplayOptions = { states, maxNameWidth: 48 };
  return svg('tasks' in of ? bare(cleanSketch(sketchOfNet(of)), shown) : card(cleanSketch(of), shown));
}

/** Several sketches in one image, one below the other. */
export function drawSvgSheet(drawn: readonly Drawn[]): string {
  const cards = drawn.map(({ sketch, states }) => card(cleanSketch(sketch), { states, maxNameWidth: 48 }));
  const parts: string[] = [];
  let height = 0;
  for (const each of cards) {
    if (height > 0) height += betweenCards;
    parts.push(`<g transform="translate(0 ${height})">`, ...each.parts, '</g>');
    height += each.height;
  }
  const width = cards.reduce((max, each) => Math.max(max, each.width), 0);
  return svg({ width, height, parts, altTexts: cards.flatMap(({ altTexts }) => altTexts) });
}

function bare(sketch: Sketch, shown: DisplayOptions): SvgContent {
  const layout = layoutOf(layersOf(sketch, 'words'), shown);
  return {
    width: layout.width + 2 * margin,
    height: layout.height + 2 * margin,
    parts: pictureAt(layout, shown, margin, margin),
    altTexts: describeNodes(sketch, shown),
  };
}

function card(sketch: Sketch, shown: DisplayOptions): SvgContent {
  const layered = layersOf(sketch, 'lines');
  const layout = layoutOf(layered, shown);
  const title = cutText(sketch.title, maxTitleWidth);
  const columns = Math.max(textColumns, Math.floor(layout.width / columnWidth));
  const notes = notesOf(sketch, layout).flatMap((note) => wrapHanging(note, columns));
  const fails = layered.lines.some(({ kind }) => kind === 'failure');
  const legend = [...(fails ? ['on failure'] : []), ...legendOf(sketch)].join('   ');
  const texts = [displayWidth(title) + 8, displayWidth(legend) + 6, ...notes.map(displayWidth)];
  const inner = Math.max(layout.width, Math.max(...texts) * columnWidth);
  const rule = margin + titleHeight + layout.height + margin - 4;
  const first = rule + 24;
  const firstNote = legend === '' ? first : first + lineHeight + 6;
  const last = notes.length === 0 ? first : firstNote + (notes.length - 1) * lineHeight;
  const hasText = legend !== '' || notes.length > 0;
  const width = inner + 2 * margin;
  const height = hasText ? last + margin - 8 : rule + 4;
  return {
    width,
    height,
    altTexts: describeNodes(sketch, shown),
    parts: [
      `<rect class="sb-card" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="12"/>`,
      svgText(title, { x: margin, y: margin + 8, className: 'sb-title' }),
      ...pictureAt(layout, shown, margin + (inner - layout.width) / 2, margin + titleHeight),
      ...(hasText ? [`<path class="sb-rule" d="M${margin} ${rule}h${inner}"/>`] : []),
      ...(fails ? failureSample(margin, first - 4) : []),
      ...(legend === ''
        ? []
        : [svgText(legend, { x: margin + (fails ? 46 : 0), y: first, className: 'sb-note' })]),
      ...notes.map((note, index) =>
        svgText(note, { x: margin, y: firstNote + index * lineHeight, className: 'sb-note' }),
      ),
    ],
  };
}

interface SvgContent {
  readonly width: number;
  readonly height: number;
  readonly parts: readonly string[];
  /** The text alternative. */
  readonly altTexts: readonly string[];
}

function describeNodes({ nodes }: Sketch, shown: DisplayOptions): string[] {
  return nodes.filter(({ kind }) => kind !== 'place').map((node) => describeNode(node, shown));
}

function svg({ width, height, parts, altTexts }: SvgContent): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" class="sb" role="img" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>${escapeXml(altTexts.join(', '))}</title>`,
    `<style>${svgStyle}</style>`,
    ...parts,
    '</svg>',
  ].join('\n');
}

/** Groups are below the lines, and lines below the boxes. */
function pictureAt({ rows }: SvgLayout, shown: DisplayOptions, x: number, y: number): string[] {
  return [
    `<g transform="translate(${x} ${y})">`,
    ...rows.flatMap(groupsOf),
    ...rows.flatMap((row, index) => linesBelow(row, rows[index + 1])),
    ...rows.flatMap((row) => boxesOf(row, shown)),
    '</g>',
  ];
}

function notesOf(sketch: Sketch, { rows, marked }: SvgLayout): string[] {
  const framed = new Set(
    rows.flatMap(({ layer }) => membersOf(layer).flat()).map(({ node }) => node?.group ?? null),
  );
  const apart = [...groupNames(sketch)].filter(([group]) => !framed.has(group));
  return [
    ...listMarks(marked),
    ...apart.map(([, names]) => `∥ parallel: ${names.join(', ')}`),
    ...sketch.remarks,
  ];
}

function failureSample(x: number, y: number): string[] {
  return [
    `<path class="sb-line sb-failure" d="M${x} ${y}h28"/>`,
    `<path class="sb-tip sb-failure" d="M${x + 36} ${y}l-8 -5v10z"/>`,
  ];
}
