import { expect, test } from 'vitest';
import { randomSketch } from '../../test/drawing/random-sketch.ts';
import {
  bookFlight,
  bookTrip,
  grandTour,
  next,
  node,
  travelSketches,
} from '../../test/drawing/travel-sketches.ts';
import { createRandom } from '../testing/stand-ins/seeded-random.ts';
import { displayWidth } from './clean-text.ts';
import { drawSketch } from './draw-sketch.ts';
import type { Sketch } from './sketch.ts';
import { signs, type TaskState } from './task-state.ts';

const text = (...lines: readonly string[]) => lines.join('\n');
const widths = [24, 40, 60, 80, 100];

/** Removes the frame, so that wrapped text can be found. */
const wordsOf = (drawn: string) => drawn.replace(/[│┊\n]/g, ' ').replace(/ +/g, ' ');

test('[D4] parallel nodes, successors, failure paths and parameters are shown', () => {
  expect(drawSketch(bookTrip, { width: 80 })).toBe(
    text(
      '┌─ Workflow: book_trip ───────────────────────────────────────────┐',
      '│                                                                 │',
      '│  ┌─────────────────────┐    ┌───────────────────┐               │',
      '│  │ book_flight_branch  │    │ book_hotel_branch │   ← parallel  │',
      '│  │     book_flight     │    │    book_hotel     │               │',
      '│  └──────────┬────────✗─┘    └─────────┬───────✗─┘               │',
      '│             ├────────┊────────────────┘       ┊                 │',
      '│             │        ╰┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┬┄┄┄┄┄┄┄┄╯                 │',
      '│      ┌──────▼──────────┐    ┌────────▽────────┐                 │',
      '│      │∧╎    confirm    │    │  rollback_all   │                 │',
      '│      │   confirm_trip  │    │ cancel_booking  │                 │',
      '│      │                 │    │  cancel_hotel   │                 │',
      '│      └─────────────────┘    └─────────────────┘                 │',
      '│                                                                 │',
      '│  ✗┄▽ on failure,  ∧ all paths                                   │',
      '│                                                                 │',
      '│  On failure: rollback_all                                       │',
      '│  Params: origin (str), destination (str), checkin (date),       │',
      '│          checkout (date), passenger (str)                       │',
      '└─────────────────────────────────────────────────────────────────┘',
    ),
  );
});

test('[D4] conditions are next to their lines if there is room', () => {
  const drawn = drawSketch(bookFlight, { width: 80 });
  expect(drawn).toContain('│ seats_available > 0  │ seats_available == 0  │ otherwise');
  expect(drawn).not.toContain('①');
});

test('[D4] with less room, conditions have marks, and remarks are below', () => {
  const drawn = drawSketch(bookFlight, { width: 60 });
  expect(drawn).toContain('│①');
  expect(drawn).toContain('① decide → reserve: seats_available > 0');
  expect(drawn).toContain('reserve: create_booking, retried 2 times');
});

test('[D4] without room for boxes it is a list', () => {
  expect(drawSketch(bookFlight, { width: 40 })).toBe(
    text(
      '┌─ Workflow: book_flight ──────────────┐',
      '│                                      │',
      '│ 1  search → check                    │',
      '│      search_flights                  │',
      '│ 2  check → decide                    │',
      '│      check_availability              │',
      '│ 3  decide ╎×                         │',
      '│      → reserve: seats_available > 0  │',
      '│      → waitlist:                     │',
      '│        seats_available == 0          │',
      '│      → fail_no_seats: otherwise      │',
      '│ 4  reserve                           │',
      '│      create_booking                  │',
      '│      retried 2 times                 │',
      '│      ✗ on failure: to                │',
      '│        “fail_booking”                │',
      '│    waitlist                          │',
      '│      add_to_waitlist                 │',
      '│    fail_no_seats                     │',
      '│ 5  fail_booking                      │',
      '│                                      │',
      '│ × one path                           │',
      '│                                      │',
      '│ Params: origin (str),                │',
      '│         destination (str),           │',
      '│         date (date), passenger (str) │',
      '└──────────────────────────────────────┘',
    ),
  );
});

