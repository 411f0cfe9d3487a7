/** What stands inside the box of a task: its name between its join and its split, its state, its remarks. */
import type { Routing } from '../kernel/index.ts';
import { cutText, displayWidth } from './clean-text.ts';
import type { GraphNode } from './net-graph.ts';
import { signs, type TaskState, type TaskStates } from './task-state.ts';

const routingSigns: Readonly<Record<Routing, string>> = { and: '∧', xor: '×', or: '○' };

/** What a caller wants shown; without states no sign of a state is drawn. */
export interface Shown {
  readonly states: TaskStates | undefined;
  /** Longest name, in columns. */
  readonly longest: number;
}

export interface Title {
  /** `○╎`, or empty where there is one way in. */
  readonly join: string;
  /** With the sign of its state. */
  readonly name: string;
  readonly split: string;
}

export interface Box {
  readonly title: Title;
  readonly remarks: readonly string[];
  /** With its frame; odd, so that there is a middle. */
  readonly width: number;
}

/** A line that passes through a layer. */
export const passage: Box = { title: { join: '', name: '', split: '' }, remarks: [], width: 1 };

export function stateOf(node: GraphNode, { states }: Shown): TaskState {
  return (node.task === null ? undefined : states?.get(node.task)) ?? 'waiting';
}

export function titleOf(node: GraphNode, shown: Shown): Title {
  const name = cutText(node.name, shown.longest);
  const sign = shown.states === undefined || node.task === null ? '' : `${signs[stateOf(node, shown)]} `;
  return {
    join: node.join === null ? '' : `${routingSigns[node.join]}╎`,
    name: sign + name,
    split: node.split === null ? '' : `╎${routingSigns[node.split]}`,
  };
}

/** @param linesIn how many lines may end at its top, each in a column of its own */
export function boxOf(node: GraphNode, shown: Shown, linesIn: number): Box {
  const title = titleOf(node, shown);
  const remarks = node.remarks.map((remark) => cutText(remark, shown.longest + 8));
  const { join, split } = title;
  const widths = [title.name, ...remarks].map((line) => `${join} ${line} ${split}`);
  const inner = Math.max(2 * linesIn + 1, ...widths.map(displayWidth));
  return { title, remarks, width: inner + 2 + ((inner + 1) % 2) };
}
