import { expect, test } from 'vitest';
import {
  displayWidth,
  drawLine,
  drawMermaidSheet,
  drawSketch,
  drawSvgSheet,
  type Sketch,
} from '../../src/drawing/index.ts';
import { parseSpecificationSet } from '../../src/languages/yawl/parse/parse-specification-set.ts';
import { sketchesOf } from '../../src/languages/yawl/sketch.ts';
import { createRandom } from '../../src/testing/stand-ins/seeded-random.ts';
import { randomPlan } from './converting/random-plan.ts';
import { type SpecificationPlan, specificationText } from './specification-text.ts';

const sketchesIn = (plan: SpecificationPlan): readonly Sketch[] => {
  const { document } = parseSpecificationSet({ path: 'test.yawl', text: specificationText(plan) });
  const [specification] = document?.specifications ?? [];
  if (specification === undefined) throw new Error('no specification');
  const { root, parts } = sketchesOf(specification);
  return [root, ...parts];
};

const trip: SpecificationPlan = {
  uri: 'Trip',
  nets: [
    {
      id: 'Trip',
      inputs: { total: 'int' },
      begin: ['register'],
      conditions: { unpaid: ['remind', 'pay'] },
      tasks: {
        register: {
          to: [
            { to: 'flight', when: '/Trip/total/text() > 0' },
            { to: 'hotel', when: 'true()', otherwise: true },
          ],
          split: 'or',
        },
        flight: { to: ['collect'], does: 'Flight' },
        hotel: {
          to: ['collect'],
          multiple: { min: 1, max: 5, threshold: 3, from: '/Trip/total', split: '/total/*', formal: 'x' },
        },
        collect: { to: ['unpaid'], join: 'or' },
        remind: { to: ['unpaid'], does: 'Mail' },
        pay: {
          to: ['archive', 'note'],
          timer: '<trigger>OnExecuting</trigger><duration>PT5M</duration>',
        },
        archive: { to: ['close'], removes: ['unpaid', 'pay'], removesFlows: [['hotel', 'collect']] },
        note: { to: ['close'], does: null },
        close: { to: ['o'], join: 'and' },
      },
    },
    {
      id: 'Flight',
      begin: ['search'],
      tasks: {
        search: {
          to: [
            { to: 'search', when: "/Flight/again/text() = 'true'", order: 1 },
            { to: 'o', otherwise: true },
          ],
          split: 'xor',
        },
      },
    },
  ],
  work: { Mail: { more: '<codelet>SendMail</codelet><externalInteraction>automated</externalInteraction>' } },
};

test('[Y7.1] a net is drawn in YAWL’s notation: conditions, joins and splits, composite tasks, multiple instances, and their details', () => {
  const [root, flight, ...others] = sketchesIn(trip);
  expect(others).toEqual([]);
  expect(drawSketch(root as Sketch, { width: 80 })).toBe(
    [
      '┌─ Net: Trip ─────────────────────────────────────────────────────────┐',
      '│                                                                     │',
      '│                          ╭─────╮                                    │',
      '│                          │ ▷ i │                                    │',
      '│                          ╰──┬──╯                                    │',
      '│                             │                                       │',
      '│                      ┌──────▼──────┐                                │',
      '│                      │ register  ╎◇│                                │',
      '│                      └──────┬──────┘                                │',
      '│                ┌────────────┴─────────────┐                         │',
      '│                │ total > 0                │ default: true()         │',
      '│         ╔══════▼══════╗    ┌──────────────▼──────────────┐          │',
      '│         ║   flight    ║    │           ≡ hotel           │          │',
      '│         ║ net Flight  ║    │ 1 to 5 instances, enough: 3 │          │',
      '│         ╚══════╤══════╝    └──────────────┬──────────────┘          │',
      '│                └─────────────┬────────────┘                         │',
      '│                        ┌─────▼─────┐                                │',
      '│                        │◇╎ collect │                                │',
      '│                        └─────┬─────┘                                │',
      '│                              │                                      │',
      '│                        ╭─────▼─────╮                                │',
      '│                        │ ○ unpaid  │                                │',
      '│                        ╰─────┬─────╯                                │',
      '│             ┌────────────────┴────────────────┐                     │',
      '│  ┌──────────▼──────────┐    ┌─────────────────▼─────────────────┐   │',
      '│  │       remind        │    │               pay               ╎◁│   │',
      '│  │ automated: SendMail │    │ timer: PT5M once it is started    │   │',
      '│  │ ↺ back to “unpaid”  │    │                                   │   │',
      '│  └─────────────────────┘    └─────────────────┬─────────────────┘   │',
      '│                                 ┌─────────────┴──────────────┐      │',
      '│             ┌───────────────────▼───────────────────┐    ┌───▼───┐  │',
      '│             │                archive                │    │ note  │  │',
      '│             │ cancels: unpaid, pay, hotel → collect │    │ empty │  │',
      '│             └───────────────────┬───────────────────┘    └───┬───┘  │',
      '│                                 └──────────────┬─────────────┘      │',
      '│                                           ┌────▼────┐               │',
      '│                                           │▷╎ close │               │',
      '│                                           └────┬────┘               │',
      '│                                                │                    │',
      '│                                             ╭──▼──╮                 │',
      '│                                             │ □ o │                 │',
      '│                                             ╰─────╯                 │',
      '│                                                                     │',
      '│  ▷│ │◁ all paths,  ◇ any number of paths,  ≡ several instances      │',
      '│                                                                     │',
      '│  Takes: total (int)                                                 │',
      '└─────────────────────────────────────────────────────────────────────┘',
    ].join('\n'),
  );
  expect(drawSketch(flight as Sketch, { width: 60 })).toBe(
    [
      '┌─ Net: Flight ─────────────────────────────────┐',
      '│                                               │',
      '│                    ╭─────╮                    │',
      '│                    │ ▷ i │                    │',
      '│                    ╰──┬──╯                    │',
      '│                       │                       │',
      '│  ┌────────────────────▼────────────────────┐  │',
      '│  │◁╎               search                ╎▷│  │',
      "│  │   ↺ back to “search”: again = 'true'    │  │",
      '│  └────────────────────┬────────────────────┘  │',
      '│                       │ default               │',
      '│                    ╭──▼──╮                    │',
      '│                    │ □ o │                    │',
      '│                    ╰─────╯                    │',
      '│                                               │',
      '│  ◁│ │▷ one path                               │',
      '└───────────────────────────────────────────────┘',
    ].join('\n'),
  );
});

