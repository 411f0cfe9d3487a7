/** The examples run unchanged in the real program, with a stub for the services that they call. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startArguments } from '../scripts/start-arguments.js';
import { followedGuides } from './guides/example-answers.ts';
import { itemOf, stepOf } from './guides/guided-agent.ts';
import type { StdioCommand } from './mcp/program-fixture.ts';
import { connectTestClient, type TestCallResult, type TestClient } from './mcp/test-client.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

let folder = '';
let guest: TestClient;
/** Answers of the person to every question. */
let answer: Readonly<Record<string, string | number | boolean>> = {};
let asked: string[] = [];

/** As `npm start` starts it, but with its own data folder, and over stdio, so that it needs no port. */
function program(data: string): StdioCommand {
  const words = startArguments(['--data', join(folder, data)], root, {}, () => false);
  const own = words.map((word) => word.replace(`${root}.signalbox`, folder));
  return {
    command: process.execPath,
    args: [join(root, 'bin', 'signalbox.js'), 'stdio', ...own.slice(1)],
    cwd: folder,
  };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signalbox-examples-'));
  guest = await connectTestClient('present, 2026', program('data'), {
    human: ({ message }) => {
      asked.push(message);
      return { action: 'accept', content: { ...answer } };
    },
  });
}, 60_000);

beforeEach(() => {
  asked = [];
});

afterAll(async () => {
  await guest.close();
  await rm(folder, { recursive: true, force: true });
});

/** Plays it to its end. */
const run = (workflow: string, params: object): Promise<TestCallResult> =>
  guest.call(`w_${workflow}`, { ...params, wait_ms: 20_000 });

/** The events, as text. */
async function linesOf({ value }: TestCallResult, by = guest): Promise<readonly string[]> {
  const { value: history } = await by.call('run_history', { run_id: value['run_id'] });
  return (history['events'] as { readonly lines: readonly string[] }[]).flatMap(({ lines }) => lines);
}

/** The calls, in order. */
const callsIn = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line) => / calls (\w+) /.exec(line)?.[1] ?? []);

const trip = { origin: 'NYC', destination: 'Paris', leave: '2027-05-04', traveller: 'Ada Park' };
const seat = { origin: 'NYC', destination: 'Paris', date: '2027-05-05', passenger: 'Ada Park' };
const stay = { checkin: '2027-05-04', checkout: '2027-05-06', guest: 'Ada Park' };
const days = { origin: 'NYC', destination: 'Paris', from: '2027-06-01' };
/** All answers but one. */
const lunch = { people: 12, place: 'office', diets: false, budget: 150 };
const full = 'FL-NYC-ROME-2027-05-04-1';

const endings: readonly (readonly [string, object, typeof answer, object])[] = [
  ['hello', { name: 'Ada' }, { greeting: 'Hi', times: 2 }, [{ text: 'Hi, Ada!' }, { text: 'Hi, Ada!' }]],
  ['order_lunch', { dish: 'soup' }, {}, { dish: 'soup', number: expect.any(Number) }],
  ['order_lunch', { dish: 'lobster' }, { yes: true }, { dish: 'lobster', number: expect.any(Number) }],
  ['where_is_my_flight', { flight_number: 'AF23' }, {}, { says: expect.stringMatching(/^AF23 is \w+$/) }],
  ['hold_seat', seat, {}, { status: 'held' }],
  ['hold_seat', { ...seat, destination: 'Rome' }, {}, { id: expect.stringMatching(/^WL-/) }],
  ['hold_room', { ...stay, city: 'Paris' }, {}, { status: 'held' }],
  ['plan_trip', trip, { yes: true }, { status: 'confirmed' }],
  ['plan_trip', { ...trip, nights: 2, ask_above: 2000 }, {}, { status: 'confirmed' }],
  [
    'wait_for_seat',
    { flight_id: 'FL-NYC-PARIS-2027-05-06-1', until: '2027-05-06', passenger: 'Lin Wu' },
    {},
    { status: 'held' },
  ],
  [
    'take_the_cheapest',
    { ...days, passengers: ['Ada Park', 'Lin Wu'] },
    {},
    { seats: [{ status: 'held' }, { status: 'held' }] },
  ],
  [
    'InvoiceApproval',
    { po_number: 'PO-7', vendor_id: 'V-001', amount: 99.5 },
    { approved: true, remark: 'fits' },
    { approved: true, remark: 'fits' },
  ],
  [
    'team-lunch',
    { answers: lunch },
    { value: 'salad' },
    { operations: { order: { text: '12 × salad at office, 150 euros' } } },
  ],
  ['cheapest_days', days, {}, Array.from({ length: 5 }, () => ({ destination: 'Paris' }))],
];

test('[A8][P3.1] every example is run here', async () => {
  const { value } = await guest.call('workflow_list', {});
  const ids = (value['workflows'] as { readonly id: string }[]).map(({ id }) => id);
  const played = [...endings.map(([workflow]) => workflow), ...followedGuides.map((guide) => guide.id)];
  expect(new Set(played)).toEqual(new Set(ids));
});

