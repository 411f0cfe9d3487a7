/**
 * Draws a sketch on one line: `(flight ∥ hotel) → confirm`, `check ? book | wait`, `ask ↺ search`, with the failure
 * paths at the end. A node that is reached again is only named.
 */
import type { Routing } from '../kernel/index.ts';
import { cleanSketch } from './clean-sketch.ts';
import { displayWidth, takeWithin } from './clean-text.ts';
import { groupBy } from './group-by.ts';
import { backLinks, outgoing } from './layers.ts';
import { findPostDominators } from './post-dominators.ts';
import { quoteName } from './quote-name.ts';
import type { Sketch, SketchLink } from './sketch.ts';

const between: Readonly<Record<Routing, string>> = { and: ' ∥ ', xor: ' | ', or: ' ○ ' };
const defaultLimit = 200;
/** Maximum nesting of brackets that stays readable. */
const maxDepth = 12;

/** @param limit maximum columns; a longer line ends with `…` */
export function drawLine(sketch: Sketch, limit = defaultLimit): string {
  const renderer = createLineRenderer(cleanSketch(sketch));
  const line = [renderer.main(), ...renderer.failures(), ...renderer.others()]
    .filter((part) => part !== '')
    .join('; ');
  if (displayWidth(line) <= limit) return line;
  return `${takeWithin([...line], limit - 1)
    .join('')
    .trimEnd()}…`;
}

interface LineRenderer {
  main(): string;
  failures(): string[];
  /** Nodes without incoming links. */
  others(): string[];
}

function createLineRenderer(sketch: Sketch): LineRenderer {
  const nodes = new Map(sketch.nodes.map((node) => [node.id, node]));
  const back = backLinks(sketch);
  const nextLinks = sketch.links.filter(({ kind }) => kind === 'next');
  const forward = nextLinks.filter((link) => !back.has(link));
  const out = outgoing(forward);
  const loops = outgoing(nextLinks.filter((link) => back.has(link)));
  const meetings = findPostDominators(sketch, forward);
  const rendered = new Set<string>();
  const nameOf = (id: string) => quoteName(nodes.get(id)?.name ?? '');

  /** Everything after a node, until the node where the surrounding branches meet. */
  const chain = (first: string, end: string | null, depth: number): string => {
    const parts: string[] = [];
    for (let id: string | null = first; id !== null && id !== end; ) {
      if (rendered.has(id)) {
        parts.push(nameOf(id));
        break;
      }
      rendered.add(id);
      const meeting: string | null = meetings.get(id) ?? null;
      parts.push(...step(id, meeting, depth));
      id = meeting;
    }
    return parts.join(' → ');
  };

  const step = (id: string, meeting: string | null, depth: number): string[] => {
    const targets = targetsOf(out.get(id));
    const again = targetsOf(loops.get(id)).map((to) => `↺ ${nameOf(to)}`);
    if (targets.length < 2) return [[nameOf(id), ...again].join(' ')];
    const routing = nodes.get(id)?.split ?? 'xor';
    const choices = [...branches(targets, meeting, depth), ...again].join(between[routing]);
    if (routing !== 'xor') return [nameOf(id), bracket(choices)];
    return [`${nameOf(id)} ? ${meeting === null && depth === 0 ? choices : bracket(choices)}`];
  };

  /** A path that leads directly to the meeting node is empty. */
  const branches = (targets: readonly string[], meeting: string | null, depth: number): string[] => {
    if (depth >= maxDepth) return ['…'];
    return targets.map((target) => (target === meeting ? '–' : chain(target, meeting, depth + 1)));
  };

  return {
    main() {
      const entered = new Set(sketch.links.filter((link) => !back.has(link)).map(({ to }) => to));
      const named = sketch.begins.length > 0 ? sketch.begins : sketch.nodes.map(({ id }) => id);
      const first = named.filter((id) => !entered.has(id));
      if (first.length < 2) return first.map((id) => chain(id, null, 0)).join('');
      const meeting = meetings.common(first);
      const all = bracket(branches(first, meeting, 0).join(between.and));
      return [all, ...(meeting === null ? [] : [chain(meeting, null, 0)])].join(' → ');
    },
    failures() {
      const byTarget = groupBy(
        sketch.links.filter(({ kind }) => kind === 'failure'),
        ({ to }) => to,
      );
      return [...byTarget].map(([to, links]) => {
        const sources = [...new Set(links.map(({ from }) => nameOf(from)))].join(', ');
        return `✗ ${sources} → ${chain(to, null, 1)}`;
      });
    },
    others() {
      return sketch.nodes.flatMap(({ id }) => (rendered.has(id) ? [] : [chain(id, null, 0)]));
    },
  };
}

function targetsOf(links: readonly SketchLink[] | undefined): string[] {
  return [...new Set((links ?? []).map(({ to }) => to))];
}

function bracket(text: string): string {
  return `(${text})`;
}