test('[D4] a group is described in text if it is not a whole layer', () => {
  expect(drawSketch(grandTour, { width: 100 })).toContain('∥ parallel: flight, hotel, car');
  expect(drawSketch(bookTrip, { width: 100 })).not.toContain('∥ parallel');
});

test('[D4] two conditions of one link are both shown', () => {
  const sketch: Sketch = {
    title: 't',
    nodes: [node('a', 'branch'), node('b', 'call')],
    links: [next('a', 'b', 'x > 1'), next('a', 'b', 'y > 2')],
    begins: ['a'],
    remarks: [],
  };
  expect(drawSketch(sketch)).toContain('│ x > 1 or y > 2');
});

/** The frame is closed, within the width, starts with the title and ends with the remarks. */
function expectFramed(drawn: string, width: number, last: string): void {
  const lines = drawn.split('\n');
  const [head = '', ...rest] = lines;
  expect(head).toMatch(/^┌─ Workflow:.*┐$/);
  expect(displayWidth(head)).toBeLessThanOrEqual(width);
  for (const line of rest) expect(displayWidth(line), drawn).toBe(displayWidth(head));
  for (const line of rest.slice(0, -1)) expect(line).toMatch(/^│.*│$/);
  expect(wordsOf(lines.slice(0, -1).join('\n')).trimEnd()).toMatch(new RegExp(`${last}$`));
}

test.each(widths)('[D4] the frame is straight and the parameters end it, within %d columns', (width) => {
  for (const sketch of travelSketches) expectFramed(drawSketch(sketch, { width }), width, '\\)');
});

test.each([40, 60, 100])(
  '[D4] random sketches show all names and conditions within %d columns, seeds 1 to 120',
  (width) => {
    for (let seed = 1; seed <= 120; seed++) {
      const sketch = randomSketch(createRandom(seed));
      const drawn = drawSketch(sketch, { width });
      expectFramed(drawn, width, 'b \\(int\\)');
      const words = wordsOf(drawn);
      for (const { name } of sketch.nodes) expect(words, drawn).toContain(name);
      for (const { label } of sketch.links) {
        const condition = label?.split(' ')[0] ?? '';
        expect(words.split(`${condition}`).length - 1, `${condition} in\n${drawn}`).toBeGreaterThanOrEqual(1);
      }
    }
  },
);

test('[D4] states have signs, and colour does not change the text', () => {
  const all = Object.keys(signs) as TaskState[];
  for (const sketch of travelSketches) {
    const states = new Map(sketch.nodes.map(({ id }, index) => [id, all[index % all.length] ?? 'done']));
    for (const width of widths) {
      const plain = drawSketch(sketch, { states, width });
      const coloured = drawSketch(sketch, { states, width, colour: true });
      // biome-ignore lint/suspicious/noControlCharactersInRegex: it is what colours are made of
      expect(coloured.replace(/\u001b\[[\d;]*m/g, '')).toBe(plain);
      expect(plain).toContain(`${signs[all[0] ?? 'done']} `);
    }
  }
});

test('[D4] hostile texts stay within the frame, and an empty or broken sketch is drawn', () => {
  const hostile = 'a\u001b[31mred\u001b]0;title\u0007\r\n\u202eb\u009b2J';
  const sketch: Sketch = {
    title: hostile,
    nodes: [
      node('a', 'call', { name: hostile, remarks: [hostile] }),
      node('a', 'error'),
      node('b', 'call', { name: '' }),
    ],
    links: [next('a', 'b', hostile), next('a', 'nobody'), next('nobody', 'a'), next('b', 'b')],
    begins: ['nobody'],
    remarks: [hostile],
  };
  for (const width of widths) {
    const drawn = drawSketch(sketch, { width });
    expect(drawn).not.toMatch(/[^\P{C}\n]/u);
    expectFramed(drawn, width, 'b\ufffd2J');
  }
  expect(drawSketch(sketch)).toContain('(no name)');
  expect(drawSketch({ title: '', nodes: [], links: [], begins: [], remarks: [] })).toContain(
    '(nothing to do)',
  );
});