test.each(followedGuides)(
  '[A8][U8.1] the guide $id completes',
  async ({ id, context, outputs, steps, confirmations }) => {
    answer = { confirmed: true };
    const done: string[] = [];
    let { value, text } = await guest.call('workflow_run', { workflow_id: id, inputs: { context } });
    while (value['case_status'] !== 'completed') {
      expect(done.length, text).toBeLessThan(steps.length);
      const step = String(stepOf(value));
      done.push(step);
      const output = outputs[step] ?? 'Done.';
      const answered = { workitem_id: itemOf(value), output_data: { output }, wait_ms: 20_000 };
      ({ value, text } = await guest.call('workitems_complete', answered));
    }
    expect([done, asked.length]).toEqual([steps, confirmations]);
  },
);

test.each(endings)(
  '[A8][P3.1] the tool of %s, called with %j, completes',
  async (workflow, params, said, result) => {
    answer = said;
    const { value } = await run(workflow, params);
    expect(value).toMatchObject({ status: 'completed', result });
    expect(asked).toHaveLength(Object.keys(said).length === 0 ? 0 : 1);
  },
);

test('[A8][P3.1] the tool of cheapest_days returns the five cheapest flights', async () => {
  const { value } = await run('cheapest_days', days);
  const prices = (value['result'] as { readonly price: number }[]).map(({ price }) => price);
  expect(prices).toEqual(prices.toSorted((left, right) => left - right));
});

test.each([
  ['order_lunch', { dish: 'unicorn' }, {}, 'There is no unicorn today', ['get_price']],
  [
    'hold_seat',
    { ...seat, destination: 'Atlantis' },
    {},
    'No flight from NYC to Atlantis',
    ['search_flights'],
  ],
  [
    'hold_room',
    { ...stay, city: 'Oslo' },
    {},
    'The last room has just gone',
    ['search_hotels', 'book_hotel'],
  ],
  [
    'wait_for_seat',
    { flight_id: full, until: '2026-01-01', passenger: 'Lin Wu' },
    {},
    `No seat on ${full}`,
    ['check_availability'],
  ],
  [
    'take_the_cheapest',
    { ...days, passengers: ['Bo', 'Cy', 'Di', 'Ed'] },
    {},
    'There is no seat left',
    ['add_to_waitlist'],
  ],
  [
    'plan_trip',
    trip,
    { yes: false },
    'Nobody agreed to the trip to Paris',
    ['cancel_booking', 'cancel_hotel'],
  ],
  [
    'plan_trip',
    { ...trip, nights: 60 },
    { yes: true },
    'The card is not good for',
    ['process_payment', 'cancel_booking', 'cancel_hotel'],
  ],
])(
  '[A8][P3.1] the tool of %s, called with %j, fails as expected',
  async (workflow, params, said, why, last) => {
    answer = said;
    const called = await run(workflow, params);
    expect(called.value).toMatchObject({ status: 'failed', message: expect.stringContaining(why) });
    // Parallel work is undone in either order.
    expect(
      callsIn(await linesOf(called))
        .slice(-last.length)
        .toSorted(),
    ).toEqual(last.toSorted());
  },
);

test('[A8][P3.1] a no to the tool of order_lunch orders nothing', async () => {
  answer = { yes: false };
  const called = await run('order_lunch', { dish: 'lobster' });
  expect(asked).toEqual(['lobster costs 45 euros. Go ahead?']);
  expect(called.value['status']).toBe('completed');
  expect(callsIn(await linesOf(called))).toEqual(['get_price']);
});

test('[A8][P3.1] a busy airline is called again', async () => {
  const called = await run('hold_seat', { ...seat, destination: 'Lima' });
  expect(called.value).toMatchObject({ status: 'completed', result: { status: 'held' } });
  expect(callsIn(await linesOf(called)).slice(-2)).toEqual(['create_booking', 'create_booking']);
});

test('[A8][P3.1] without a room the seat is released', async () => {
  const called = await run('plan_trip', { ...trip, destination: 'Oslo' });
  expect(called.value).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('room has just gone'),
  });
  const calls = callsIn(await linesOf(called));
  const count = (operation: string): number => calls.filter((each) => each === operation).length;
  expect(count('cancel_booking')).toBe(count('create_booking'));
  expect(count('process_payment')).toBe(0);
});

test('[A8][P3.4] a reservation from before a restart is released after it', async () => {
  const before = await connectTestClient('present, 2026', program('restarted'));
  const waiting = await before.call('w_plan_trip', { ...trip, wait_ms: 20_000 });
  expect(waiting.value).toMatchObject({ status: 'input_required', step_id: 'agree' });
  await before.close();
  const after = await connectTestClient('present, 2026', program('restarted'));
  try {
    const id = waiting.value['work_item_id'];
    const ended = await after.call('workitems_complete', {
      workitem_id: id,
      output_data: { yes: false },
      wait_ms: 20_000,
    });
    expect(ended.text).toContain('Nobody agreed to the trip to Paris');
    const lines = await linesOf(waiting, after);
    expect(lines.filter((line) => line.endsWith(' undone'))).toHaveLength(2);
  } finally {
    await after.close();
  }
});
