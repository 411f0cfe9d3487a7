/**
 * The input of every drawing: boxes with names, lines between them, and remarks. A language creates one of its
 * workflow as the author sees it; `sketchOfNet` creates one of any net.
 */
import type { Routing } from '../kernel/index.ts';

export interface Sketch {
  readonly title: string;
  /** The kind in its heading. Default: a workflow. */
  readonly what?: string;
  /** Id of the net with the tasks of its nodes. Default: the title. */
  readonly net?: string;
  readonly nodes: readonly SketchNode[];
  readonly links: readonly SketchLink[];
  /** Ids of the nodes where a run begins. */
  readonly begins: readonly string[];
  /** Below the drawing: parameters, failure handling. */
  readonly remarks: readonly string[];
}

export type SketchKind =
  | 'call'
  | 'branch'
  | 'foreach'
  | 'workflow'
  | 'question'
  | 'wait'
  | 'compensate'
  | 'error'
  | 'pass'
  | 'place';

/**
 * Node shapes of a notation: conditions are circles, the first with a triangle and the last with a square; tasks are
 * boxes with joins and splits at their sides, nets have a double border, multiple instances are stacked.
 */
export type SketchForm = 'input' | 'output' | 'condition' | 'task' | 'tasks' | 'net' | 'nets';

/** A small sign in a corner of an SVG drawing; remarks contain the same as text. */
export type SketchMark = 'timer' | 'automated' | 'cancels';

export interface SketchNode {
  /** The id of its task, if there is one, so that the state of a run can be shown. */
  readonly id: string;
  readonly name: string;
  readonly kind: SketchKind;
  /** Default: determined by the kind. */
  readonly form?: SketchForm;
  readonly marks?: readonly SketchMark[];
  /** Only if there is more than one input or output. */
  readonly join: Routing | null;
  readonly split: Routing | null;
  /** Nodes with the same group run in parallel: the branches of one `parallel`. */
  readonly group: string | null;
  /** Short lines inside the box: the called operation, the number of retries. */
  readonly remarks: readonly string[];
}

export interface SketchLink {
  readonly from: string;
  readonly to: string;
  /** The condition under which it is taken. */
  readonly label: string | null;
  readonly kind: 'next' | 'failure';
}
