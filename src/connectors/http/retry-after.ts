/** Reads Retry-After in milliseconds from now; `undefined` if it is absent or invalid. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d{1,15}$/.test(trimmed)) return Math.min(Number(trimmed) * 1_000, maxMs);
  // Only the HTTP date format: `Date.parse` accepts many other texts.
  const time = /^[A-Z][a-z]{2,8},? \d/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time - now, 0), maxMs);
}

/** Upper limit: a header cannot delay a run for longer. */
const maxMs = 86_400_000;
