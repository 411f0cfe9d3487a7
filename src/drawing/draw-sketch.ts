/** Draws a sketch as text, for terminals, logs and tool descriptions. */
import { boxForm } from './box-form.ts';
import { cleanSketch } from './clean-sketch.ts';
import { frame, frameMargin } from './frame.ts';
import { layersOf } from './layers.ts';
import { legendOfText } from './legend.ts';
import { listForm } from './list-form.ts';
import { groupNames } from './parallel-groups.ts';
import type { Picture } from './picture.ts';
import type { Sheet } from './sheet.ts';
import type { Sketch } from './sketch.ts';
import type { TaskStates } from './task-state.ts';
import { wrapHanging } from './wrap-hanging.ts';

export interface DrawOptions {
  /** State per node id. Default: the workflow without states. A node without a state waits. */
  readonly states?: TaskStates;
  /** Maximum columns. Default: 100; the minimum is 24. */
  readonly width?: number;
  /** Escape sequences for colours. */
  readonly colour?: boolean;
}

export interface SketchOptions extends DrawOptions {
  /** Whether to add title, remarks and legend. Default: true; otherwise only the drawing. */
  readonly frame?: boolean;
}

/** More boxes than this are drawn as a list. */
const maxBoxes = 200;

/** @returns boxes and lines if they fit and are unambiguous, otherwise a list of the nodes */
export function drawSketch(sketch: Sketch, options: SketchOptions = {}): string {
  const sheet = createSheet(options);
  const { width } = sheet;
  const clean = cleanSketch(sketch);
  if (options.frame === false) {
    const picture = pictureOf(clean, sheet, 'words');
    return [...picture.lines, ...picture.notes.flatMap((note) => wrapHanging(note, width))].join('\n');
  }
  const picture = pictureOf(clean, { ...sheet, width: width - frameMargin(width) }, 'lines');
  const groups = [...groupNames(clean)].filter(([group]) => !picture.groups.has(group));
  const notes = [...picture.notes, ...groups.map(([, names]) => `∥ parallel: ${names.join(', ')}`)];
  const legend = [...(picture.dotted ? ['✗┄▽ on failure'] : []), ...legendOfText(clean)].join(',  ');
  const sections = [notes, legend === '' ? [] : [legend], clean.remarks];
  const lines = clean.nodes.length === 0 ? ['(nothing to do)'] : picture.lines;
  const { title, what = 'Workflow' } = clean;
  return frame({ title, what, picture: lines, sections }, width).join('\n');
}

export function createSheet(options: DrawOptions): Sheet {
  const width = Math.max(24, Math.floor(options.width ?? 100));
  const maxNameWidth = Math.max(6, Math.min(48, width - 20));
  return { shown: { states: options.states, maxNameWidth }, width, colour: options.colour ?? false };
}

/** Without a frame there is no legend for dotted lines, so failures are described in text. */
function pictureOf(sketch: Sketch, sheet: Sheet, failures: 'lines' | 'words'): Picture {
  const drawn = sketch.nodes.length > maxBoxes ? undefined : boxForm(layersOf(sketch, failures), sheet);
  if (drawn !== undefined) return drawn;
  const lines = listForm(layersOf(sketch, 'words'), sheet);
  return { lines, notes: [], dotted: false, groups: new Set() };
}
