/**
 * What a drawing shows, whatever it was made from: boxes with names, lines between them, and remarks. A language makes
 * one of its workflow as the author sees it; `sketchOfNet` makes one of any net.
 */
import type { Routing } from '../kernel/index.ts';

export interface Sketch {
  readonly title: string;
  /** What its heading calls it; a workflow where absent. */
  readonly what?: string;
  /** Id of the net whose tasks its nodes are; the title where absent. */
  readonly net?: string;
  readonly nodes: readonly SketchNode[];
  readonly links: readonly SketchLink[];
  /** Ids of the nodes where a run begins. */
  readonly begins: readonly string[];
  /** Under the picture: parameters, what happens on failure. */
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
 * How nodes look in a notation that has shapes of its own: conditions are circles, the first with a triangle and the last
 * with a square; tasks are boxes with joins and splits at their sides, nets have a double border, several of them are stacked.
 */
export type SketchForm = 'input' | 'output' | 'condition' | 'task' | 'tasks' | 'net' | 'nets';

/** A small sign in a corner of a picture; remarks say the same in words. */
export type SketchMark = 'timer' | 'automated' | 'cancels';

export interface SketchNode {
  /** The id of the task where there is one, so that the state of a run can be shown. */
  readonly id: string;
  readonly name: string;
  readonly kind: SketchKind;
  /** Where absent, the kind decides how it looks. */
  readonly form?: SketchForm;
  readonly marks?: readonly SketchMark[];
  /** Only where there is more than one way in, or out. */
  readonly join: Routing | null;
  readonly split: Routing | null;
  /** Nodes with the same group run side by side: the branches of one `parallel`. */
  readonly group: string | null;
  /** Short lines inside the box: what it calls, how often it is retried. */
  readonly remarks: readonly string[];
}

export interface SketchLink {
  readonly from: string;
  readonly to: string;
  /** The condition under which it is taken. */
  readonly label: string | null;
  readonly kind: 'next' | 'failure';
}
