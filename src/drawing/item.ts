/** The items of a layer of a drawing, and their segments to the adjacent layers. */
import type { Box } from './box.ts';
import type { SketchLink, SketchNode } from './sketch.ts';

/** A box, or the passage of a line through a layer. */
export interface Item {
  readonly node: SketchNode | null;
  readonly box: Box;
  /** Segments to the layer above and to the layer below. */
  readonly up: Segment[];
  readonly down: Segment[];
  /** Columns to reserve for labels next to the line from above, and to the right of the box. */
  readonly room: { label: number; after: number };
  /** Position in its layer. */
  position: number;
  /** Column of its middle. */
  middle: number;
}

/** The part of a link between two layers. */
export interface Segment {
  readonly above: Item;
  readonly below: Item;
  readonly kind: SketchLink['kind'];
  /** On the segment that leaves the node, null on the others. */
  readonly label: Label | null;
}

export interface Label {
  readonly text: string;
  /** Names of the nodes that its link joins. */
  readonly from: string;
  readonly to: string;
}

export function leftOf({ middle, box }: Item): number {
  return middle - (box.width - 1) / 2;
}

export function rightOf({ middle, box }: Item): number {
  return middle + (box.width - 1) / 2;
}

/** Column where a line leaves: success in the middle, failure next to it. */
export function exitOf(item: Item, kind: SketchLink['kind']): number {
  const aside =
    kind === 'failure' && item.node !== null && item.down.some((segment) => segment.kind === 'next');
  return aside ? rightOf(item) - 2 : item.middle;
}

export function neighboursOf(item: Item, side: 'up' | 'down'): Item[] {
  return side === 'up' ? item.up.map(({ above }) => above) : item.down.map(({ below }) => below);
}