test('[Y7.1] a picture has circles with their symbols, triangles and diamonds at the sides, and marks', () => {
  const svg = drawSvgSheet(sketchesIn(trip).map((sketch) => ({ sketch })));
  const boxOf = (name: string) =>
    svg.split('<g class="sb-box').find((part) => part.includes(`<title>${name}</title>`)) ?? '';
  const count = (text: string, part: RegExp) => (text.match(part) ?? []).length;
  // A circle; the first and the last are filled.
  expect(svg.split('<title>i</title>')).toHaveLength(3);
  expect(boxOf('i')).toMatch(/class="sb-shape" d="M[\d.]+ [\d.]+a18 18 .*class="sb-inner"/);
  expect(boxOf('unpaid')).toMatch(/a18 18/);
  expect(boxOf('unpaid')).not.toContain('sb-inner');
  // Bands: a line, and a diamond (closed) or a triangle.
  expect(boxOf('register')).toMatch(/class="sb-wall" d="M[\d.]+ [\d.]+V[\d.]+M[^"]*Z"/);
  expect(boxOf('close')).toMatch(/class="sb-wall" d="M[\d.]+ [\d.]+V[\d.]+M[\d. L]+"/);
  expect(count(boxOf('flight'), /sb-shape|sb-wall/g)).toBe(2);
  expect(count(boxOf('hotel'), /sb-shape/g)).toBe(2);
  expect(boxOf('pay')).toContain('sb-mark');
  expect(boxOf('remind')).toContain('sb-gear');
  expect(boxOf('archive')).toContain('sb-cancels');
  expect(count(svg, /class="sb-card"/g)).toBe(2);
});

test('[Y7.1] the state of a run is shown in every net', () => {
  const [root, flight] = sketchesIn(trip);
  const drawn = [
    {
      sketch: root as Sketch,
      states: new Map([['register', 'done'] as const, ['flight', 'under way'] as const]),
    },
    { sketch: flight as Sketch, states: new Map([['search', 'under way'] as const]) },
  ];
  const svg = drawSvgSheet(drawn);
  for (const told of ['register: done', 'flight: under way', 'search: under way']) {
    expect(svg).toContain(`<title>${told}</title>`);
  }
  expect(drawMermaidSheet(drawn)).toMatch(/class n\d+ done[\s\S]*class p2n\d+ underway/);
});

test('[Y7.1] random nets are drawn whole in every form: each task once, within the width, seeds 1 to 30', () => {
  for (let seed = 1; seed <= 30; seed++) {
    const sketches = sketchesIn(randomPlan(createRandom(seed)));
    const svg = drawSvgSheet(sketches.map((sketch) => ({ sketch })));
    const mermaid = drawMermaidSheet(sketches.map((sketch) => ({ sketch })));
    for (const sketch of sketches) {
      const drawn = drawSketch(sketch, { width: 60 });
      for (const line of drawn.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(60);
      for (const { name, kind } of sketch.nodes) {
        expect(drawn, `seed ${seed}`).toMatch(new RegExp(`\\b${name}\\b`));
        if (kind !== 'place') expect(svg.split(`<title>${name}</title>`)).toHaveLength(2);
      }
      expect(drawLine(sketch)).not.toBe('');
    }
    expect(mermaid.match(/^ {2}subgraph /gm)).toHaveLength(sketches.length);
    expect(mermaid.match(/ -->/g)).toHaveLength(sketches.reduce((sum, { links }) => sum + links.length, 0));
  }
});
