/** The content of a node's box: its name between join and split, its state, its remarks. */
import { cutText, displayWidth, wrapText } from './clean-text.ts';
import { joinSign, severalSign, splitSign } from './routing-sign.ts';
import type { SketchForm, SketchNode } from './sketch.ts';
import { signs, type TaskState, type TaskStates } from './task-state.ts';

/** Signs before the name, for circles with a symbol and for stacked boxes. */
const formSigns: Readonly<Partial<Record<SketchForm, string>>> = {
  input: '▷ ',
  output: '□ ',
  condition: '○ ',
  tasks: `${severalSign} `,
  nets: `${severalSign} `,
};

const maxRemarkWidth = 40;
const maxRemarkLines = 3;

/** The options of the caller; without states no state signs are drawn. */
export interface DisplayOptions {
  readonly states: TaskStates | undefined;
  /** Maximum length of a name, in columns. */
  readonly maxNameWidth: number;
}

export interface Title {
  /** `○╎`, or empty if there is only one input. */
  readonly join: string;
  /** With the sign of its state. */
  readonly name: string;
  readonly split: string;
}

export interface Box {
  readonly title: Title;
  readonly remarks: readonly string[];
  /** Including its frame; odd, so that there is a middle column. */
  readonly width: number;
}

/** A line that passes through a layer. */
export const passage: Box = { title: { join: '', name: '', split: '' }, remarks: [], width: 1 };

export function stateOf(node: SketchNode, { states }: DisplayOptions): TaskState {
  return states?.get(node.id) ?? 'waiting';
}

export function titleOf(node: SketchNode, shown: DisplayOptions): Title {
  const name = cutText(node.name, shown.maxNameWidth);
  const sign = shown.states === undefined || node.kind === 'place' ? '' : `${signs[stateOf(node, shown)]} `;
  return {
    join: node.join === null ? '' : `${joinSign(node)}╎`,
    name: (formSigns[node.form ?? 'task'] ?? '') + sign + name,
    split: node.split === null ? '' : `╎${splitSign(node)}`,
  };
}

/** @param minWidth columns that its lines need, including the frame */
export function boxOf(node: SketchNode, shown: DisplayOptions, minWidth: number): Box {
  const title = titleOf(node, shown);
  const remarkWidth = Math.min(maxRemarkWidth, shown.maxNameWidth + 8);
  const remarks = node.remarks.flatMap((remark) => wrapText(remark, remarkWidth, maxRemarkLines));
  const { join, split } = title;
  const widths = [title.name, ...remarks].map((line) => `${join} ${line} ${split}`);
  const inner = Math.max(minWidth - 2, ...widths.map(displayWidth));
  return { title, remarks, width: inner + 2 + ((inner + 1) % 2) };
}
