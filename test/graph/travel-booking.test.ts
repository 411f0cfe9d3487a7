/** Tests the example of the orchestration design, unchanged. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { applyEdits } from '../../src/languages/index.ts';
import { calledOperations, play, read, returns } from './play-graph.ts';

const text = readFileSync(new URL('./travel-booking.yaml', import.meta.url), 'utf8');
const hotel = `
  book_hotel:
    params: { city: str, checkin: str, checkout: str, guest: str }
    graph:
      book: { call: book_hotel, args: { city: $city, checkin: $checkin, checkout: $checkout, guest: $guest } }
`;
const trip = {
  origin: 'NYC',
  destination: 'CDG',
  checkin: '2026-03-01',
  checkout: '2026-03-08',
  passenger: 'Ada',
};
const only = (name: string): string => {
  const document = parse(text) as { workflows: Record<string, unknown> };
  return JSON.stringify({ ...document, workflows: { [name]: document.workflows[name] } }, null, 2);
};

test('[G10][L3] a workflow that calls a missing workflow is invalid at that position, and no other is', () => {
  const { violations, workflows } = read(text);
  expect(violations.map(({ rule, line, column, actual }) => [rule, line, column, actual])).toEqual([
    ['unknown-workflow', 101, 23, 'book_hotel'],
  ]);
  expect(workflows.filter(({ program }) => program === null).map(({ name }) => name)).toEqual(['book_trip']);
});

test('[G10][L2] the proposal adds a workflow to be completed, and then all are valid', () => {
  const edits = read(text).violations.flatMap(({ suggestion }) => suggestion?.edits ?? []);
  expect(read(applyEdits(text, edits)).violations).toEqual([]);
});

test.each(['check_flight_status', 'book_flight', 'find_cheapest_across_dates', 'book_with_approval'])(
  '[G10] %s is valid alone, as YAML and as JSON',
  (name) => {
    expect(read(only(name)).violations).toEqual([]);
    expect(read(only(name)).workflows[0]?.program).toEqual(
      expect.objectContaining({ root: name, semantics: 1 }),
    );
  },
);

test('[G10] check_flight_status sends a text with the number in it', () => {
  const run = play(only('check_flight_status'), {
    workflow: 'check_flight_status',
    params: { flight_number: 'AA123' },
  });
  expect(run.calls.map(({ operation, input }) => [operation, input])).toEqual([
    ['flights_query', { question: 'Get status for flight AA123' }],
  ]);
});

const flights = { origin: 'NYC', destination: 'CDG', date: '2026-03-01', passenger: 'Ada' };
const found = { search_flights: returns([{ id: 'F1' }, { id: 'F2' }]) };

test.each([
  [3, ['search', 'check', 'decide', 'reserve'], 'create_booking'],
  [0, ['search', 'check', 'decide', 'waitlist'], 'add_to_waitlist'],
])('[G10] book_flight with %i seats runs %j', (seats, took, last) => {
  const run = play(only('book_flight'), {
    workflow: 'book_flight',
    params: flights,
    calls: { ...found, check_availability: returns({ seats_available: seats }) },
  });
  expect(run.took).toEqual(took);
  expect(run.calls.at(-1)).toMatchObject({ operation: last, input: { flight_id: 'F1', passenger: 'Ada' } });
});

test('[G10] book_flight fails with a message if no seats are known, and after two retries', () => {
  const none = play(only('book_flight'), {
    workflow: 'book_flight',
    params: flights,
    calls: { ...found, check_availability: returns({ seats_available: -1 }) },
  });
  expect(none.failure?.message).toBe('No seats available on any searched flight');
  const failed = play(only('book_flight'), {
    workflow: 'book_flight',
    params: flights,
    calls: {
      ...found,
      check_availability: returns({ seats_available: 1 }),
      create_booking: { kind: 'fails', failure: { code: 'busy', message: 'Busy' } },
    },
  });
  expect(calledOperations(failed).filter((name) => name === 'create_booking')).toHaveLength(3);
  expect([failed.failure?.message, failed.spent]).toEqual(['Booking failed after retries', 2000]);
});

test('[G10] find_cheapest_across_dates searches seven days by default, and queries the results', () => {
  const params = { origin: 'NYC', destination: 'CDG', start_date: '2026-02-26' };
  const run = play(only('find_cheapest_across_dates'), {
    workflow: 'find_cheapest_across_dates',
    params,
    calls: { search_flights: returns([{ price: 1 }]) },
  });
  expect(run.calls.slice(0, -1).map(({ input }) => (input as { date: string }).date)).toEqual([
    '2026-02-26',
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
    '2026-03-03',
    '2026-03-04',
  ]);
  expect(run.calls.at(-1)?.input).toMatchObject({ tables: { all_results: Array(7).fill([{ price: 1 }]) } });
});

test('[G10] book_with_approval books the chosen flight', () => {
  const run = play(only('book_with_approval'), {
    workflow: 'book_with_approval',
    params: { origin: 'NYC', destination: 'CDG', date: '2026-03-01' },
    calls: { search_flights: returns([1, 2, 3, 4]) },
    answers: { present_options: [{ kind: 'answers', value: { selected_flight_id: 'F3' } }] },
  });
  expect(run.asked[0]?.input).toEqual({ message: 'Found 4 flights. Which one would you like to book?' });
  expect(run.calls.at(-1)?.input).toEqual({ flight_id: 'F3' });
});

test('[G10] book_trip runs after book_hotel is added: both at once, then the confirmation', () => {
  const run = play(text + hotel, {
    workflow: 'book_trip',
    params: trip,
    calls: { ...found, create_booking: returns({ id: 'B1' }), book_hotel: returns({ id: 'H1' }) },
  });
  expect(run.status).toBe('completed');
  expect(run.calls.at(-1)).toMatchObject({
    operation: 'confirm_trip',
    input: { flight_booking_id: 'B1', hotel_booking_id: 'H1' },
  });
});

test('[G10] book_trip cancels the flight if the hotel is full, and fails with that', () => {
  const run = play(text + hotel, {
    workflow: 'book_trip',
    params: trip,
    calls: {
      ...found,
      create_booking: returns({ id: 'B1' }, 100),
      book_hotel: { kind: 'fails', failure: { code: 'full', message: 'No rooms' } },
    },
  });
  expect(run.calls.at(-1)).toMatchObject({ operation: 'cancel_booking', input: { booking_id: 'B1' } });
  expect(run.failure?.code).toBe('full');
});
