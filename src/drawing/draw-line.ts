/**
 * A sketch on one line, for small spaces: `(flight ∥ hotel) → confirm`, `check ? book | ↺ search`, and at the end the
 * ways out of a failure. A node that is reached once more is only named.
 */
import type { Routing } from '../kernel/index.ts';
import { cleanSketch } from './clean-sketch.ts';
import { displayWidth, takeWithin } from './clean-text.ts';
import { groupBy } from './group-by.ts';
import { backLinks, outgoing } from './layers.ts';
import { findMeetings } from './meetings.ts';
import { quoteName } from './quote-name.ts';
import type { Sketch, SketchLink } from './sketch.ts';

const between: Readonly<Record<Routing, string>> = { and: ' ∥ ', xor: ' | ', or: ' ○ ' };
const usualLimit = 200;
/** Brackets in brackets; deeper ones nobody can read. */
const deepest = 12;

/** @param limit columns at most; what is too long ends with `…` */
export function drawLine(sketch: Sketch, limit = usualLimit): string {
  const teller = createTeller(cleanSketch(sketch));
  const line = [teller.main(), ...teller.failures()].filter((part) => part !== '').join('; ');
  if (displayWidth(line) <= limit) return line;
  return `${takeWithin([...line], Math.max(0, limit - 1))
    .join('')
    .trimEnd()}…`;
}

interface Teller {
  main(): string;
  failures(): string[];
}

function createTeller(sketch: Sketch): Teller {
  const nodes = new Map(sketch.nodes.map((node) => [node.id, node]));
  const back = backLinks(sketch);
  const usual = sketch.links.filter(({ kind }) => kind === 'next');
  const forward = usual.filter((link) => !back.has(link));
  const out = outgoing(forward);
  const loops = outgoing(usual.filter((link) => back.has(link)));
  const meetings = findMeetings(sketch, forward);
  const told = new Set<string>();
  const nameOf = (id: string) => quoteName(nodes.get(id)?.name ?? '');

  /** Everything from a node on, until the place where the branches around it meet. */
  const chain = (first: string, end: string | null, depth: number): string => {
    const parts: string[] = [];
    for (let id: string | null = first; id !== null && id !== end; ) {
      if (told.has(id)) {
        parts.push(nameOf(id));
        break;
      }
      told.add(id);
      const meeting: string | null = meetings.get(id) ?? null;
      parts.push(...step(id, meeting, depth));
      id = meeting;
    }
    return parts.join(' → ');
  };

  const step = (id: string, meeting: string | null, depth: number): string[] => {
    const ways = targetsOf(out.get(id));
    const again = targetsOf(loops.get(id)).map((to) => `↺ ${nameOf(to)}`);
    if (ways.length + again.length === 0 || (again.length === 0 && ways.length === 1)) return [nameOf(id)];
    const node = nodes.get(id);
    const sign = between[node?.split ?? 'xor'];
    const onward = branches(ways, meeting, depth);
    const choices = [...onward, ...again];
    if (sign !== between.xor) return [nameOf(id), bracket(choices.join(sign))];
    const text = choices.join(sign);
    return [`${nameOf(id)} ? ${meeting === null && depth === 0 ? text : bracket(text)}`];
  };

  /** A way that leads straight to the meeting does nothing. */
  const branches = (ways: readonly string[], meeting: string | null, depth: number): string[] => {
    if (depth >= deepest) return ['…'];
    return ways.map((way) => (way === meeting ? '–' : chain(way, meeting, depth + 1)));
  };

  return {
    main() {
      const entered = new Set(sketch.links.filter((link) => !back.has(link)).map(({ to }) => to));
      const begins = sketch.nodes.map(({ id }) => id).filter((id) => !entered.has(id));
      const first = begins.length > 0 ? begins : sketch.begins;
      if (first.length === 1) return chain(first[0] ?? '', null, 0);
      const meeting = meetings.common(first);
      const all = bracket(branches(first, meeting, 0).join(between.and));
      return first.length === 0
        ? ''
        : [all, ...(meeting === null ? [] : [chain(meeting, null, 0)])].join(' → ');
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
  };
}

function targetsOf(links: readonly SketchLink[] | undefined): string[] {
  return [...new Set((links ?? []).map(({ to }) => to))];
}

function bracket(text: string): string {
  return `(${text})`;
}
