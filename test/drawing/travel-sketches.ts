/** Handwritten sketches of travel workflows: one for each feature of drawings. */
import type { Sketch, SketchKind, SketchLink, SketchNode } from '../../src/drawing/index.ts';

export function node(id: string, kind: SketchKind, more: Partial<SketchNode> = {}): SketchNode {
  return { id, name: id, kind, join: null, split: null, group: null, remarks: [], ...more };
}

export function next(from: string, to: string, label: string | null = null): SketchLink {
  return { from, to, label, kind: 'next' };
}

export function failure(from: string, to: string, label: string | null = null): SketchLink {
  return { from, to, label, kind: 'failure' };
}

const checkFlightStatus: Sketch = {
  title: 'check_flight_status',
  nodes: [node('lookup', 'call', { remarks: ['flights_query'] })],
  links: [],
  begins: ['lookup'],
  remarks: ['Params: flight_number (str)'],
};

export const bookFlight: Sketch = {
  title: 'book_flight',
  nodes: [
    node('search', 'call', { remarks: ['search_flights'] }),
    node('check', 'call', { remarks: ['check_availability'] }),
    node('decide', 'branch', { split: 'xor' }),
    node('reserve', 'call', { remarks: ['create_booking', 'retried 2 times'] }),
    node('waitlist', 'call', { remarks: ['add_to_waitlist'] }),
    node('fail_no_seats', 'error'),
    node('fail_booking', 'error'),
  ],
  links: [
    next('search', 'check'),
    next('check', 'decide'),
    next('decide', 'reserve', 'seats_available > 0'),
    next('decide', 'waitlist', 'seats_available == 0'),
    next('decide', 'fail_no_seats', 'otherwise'),
    failure('reserve', 'fail_booking'),
  ],
  begins: ['search'],
  remarks: ['Params: origin (str), destination (str), date (date), passenger (str)'],
};

export const bookTrip: Sketch = {
  title: 'book_trip',
  nodes: [
    node('book_flight_branch', 'workflow', { group: 'flight_and_hotel', remarks: ['book_flight'] }),
    node('book_hotel_branch', 'workflow', { group: 'flight_and_hotel', remarks: ['book_hotel'] }),
    node('confirm', 'call', { join: 'and', remarks: ['confirm_trip'] }),
    node('rollback_all', 'compensate', { remarks: ['cancel_booking', 'cancel_hotel'] }),
  ],
  links: [
    next('book_flight_branch', 'confirm'),
    next('book_hotel_branch', 'confirm'),
    failure('book_flight_branch', 'rollback_all'),
    failure('book_hotel_branch', 'rollback_all'),
  ],
  begins: ['book_flight_branch', 'book_hotel_branch'],
  remarks: [
    'On failure: rollback_all',
    'Params: origin (str), destination (str), checkin (date), checkout (date), passenger (str)',
  ],
};

export const findCheapest: Sketch = {
  title: 'find_cheapest_across_dates',
  nodes: [
    node('search_loop', 'foreach', { remarks: ['search_flights', 'for each current_date'] }),
    node('find_cheapest', 'call', { remarks: ['sql_query'] }),
  ],
  links: [next('search_loop', 'find_cheapest')],
  begins: ['search_loop'],
  remarks: ['Params: origin (str), destination (str), start_date (date), num_days (int, 7)'],
};

const bookWithApproval: Sketch = {
  title: 'book_with_approval',
  nodes: [
    node('search', 'call', { remarks: ['search_flights'] }),
    node('present_options', 'question', {
      remarks: ['Found $options.length flights. Which one would you like to book?'],
    }),
    node('book', 'call', { remarks: ['create_booking'] }),
  ],
  links: [next('search', 'present_options'), next('present_options', 'book')],
  begins: ['search'],
  remarks: ['Params: origin (str), destination (str), date (str)'],
};

/** Every kind, two groups, a loop, links that skip layers, shared failure paths. */
export const grandTour: Sketch = {
  title: 'grand_tour',
  nodes: [
    node('search', 'call', { join: 'xor' }),
    node('check', 'branch', { split: 'xor' }),
    node('flight', 'workflow', { group: 'bookings' }),
    node('hotel', 'workflow', { group: 'bookings' }),
    node('car', 'workflow', { group: 'bookings' }),
    node('later', 'wait', { remarks: ['until new dates are out'] }),
    node('approve', 'question', { join: 'and' }),
    node('tickets', 'foreach', { remarks: ['for each passenger'] }),
    node('done', 'pass', { join: 'xor' }),
    node('inbox', 'place'),
    node('undo', 'compensate'),
    node('sorry', 'error'),
  ],
  links: [
    next('search', 'check'),
    next('check', 'flight', 'seats > 0 and price < budget'),
    next('check', 'hotel', 'seats > 0 and price < budget'),
    next('check', 'car', 'seats > 0 and price < budget'),
    next('check', 'later', 'no seats'),
    next('check', 'search', 'attempts < 3'),
    next('check', 'done', 'the passenger has lost interest'),
    next('flight', 'approve'),
    next('hotel', 'approve'),
    next('car', 'approve'),
    next('approve', 'tickets', 'yes'),
    next('approve', 'done', 'no'),
    next('tickets', 'inbox'),
    next('inbox', 'done'),
    failure('flight', 'undo'),
    failure('hotel', 'undo'),
    failure('car', 'undo'),
    next('undo', 'sorry'),
    failure('tickets', 'sorry', 'after 3 tries'),
  ],
  begins: ['search'],
  remarks: ['Params: city (str)'],
};

export const travelSketches: readonly Sketch[] = [
  checkFlightStatus,
  bookFlight,
  bookTrip,
  findCheapest,
  bookWithApproval,
  grandTour,
];
