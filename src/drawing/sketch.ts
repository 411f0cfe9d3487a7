/**
 * What a drawing shows, whatever it was made from: boxes with names, lines between them, and remarks. A language makes
 * one of its workflow as the author sees it; `sketchOfNet` makes one of any net.
 */
import type { Routing } from '../kernel/index.ts';

export interface Sketch {
  readonly title: string;
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

export interface SketchNode {
  /** The id of the task where there is one, so that the state of a run can be shown. */
  readonly id: string;
  readonly name: string;
  readonly kind: SketchKind;
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
