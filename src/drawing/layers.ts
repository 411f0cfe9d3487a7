/**
 * Assigns the nodes of a sketch to layers, each below its predecessors, by the longest path. A link that cannot be a
 * downward line (a loop, a very long link) becomes a remark at its source node.
 */
import { groupBy } from './group-by.ts';
import type { Sketch, SketchLink, SketchNode } from './sketch.ts';

/** Longer lines are hard to follow, and need a column each. */
const maxLineSpan = 12;

export interface Layered {
  readonly layers: readonly (readonly SketchNode[])[];
  readonly layerOf: ReadonlyMap<string, number>;
  /** From a layer to a later one; at most one of a kind between two nodes. */
  readonly lines: readonly SketchLink[];
}

/**
 * @param sketch sanitized
 * @param failures whether failure paths are lines or also text
 */
export function layersOf(sketch: Sketch, failures: 'lines' | 'words'): Layered {
  const links = mergeLabels(sketch.links);
  const back = backLinks({ ...sketch, links });
  const layerOf = longestPaths(
    sketch,
    links.filter((link) => !back.has(link)),
  );
  const depth = (id: string) => layerOf.get(id) ?? 0;
  const names = new Map(sketch.nodes.map(({ id, name }) => [id, name]));

  const lines: SketchLink[] = [];
  const remarks = new Map<string, string[]>();
  for (const link of links) {
    const tooLong = depth(link.to) - depth(link.from) > maxLineSpan;
    const description = describeLink(link, { back: back.has(link), tooLong, failures });
    if (description === undefined) lines.push(link);
    else {
      const text = `${description} “${names.get(link.to) ?? ''}”${link.label === null ? '' : `: ${link.label}`}`;
      const known = remarks.get(link.from);
      if (known === undefined) remarks.set(link.from, [text]);
      else known.push(text);
    }
  }
  const count = [...layerOf.values()].reduce((max, layer) => Math.max(max, layer + 1), 0);
  const layers: SketchNode[][] = Array.from({ length: count }, () => []);
  for (const node of sketch.nodes) {
    layers[depth(node.id)]?.push({ ...node, remarks: [...node.remarks, ...(remarks.get(node.id) ?? [])] });
  }
  return { layers, layerOf, lines };
}

interface LinkPlacement {
  readonly back: boolean;
  readonly tooLong: boolean;
  readonly failures: 'lines' | 'words';
}

/** @returns the remark for a link that is not a line */
function describeLink({ kind }: SketchLink, { back, tooLong, failures }: LinkPlacement): string | undefined {
  if (kind === 'failure' && (back || tooLong || failures === 'words')) return '✗ on failure: to';
  if (back) return '↺ back to';
  return tooLong ? '→ on to' : undefined;
}

/** Merges two conditions for the same target into one line. */
function mergeLabels(links: readonly SketchLink[]): SketchLink[] {
  const merged = new Map<string, SketchLink>();
  for (const link of links) {
    const key = JSON.stringify([link.from, link.to, link.kind]);
    const labels = [merged.get(key)?.label ?? null, link.label].filter((label) => label !== null);
    merged.set(key, { ...link, label: labels.length === 0 ? null : labels.join(' or ') });
  }
  return [...merged.values()];
}

/** Links to a node on the current path: without them there is no cycle. */
export function backLinks({ begins, nodes, links }: Sketch): ReadonlySet<SketchLink> {
  const out = outgoing(links);
  const state = new Map<string, 'open' | 'closed'>();
  const back = new Set<SketchLink>();
  for (const id of [...begins, ...nodes.map((node) => node.id)]) {
    if (state.has(id)) continue;
    state.set(id, 'open');
    const path = [{ id, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const link = out.get(top.id)?.[top.next++];
      if (link === undefined) {
        state.set(top.id, 'closed');
        path.pop();
      } else if (state.get(link.to) === 'open') {
        back.add(link);
      } else if (!state.has(link.to)) {
        state.set(link.to, 'open');
        path.push({ id: link.to, next: 0 });
      }
    }
  }
  return back;
}

function longestPaths({ nodes }: Sketch, links: readonly SketchLink[]): Map<string, number> {
  const out = outgoing(links);
  const missing = new Map<string, number>();
  for (const { to } of links) missing.set(to, (missing.get(to) ?? 0) + 1);
  const layer = new Map<string, number>(nodes.map(({ id }) => [id, 0]));
  const queue = nodes.map(({ id }) => id).filter((id) => !missing.has(id));
  for (const id of queue) {
    for (const { to } of out.get(id) ?? []) {
      layer.set(to, Math.max(layer.get(to) ?? 0, (layer.get(id) ?? 0) + 1));
      const left = (missing.get(to) ?? 0) - 1;
      missing.set(to, left);
      if (left === 0) queue.push(to);
    }
  }
  return layer;
}

export function outgoing(links: readonly SketchLink[]): ReadonlyMap<string, readonly SketchLink[]> {
  return groupBy(links, ({ from }) => from);
}
