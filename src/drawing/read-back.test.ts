/** Reads drawings as a person does: from a box along the lines, never upwards, to the boxes below. */
import { expect, test } from 'vitest';
import type { Net } from '../kernel/index.ts';
import { net, task } from '../testing/net-builder.ts';
import { randomProgram } from '../testing/random/random-program.ts';
import { createRandom, type Random } from '../testing/seeded-random.ts';
import { drawNet } from './draw-net.ts';
import { layersOf } from './layers.ts';
import { graphOf } from './net-graph.ts';

type Direction = 'u' | 'd' | 'l' | 'r';
interface Area {
  readonly name: string;
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

const moves = { u: [-1, 0], d: [1, 0], l: [0, -1], r: [0, 1] } as const;
const opposite = { u: 'd', d: 'u', l: 'r', r: 'l' } as const;
const openings: Readonly<Record<string, string>> = {
  '┌': 'dr',
  '┐': 'dl',
  '└': 'ur',
  '┘': 'ul',
  '├': 'udr',
  '┤': 'udl',
  '┬': 'dlr',
  '┴': 'ulr',
  '┼': 'udlr',
};

function readLinks(drawn: string, names: readonly string[]): string[] {
  const grid = drawn.split('\n').map((line) => [...line]);
  const at = (row: number, column: number) => grid[row]?.[column] ?? ' ';
  const areas = names.map((name) => areaOf(drawn.split('\n'), name));
  const links = new Set<string>();
  for (const from of areas) {
    for (let column = from.left; column <= from.right; column++) {
      if (at(from.bottom, column) === '┬') follow(from.name, from.bottom + 1, column);
    }
  }
  return [...links].sort();

  function follow(from: string, startRow: number, startColumn: number): void {
    const seen = new Set<string>();
    const queue: [number, number, Direction][] = [[startRow, startColumn, 'd']];
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      const [row, column, direction] = next;
      const key = next.join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      const inside = areas.find(
        ({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right,
      );
      const sign = at(row, column);
      if (inside !== undefined) {
        expect(sign).toBe('▼');
        links.add(`${from} → ${inside.name}`);
        continue;
      }
      const straight = sign === '│' || sign === '─';
      if (!straight)
        expect(openings[sign] ?? '', `${sign} at ${row},${column} in\n${drawn}`).toContain(
          opposite[direction],
        );
      const ways = straight
        ? [direction]
        : [...(openings[sign] ?? '')].filter((way) => way !== opposite[direction] && way !== 'u');
      for (const way of ways as Direction[]) {
        const [down, right] = moves[way];
        queue.push([row + down, column + right, way]);
      }
    }
  }
}

function areaOf(lines: readonly string[], name: string): Area {
  const row = lines.findIndex((line) => new RegExp(`[│╎] *${name} *[│╎]`).test(line));
  const line = lines[row] ?? '';
  const column = line.search(new RegExp(`(?<=[│╎] *)${name}(?= *[│╎])`));
  const left = line.lastIndexOf('│', column);
  let bottom = row;
  while (!'└╰'.includes(lines[bottom]?.[left] ?? '└')) bottom += 1;
  return { name, top: row - 1, bottom, left, right: line.indexOf('│', column) };
}

/** Names that are not part of each other. */
const renamed = (from: Net): Net => {
  const place = (id: string) => `place-${from.places.findIndex((each) => each.id === id)}.`;
  const placeOrEnd = (id: string | null) => (id === null ? null : place(id));
  return {
    ...from,
    input: place(from.input),
    output: place(from.output),
    places: from.places.map(({ id }) => ({ id: place(id) })),
    tasks: from.tasks.map((each, index) => ({
      ...each,
      id: `task-${index}.`,
      from: each.from.map(place),
      flows: each.flows.map((flow) => ({ ...flow, to: placeOrEnd(flow.to) })),
      ...(each.catch === undefined ? {} : { catch: { to: placeOrEnd(each.catch.to) } }),
    })),
  };
};

/** Tasks joined at random, each line by a place of its own: more tangled than what people write. */
function tangledNet(random: Random): Net {
  const count = random.between(4, 9);
  const lines = Array.from({ length: count }, (_, from) => {
    const later = Array.from({ length: count - from - 1 }, (_, step) => from + step + 1);
    return random.shuffle(later).slice(0, random.between(1, 3));
  });
  const tasks = lines.map((targets, from) => {
    const entries = lines.flatMap((to, other) => (to.includes(from) ? [`${other}-${from}`] : []));
    return task(
      `task-${from}.`,
      entries.length === 0 ? 'i' : entries,
      targets.length === 0 ? 'o' : targets.map((to) => `${from}-${to}`),
    );
  });
  return net('main', tasks);
}

/** @returns the share of nets that were drawn with boxes */
function checkAll(nets: readonly Net[]): number {
  const boxed = nets.filter((each, index) => {
    const drawn = drawNet(each, { width: 140 });
    if (!/[┌╭]/.test(drawn)) return false;
    const { layers, lines } = layersOf(graphOf(each));
    const names = new Map(layers.flat().map((node) => [node.index, node.name]));
    const links = lines.map(({ from, to }) => `${names.get(from)} → ${names.get(to)}`);
    expect(readLinks(drawn, [...names.values()]), `net ${index}\n${drawn}`).toEqual(links.sort());
    return true;
  });
  return boxed.length / nets.length;
}

const seeds = Array.from({ length: 120 }, (_, seed) => seed + 1);

test('[D1] following the lines of random drawings gives exactly the links of the net', () => {
  const nets = seeds.flatMap((seed) => randomProgram(createRandom(seed)).nets.map(renamed));
  expect(checkAll(nets)).toBeGreaterThan(0.98);
});

test('[D1] the same for tangled nets', () => {
  expect(checkAll(seeds.map((seed) => tangledNet(createRandom(seed))))).toBeGreaterThan(0.98);
});
