/** When a server says to come again, in milliseconds from now; undefined where it does not say. */
export function parseRetryAfter(text: string | undefined, now: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (/^\d{1,15}$/.test(trimmed)) return Math.min(Number(trimmed) * 1_000, maxMs);
  // Only the form that HTTP knows: other texts would be read as any date that they resemble.
  const time = /^[A-Z][a-z]{2,8},? \d/.test(trimmed) ? Date.parse(trimmed) : Number.NaN;
  return Number.isNaN(time) ? undefined : Math.min(Math.max(time - now, 0), maxMs);
}

/** No run waits longer because of one header. */
const maxMs = 86_400_000;
