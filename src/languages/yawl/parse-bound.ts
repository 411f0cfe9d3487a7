/** A bound of a task of several instances: a number, or a query that tells it. */

/** @returns null where the text is a query */
export function parseBound(text: string): number | null {
  const trimmed = text.trim();
  return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : null;
}
