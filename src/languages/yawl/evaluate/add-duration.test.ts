import { expect, test } from 'vitest';
import { addDuration } from './add-duration.ts';

const at = (text: string): number => Date.parse(text);
const later = (from: string, duration: string, workdays = false): string | null => {
  const due = addDuration(at(from), duration, workdays);
  return due === null ? null : new Date(due).toISOString();
};

test.each([
  ['PT5S', '2026-01-31T10:00:05.000Z'],
  ['PT1.5S', '2026-01-31T10:00:01.500Z'],
  ['P1DT2H3M', '2026-02-01T12:03:00.000Z'],
  ['P1M', '2026-02-28T10:00:00.000Z'],
  ['P13M', '2027-02-28T10:00:00.000Z'],
  ['P1Y1D', '2027-02-01T10:00:00.000Z'],
  ['-P1D', '2026-01-30T10:00:00.000Z'],
  [' PT1M ', '2026-01-31T10:01:00.000Z'],
])('[Y3.6] %s after the last of January', (duration, due) => {
  expect(later('2026-01-31T10:00:00Z', duration)).toBe(due);
});

test.each(['', 'P', 'PT', '5', 'P1H', 'PT1D', 'P1.5D', 'p1d'])('[Y3.6] “%s” is not a duration', (text) => {
  expect(later('2026-01-31T10:00:00Z', text)).toBeNull();
});

test.each([
  ['Friday noon, a day', '2026-01-30T12:00:00Z', 'P1D', '2026-02-02T12:00:00.000Z'],
  ['Friday noon, half a day', '2026-01-30T12:00:00Z', 'PT12H', '2026-01-31T00:00:00.000Z'],
  ['Saturday, an hour', '2026-01-31T09:00:00Z', 'PT1H', '2026-02-02T01:00:00.000Z'],
  ['Monday, a week of work', '2026-02-02T08:00:00Z', 'P5D', '2026-02-09T08:00:00.000Z'],
  ['Monday, six days of work', '2026-02-02T08:00:00Z', 'P6D', '2026-02-10T08:00:00.000Z'],
  ['Wednesday, twelve days', '2026-02-04T00:00:00Z', 'P12D', '2026-02-20T00:00:00.000Z'],
])('[Y3.6] on workdays only: %s', (_, from, duration, due) => {
  expect(later(from, duration, true)).toBe(due);
});

test('[Y3.6] on workdays only: the result is as many working hours later as the duration has', () => {
  const hour = 3_600_000;
  const start = at('2026-01-28T13:00:00Z');
  for (let hours = 1; hours < 400; hours += 1) {
    const due = addDuration(start, `PT${hours}H`, true) ?? 0;
    let worked = 0;
    for (let moment = start; moment < due; moment += hour) {
      const day = new Date(moment).getUTCDay();
      if (day !== 0 && day !== 6) worked += 1;
    }
    expect({ hours, worked }).toEqual({ hours, worked: hours });
  }
});
