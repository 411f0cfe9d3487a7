/**
 * Puts the nodes of a net into layers, each below all that leads to it, by the longest path. What cannot be a line
 * downwards (a loop, the way out of a failure, a very long way) becomes a remark at the task where it begins.
 */
import type { GraphLink, GraphNode, NetGraph } from './net-graph.ts';

/** Longer lines are hard to follow, and cost a column each. */
const longestLine = 12;

export interface Layered {
  readonly layers: readonly (readonly GraphNode[])[];
  readonly layerOf: readonly number[];
  /** From a layer to a later one. */
  readonly lines: readonly GraphLink[];
}

export function layersOf(graph: NetGraph): Layered {
  const back = backLinks(graph);
  const forward = graph.links.filter((link) => !back.has(link));
  const layerOf = longestPaths(graph.nodes.length, forward);
  const depth = (index: number) => layerOf[index] ?? 0;
  const nameOf = (index: number) => `“${graph.nodes[index]?.name ?? ''}”`;

  const lines: GraphLink[] = [];
  const remarks = new Map<number, string[]>();
  for (const link of graph.links) {
    const text = link.caught
      ? `✗ on failure: to ${nameOf(link.to)}`
      : back.has(link)
        ? `↺ back to ${nameOf(link.to)}`
        : depth(link.to) - depth(link.from) > longestLine
          ? `→ on to ${nameOf(link.to)}`
          : undefined;
    if (text === undefined) lines.push(link);
    else remarks.set(link.from, [...(remarks.get(link.from) ?? []), text]);
  }
  const layers: GraphNode[][] = Array.from(
    { length: layerOf.reduce((most, layer) => Math.max(most, layer + 1), 0) },
    () => [],
  );
  for (const node of graph.nodes) {
    layers[depth(node.index)]?.push({
      ...node,
      remarks: [...node.remarks, ...(remarks.get(node.index) ?? [])],
    });
  }
  return { layers, layerOf, lines };
}

/** Links to a node that is still being walked from: without them there is no cycle. */
function backLinks({ begins, nodes, links }: NetGraph): ReadonlySet<GraphLink> {
  const out = outgoing(nodes.length, links);
  const state = new Array<'new' | 'open' | 'closed'>(nodes.length).fill('new');
  const back = new Set<GraphLink>();
  for (const index of [...begins, ...nodes.keys()]) {
    if (state[index] !== 'new') continue;
    state[index] = 'open';
    const path = [{ node: index, next: 0 }];
    for (let top = path.at(-1); top !== undefined; top = path.at(-1)) {
      const link = out[top.node]?.[top.next++];
      if (link === undefined) {
        state[top.node] = 'closed';
        path.pop();
      } else if (state[link.to] === 'open') {
        back.add(link);
      } else if (state[link.to] === 'new') {
        state[link.to] = 'open';
        path.push({ node: link.to, next: 0 });
      }
    }
  }
  return back;
}

function longestPaths(count: number, links: readonly GraphLink[]): number[] {
  const out = outgoing(count, links);
  const missing = new Array<number>(count).fill(0);
  for (const { to } of links) missing[to] = (missing[to] ?? 0) + 1;
  const layer = new Array<number>(count).fill(0);
  const queue = missing.flatMap((left, index) => (left === 0 ? [index] : []));
  for (const index of queue) {
    for (const { to } of out[index] ?? []) {
      layer[to] = Math.max(layer[to] ?? 0, (layer[index] ?? 0) + 1);
      const left = (missing[to] ?? 0) - 1;
      missing[to] = left;
      if (left === 0) queue.push(to);
    }
  }
  return layer;
}

function outgoing(count: number, links: readonly GraphLink[]): GraphLink[][] {
  const out: GraphLink[][] = Array.from({ length: count }, () => []);
  for (const link of links) out[link.from]?.push(link);
  return out;
}
