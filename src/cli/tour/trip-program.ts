/**
 * The program of the tour: a trip is searched, booked, approved by a person and confirmed, or ends on the waiting list.
 */
import type { CallWork, Program, Retry, Undo } from '../../kernel/index.ts';
import { assigns, call, flow, oneNet, read, task } from '../../testing/net-builder.ts';
import { expr } from '../../testing/stand-ins/sample-evaluator.ts';

const travel = (operation: string, input = read('city')): CallWork =>
  call(operation, { connector: 'travel', input, onUncertain: 'retry' });

const retry: Retry = { limit: 3, delay: 2_000, backoff: 'exponential' };

/** Undoing a booking takes its booking number. */
const cancelBooking = (operation: string): Undo => ({
  connector: 'travel',
  operation,
  input: read('$output'),
});

export const tripProgram: Program = oneNet(
  [
    task('search', ['i', 'other dates'], 'found', {
      join: 'xor',
      work: travel('search'),
      outputs: assigns({ searches: expr(['add', ['get', 'searches'], ['lit', 1]]) }),
    }),
    task('check', 'found', [], {
      work: travel('check'),
      outputs: assigns({ seats: read('$output') }),
      split: 'xor',
      flows: [
        flow('free', expr(['eq', ['get', 'seats'], ['lit', 'free']])),
        flow('other dates', expr(['lt', ['get', 'searches'], ['lit', 2]])),
        flow('full'),
      ],
    }),
    task('quote', 'free', [], {
      work: travel('quote'),
      outputs: assigns({ price: read('$output') }),
      split: 'or',
      flows: [{ to: 'fly' }, { to: 'sleep' }, { to: 'drive', guard: read('wantsCar') }],
    }),
    task('waitlist', 'full', 'o', { work: travel('waitlist') }),
    task('flight', 'fly', 'flies', {
      work: travel('book-flight'),
      outputs: assigns({ flight: read('$output') }),
      retry,
      undo: cancelBooking('cancel-flight'),
    }),
    task('hotel', 'sleep', 'sleeps', {
      work: travel('book-hotel'),
      outputs: assigns({ hotel: read('$output') }),
      retry,
      undo: cancelBooking('cancel-hotel'),
    }),
    task('car', 'drive', 'drives', {
      work: travel('book-car'),
      outputs: assigns({ car: read('$output') }),
      retry,
      undo: cancelBooking('cancel-car'),
    }),
    task('approve', ['flies', 'sleeps', 'drives'], 'approved', {
      join: 'or',
      work: { kind: 'offer', item: { question: 'Do you approve this trip?' }, input: read('price') },
    }),
    task('confirm', 'approved', 'o', { work: travel('confirm') }),
  ],
  {
    variables: [
      { name: 'city', parameter: 'required' },
      { name: 'wantsCar', parameter: 'optional', initial: false },
      { name: 'searches', initial: 0 },
      ...['seats', 'price', 'flight', 'hotel', 'car'].map((name) => ({ name })),
    ],
    result: expr([
      'object',
      [
        ['flight', ['get?', 'flight', null]],
        ['hotel', ['get?', 'hotel', null]],
        ['price', ['get?', 'price', null]],
      ],
    ]),
  },
);
