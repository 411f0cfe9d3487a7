/** Reads page after page until one is empty; fails if the pages do not end. */
import assert from 'node:assert/strict';

const maxPages = 100;

export async function readPages<Thing>(
  page: (last: Thing | undefined) => Promise<readonly Thing[]>,
): Promise<readonly Thing[]> {
  const seen: Thing[] = [];
  for (let count = 0; count < maxPages; count++) {
    const things = await page(seen.at(-1));
    if (things.length === 0) return seen;
    seen.push(...things);
  }
  return assert.fail(`The pages do not end after ${maxPages}: ${JSON.stringify(seen.slice(-3))}`);
}
