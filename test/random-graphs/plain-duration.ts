/** Milliseconds of `1500`, `20 seconds`, `3 minutes`. */
export function millisecondsOf(duration: number | string): number {
  if (typeof duration === 'number') return duration;
  const [, amount, unit = ''] = /^(\d+) ?(\w+)$/.exec(duration) ?? [];
  const length = { seconds: 1000, s: 1000, minutes: 60_000, m: 60_000, hours: 3_600_000, h: 3_600_000 }[unit];
  if (length === undefined) throw new Error(`Not understood: ${duration}`);
  return Number(amount) * length;
}
