/** Creates random sketches, more tangled than authored ones, for property tests. */
import type { Sketch, SketchKind, SketchLink, SketchNode } from '../../src/drawing/index.ts';

/** The required interface of a random number generator. */
interface Dice {
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(list: readonly T[]): T;
}

const kinds: readonly SketchKind[] = [
  'call',
  'branch',
  'foreach',
  'workflow',
  'question',
  'wait',
  'compensate',
  'error',
  'pass',
];

/** Names are `node-3.`, labels begin with `c3.`: none contains another. */
export function randomSketch(dice: Dice): Sketch {
  const count = dice.between(1, 8);
  const nodes = Array.from({ length: count }, (_, index) => randomNode(dice, index));
  const links: SketchLink[] = [];
  for (let from = 0; from < count; from++) {
    for (let way = dice.between(0, 2); way > 0; way--) {
      const to = dice.chance(0.1) ? dice.between(0, from) : Math.min(count - 1, from + dice.between(1, 3));
      const condition = `c${links.length}.`;
      const kind = dice.chance(0.25) ? 'failure' : 'next';
      const long = `${condition} holds, or the seats of this flight have become cheaper than they were`;
      const label = dice.chance(0.5) ? null : dice.pick([condition, `${condition} > seats_available`, long]);
      if (links.some((link) => link.from === `id ${from}` && link.to === `id ${to}` && link.kind === kind)) {
        continue;
      }
      links.push({ from: `id ${from}`, to: `id ${to}`, label, kind });
    }
  }
  return { title: 'a random sketch', nodes, links, begins: ['id 0'], remarks: ['Params: a (str), b (int)'] };
}

function randomNode(dice: Dice, index: number): SketchNode {
  return {
    id: `id ${index}`,
    name: `node-${index}.`,
    kind: dice.pick(kinds),
    join: dice.pick([null, null, 'and', 'or']),
    split: dice.pick([null, null, 'xor', 'and']),
    group: dice.pick([null, null, 'group 1', 'group 2']),
    remarks: dice.chance(0.3) ? [`does ${'much '.repeat(dice.between(1, 12))}work`] : [],
  };
}
