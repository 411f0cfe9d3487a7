import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Type } from '../../expression/index.ts';
import type { ConnectorOperation } from '../../languages/workflow.ts';
import { readOpenApi } from './read-open-api.ts';

const file = new URL('../../../examples/travel/travel-api.yaml', import.meta.url);
const readResult = readOpenApi(parse(readFileSync(file, 'utf8')));
const operations = new Map(
  readResult.kind === 'operations'
    ? readResult.operations.map((operation) => [operation.name, operation])
    : [],
);

function operation(name: string): ConnectorOperation {
  const found = operations.get(name);
  if (found === undefined) throw new Error(`${name} is not there`);
  return found;
}

function at(type: Type, ...path: readonly string[]): Type | undefined {
  const [key, ...rest] = path;
  if (key === undefined) return type;
  if (type.kind === 'list') return at(type.of, ...rest);
  const field = type.kind === 'object' ? type.fields.find(({ name }) => name === key) : undefined;
  return field === undefined || field.optional ? undefined : at(field.type, ...rest);
}

/** The required and the optional arguments of a workflow. */
const parameters: Readonly<Record<string, readonly [string[], string[]]>> = {
  search_flights: [['origin', 'destination', 'date'], ['cabin']],
  check_availability: [['flight_id'], []],
  add_to_waitlist: [['flight_id', 'passenger'], []],
  flight_status: [['flight_number'], []],
  create_booking: [['flight_id'], ['Idempotency-Key', 'passenger']],
  get_booking: [['booking_id'], []],
  cancel_booking: [['booking_id'], []],
  process_payment: [
    ['booking_id', 'amount'],
    ['Idempotency-Key', 'currency', 'method'],
  ],
  search_hotels: [['city', 'checkin', 'checkout'], ['guests']],
  book_hotel: [['hotel_id', 'checkin', 'checkout', 'guest'], ['Idempotency-Key']],
  cancel_hotel: [['booking_id'], []],
  confirm_trip: [['flight_booking_id', 'hotel_booking_id'], []],
};

test('[C1] the travel example has its operations with their arguments', () => {
  const told = [...operations].map(([name, { parameters: list }]) => {
    const names = (required: boolean) => list.filter((p) => p.required === required).map((p) => p.name);
    return [name, [names(true), names(false)]];
  });
  expect(Object.fromEntries(told)).toEqual(parameters);
  expect([...operations.values()].filter(({ description }) => description === '')).toEqual([]);
});

test('[C1] the fields that the travel workflows refer to are required in the results', () => {
  expect(at(operation('search_flights').result, '0', 'id')).toEqual({ kind: 'string' });
  expect(at(operation('search_flights').result, '0', 'price')).toEqual({ kind: 'number' });
  expect(at(operation('check_availability').result, 'seats_available')).toEqual({ kind: 'int' });
  expect(at(operation('search_hotels').result, '0', 'id')).toEqual({ kind: 'string' });
  for (const name of ['create_booking', 'add_to_waitlist', 'book_hotel', 'confirm_trip']) {
    expect(at(operation(name).result, 'id'), name).toEqual({ kind: 'string' });
  }
});

test('[C1] the travel example has an example result of each call', () => {
  expect(operation('search_flights').example).toMatchObject([
    { id: 'FL-2041', price: 412.5 },
    { id: 'FL-2077' },
  ]);
  expect(operation('check_availability').example).toMatchObject({ flight_id: 'FL-2041', seats_available: 4 });
  expect(operation('create_booking').example).toMatchObject({ id: 'BK-7310', status: 'held', price: 412.5 });
  expect(operation('cancel_hotel').example).toMatchObject({ id: 'HB-0452', status: 'cancelled' });
  expect([...operations.values()].filter(({ example }) => example === undefined)).toEqual([]);
});
