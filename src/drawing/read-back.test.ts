/** Reads drawings as a person does: from a box along the lines, never upwards, to the boxes below. */
import { expect, test } from 'vitest';
import { randomSketch } from '../../test/drawing/random-sketch.ts';
import { randomProgram } from '../../test/random-nets/random-program.ts';
import type { Net } from '../kernel/index.ts';
import { net, task } from '../testing/net-builder.ts';
import { createRandom, type Random } from '../testing/stand-ins/seeded-random.ts';
import { cleanSketch } from './clean-sketch.ts';
import { drawSketch } from './draw-sketch.ts';
import { layersOf } from './layers.ts';
import type { Sketch } from './sketch.ts';
import { sketchOfNet } from './sketch-of-net.ts';

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
  '╭': 'dr',
  '╮': 'dl',
  '╰': 'ur',
  '╯': 'ul',
};

/** A mark at a line, or the first word of the label next to it. */
const markSign = /[\u2460-\u2473\u24b6-\u24e9]/;

function readLinks(drawn: string, names: readonly string[]): string[] {
  const lines = drawn.split('\n');
  const grid = lines.map((line) => [...line]);
  const at = (row: number, column: number) => grid[row]?.[column] ?? ' ';
  const areas = names.map((name) => areaOf(lines, name));
  const links = new Set<string>();
  for (const from of areas) {
    for (let column = from.left; column <= from.right; column++) {
      const exit = at(from.bottom, column);
      if (exit === '┬' || exit === '✗') follow(from.name, exit, from.bottom + 1, column);
    }
  }
  return [...links].sort();

  function labelAt(row: number, column: number): string | undefined {
    const beside = at(row, column + 1);
    if (markSign.test(beside)) {
      const told = lines.findIndex((line) => new RegExp(`^│ *${beside} `).test(line));
      return /: *(c\d+\.)/.exec(lines.slice(told, told + 3).join(' '))?.[1];
    }
    return beside === ' ' ? /^c\d+\./.exec(grid[row]?.slice(column + 2).join('') ?? '')?.[0] : undefined;
  }

  function follow(from: string, exit: string, startRow: number, startColumn: number): void {
    const seen = new Set<string>();
    const queue: [number, number, Direction, string][] = [[startRow, startColumn, 'd', '']];
    for (let step = queue.pop(); step !== undefined; step = queue.pop()) {
      const [row, column, direction, label] = step;
      const key = step.join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      const inside = areas.find(
        ({ top, bottom, left, right }) => row >= top && row <= bottom && column >= left && column <= right,
      );
      const sign = at(row, column);
      if (inside !== undefined) {
        expect(sign).toBe(exit === '┬' ? '▼' : '▽');
        links.add([from, exit === '┬' ? '→' : '✗', inside.name, label].join(' ').trim());
        continue;
      }
      const straight = /[│─┊┄]/.test(sign);
      if (!straight)
        expect(openings[sign] ?? '', `${sign} at ${row},${column} in\n${drawn}`).toContain(
          opposite[direction],
        );
      const directions = straight
        ? [direction]
        : [...(openings[sign] ?? '')].filter((next) => next !== opposite[direction] && next !== 'u');
      const beside = direction === 'd' && straight ? labelAt(row, column) : undefined;
      for (const next of directions as Direction[]) {
        const [down, right] = moves[next];
        queue.push([row + down, column + right, next, beside ?? label]);
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

/** Names that do not contain each other. */
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

/** Randomly connected tasks, each line by a separate place: more tangled than authored nets. */
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

/** @returns whether it was drawn with boxes */
function check(sketch: Sketch, frame: boolean): boolean {
  const drawn = drawSketch(sketch, { width: 140, frame });
  const picture = frame ? drawn.split('\n').slice(1).join('\n') : drawn;
  if (!/[┌╭]/.test(picture)) return false;
  const { layers, lines } = layersOf(cleanSketch(sketch), frame ? 'lines' : 'words');
  const names = new Map(layers.flat().map(({ id, name }) => [id, name]));
  const links = lines.map(({ from, to, kind, label }) => {
    const sign = kind === 'next' ? '→' : '✗';
    return [names.get(from), sign, names.get(to), /^c\d+\./.exec(label ?? '')?.[0] ?? ''].join(' ').trim();
  });
  expect(readLinks(drawn, [...names.values()]), drawn).toEqual(links.sort());
  return true;
}

function shareOfBoxes(sketches: readonly Sketch[], frame: boolean): number {
  return sketches.filter((sketch) => check(sketch, frame)).length / sketches.length;
}

const seeds = Array.from({ length: 120 }, (_, seed) => seed + 1);

test('[D1] following the lines of random drawings yields exactly the links of the net, seeds 1 to 120', () => {
  const nets = seeds.flatMap((seed) => randomProgram(createRandom(seed)).nets.map(renamed));
  expect(shareOfBoxes(nets.map(sketchOfNet), false)).toBeGreaterThan(0.98);
});

test('[D1] the same for tangled nets, seeds 1 to 120', () => {
  const nets = seeds.map((seed) => tangledNet(createRandom(seed)));
  expect(shareOfBoxes(nets.map(sketchOfNet), false)).toBeGreaterThan(0.98);
});

test('[D4] in a frame, failure paths and conditions can be read too, seeds 1 to 400', () => {
  const sketches = Array.from({ length: 400 }, (_, seed) => randomSketch(createRandom(seed + 1)));
  expect(shareOfBoxes(sketches, true)).toBeGreaterThan(0.95);
});
