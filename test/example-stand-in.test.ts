/** The stub for the services of the examples conforms to the description of the travel desk. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { connectTestClient, type TestClient } from './mcp/test-client.ts';

const examples = fileURLToPath(new URL('../examples/', import.meta.url));
const api = parse(
  readFileSync(`${examples}travel/travel-api.yaml`, 'utf8').replaceAll('#/components/schemas/', '#/$defs/'),
);

interface Described {
  readonly operationId: string;
  readonly responses: Readonly<
    Record<string, { readonly content: Readonly<Record<string, { readonly schema: object }>> }>
  >;
}

const operations = Object.values<Readonly<Record<string, Described>>>(api.paths)
  .flatMap((path) => Object.values(path))
  .filter(({ operationId }) => operationId !== undefined);

/** The described response of an operation. */
function answerOf(name: string): z.ZodType {
  const responses = operations.find(({ operationId }) => operationId === name)?.responses ?? {};
  const content = (responses['200'] ?? responses['201'])?.content ?? {};
  return z.fromJSONSchema({ ...content['application/json']?.schema, $defs: api.components.schemas });
}

let travelServer: TestClient;

beforeAll(async () => {
  travelServer = await connectTestClient('present, 2026', {
    command: process.execPath,
    args: [`${examples}stand-in.mjs`],
    cwd: examples,
  });
});

afterAll(() => travelServer.close());

const flight = 'FL-NYC-PARIS-2027-05-04-1';
const booking = 'BK-NYC-PARIS-2027-05-04-1-CA31';
const room = 'HB-1670-2-7-6F82';
const stay = { checkin: '2027-05-04', checkout: '2027-05-11' };
const calls: readonly (readonly [string, object])[] = [
  ['search_flights', { origin: 'NYC', destination: 'São Paulo', date: '2027-05-04' }],
  ['check_availability', { flight_id: flight }],
  ['add_to_waitlist', { flight_id: flight, passenger: 'Ada Park' }],
  ['flight_status', { flight_number: 'AF23' }],
  ['create_booking', { flight_id: flight, passenger: 'Ada Park' }],
  ['cancel_booking', { booking_id: booking }],
  ['process_payment', { booking_id: booking, amount: 412.5 }],
  ['search_hotels', { city: 'Paris', ...stay }],
  ['book_hotel', { hotel_id: 'HT-1670-2', guest: 'Ada Park', ...stay }],
  ['cancel_hotel', { booking_id: room }],
  ['confirm_trip', { flight_booking_id: booking, hotel_booking_id: room }],
];

test('[A8] it offers every operation that a workflow of the travel desk calls', async () => {
  const source = readFileSync(`${examples}travel/travel.yaml`, 'utf8');
  const called = [...source.matchAll(/\bcall: (\w+)/g)].map(([, name]) => String(name));
  const offered = (await travelServer.tools()).map(({ name }) => name);
  expect(called.filter((name) => name !== 'sql_query' && !offered.includes(name))).toEqual([]);
  expect(called).toContain('confirm_trip');
});

test.each(calls)('[A8] %s responds as described, and repeatably', async (name, input) => {
  const first = await travelServer.call(name, { ...input });
  expect(first.isError).toBe(false);
  expect(answerOf(name).safeParse(JSON.parse(first.text)).error).toBeUndefined();
  expect(answerOf(name).safeParse({ message: 'something else' }).success).toBe(false);
  expect((await travelServer.call(name, { ...input })).text).toBe(first.text);
});

test.each([
  ['check_availability', { flight_id: 'FL-1' }],
  ['flight_status', { flight_number: 'nowhere' }],
  ['cancel_booking', { booking_id: 'BK-1' }],
  ['book_hotel', { hotel_id: 'HT-1', guest: 'Ada Park', ...stay }],
  ['cancel_hotel', { booking_id: booking }],
  ['process_payment', { booking_id: room, amount: 1 }],
  ['confirm_trip', { flight_booking_id: room, hotel_booking_id: booking }],
])('[A8] %s refuses %j', async (name, input) => {
  const { isError, text } = await travelServer.call(name, input);
  expect({ isError, error: JSON.parse(text).error.code }).toEqual({ isError: true, error: 'not_found' });
});
