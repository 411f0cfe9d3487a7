/** The trips of the tour: the scripted answers of travel agencies and people. */
import type { Script } from './simulated-world.ts';
import { TripRun } from './trip-run.ts';

const found = { after: 400, output: '14 offers' } as const;
const free = { after: 300, output: 'free' } as const;
const full = { after: 300, output: 'full' } as const;

const defaultScript: Script = {
  search: [found],
  check: [free],
  quote: [{ after: 200, output: 780 }],
  'book-flight': [{ after: 600, output: 'F-4711' }],
  'book-hotel': [{ after: 800, output: 'H-0815' }],
  'book-car': [{ after: 700, output: 'C-1234' }],
  person: [{ after: 22 * 3_600_000, output: 'yes' }],
};

/** Full at first, then free; the hotel's line is busy once. */
export const goodTrip = (): TripRun =>
  new TripRun(
    {
      ...defaultScript,
      check: [full, free],
      'book-hotel': [
        { after: 900, failure: { code: 'busy', message: 'line is busy' } },
        { after: 800, output: 'H-0815' },
      ],
    },
    { city: 'Lisbon' },
  );

/** Flight and car are booked when the hotel finally refuses. */
export const brokenTrip = (): TripRun =>
  new TripRun(
    {
      ...defaultScript,
      'book-hotel': [{ after: 900, failure: { code: 'sold-out', message: 'sold out', retryable: false } }],
    },
    { city: 'Lisbon', wantsCar: true },
  );

/** Another answer to a past request. */
export const fullTrip = (): TripRun => new TripRun({ ...defaultScript, check: [full] }, { city: 'Lisbon' });
