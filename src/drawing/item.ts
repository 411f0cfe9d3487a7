/** What stands in a layer of a drawing. */
import type { Box } from './box.ts';
import type { GraphNode } from './net-graph.ts';

/** A box, or the passage of a line through a layer. */
export interface Item {
  readonly node: GraphNode | null;
  readonly box: Box;
  /** Items of the layer above and below that it is joined to. */
  readonly up: Item[];
  readonly down: Item[];
  /** Position in its layer. */
  position: number;
  /** Column of its middle. */
  middle: number;
}

export function leftOf({ middle, box }: Item): number {
  return middle - (box.width - 1) / 2;
}
