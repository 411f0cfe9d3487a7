/** Drawings of a net as text, for terminals and logs. */
import type { Net } from '../kernel/index.ts';
import type { Shown } from './box.ts';
import { boxForm } from './box-form.ts';
import { layerForm, stripForm } from './layer-form.ts';
import { layersOf } from './layers.ts';
import { graphOf } from './net-graph.ts';
import type { TaskStates } from './task-state.ts';

export interface DrawOptions {
  /** State per task id. Absent: the net alone. A task that is not named waits. */
  readonly states?: TaskStates;
  /** Columns at most; 100 where absent, and never taken for less than 24. */
  readonly width?: number;
  /** Escape sequences for colours. */
  readonly colour?: boolean;
}

/** More boxes than this nobody looks at. */
const mostBoxes = 200;

/** @returns boxes and lines where they fit and can be told apart, else one line or more per layer */
export function drawNet(net: Net, options: DrawOptions = {}): string {
  const { shown, width, colour } = settle(options);
  const layered = layersOf(graphOf(net));
  const boxes = net.tasks.length > mostBoxes ? undefined : boxForm(layered, shown, width, colour);
  return (boxes ?? layerForm(layered, shown, width, colour)).join('\n');
}

/** @returns the tasks with their states on as few lines as possible, without lines between them */
export function drawStrip(net: Net, options: DrawOptions = {}): string {
  const { shown, width, colour } = settle(options);
  return stripForm(layersOf(graphOf(net)), shown, width, colour).join('\n');
}

function settle(options: DrawOptions): { shown: Shown; width: number; colour: boolean } {
  const width = Math.max(24, Math.floor(options.width ?? 100));
  const longest = Math.max(6, Math.min(48, width - 20));
  return { shown: { states: options.states, longest }, width, colour: options.colour ?? false };
}
