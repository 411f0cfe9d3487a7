/** Returns a page of a list, as long as one answer can hold. The rest is the next page. */
import type { JsonObject } from '../contract/tool.ts';
import { howManyFit } from './how-many-fit.ts';

interface FittingPage<Page> {
  readonly entries: readonly JsonObject[];
  /** The kind of the entries. */
  readonly page: Page;
}

/** @param read called again for fewer if not all of them fit, so that the cursor is right */
export async function listThatFits<Page>(
  read: (limit: number) => Promise<Page>,
  limit: number,
  present: (page: Page) => readonly JsonObject[],
): Promise<FittingPage<Page>> {
  const all = await read(limit);
  const entries = present(all);
  const fitting = howManyFit(entries);
  if (fitting >= entries.length) return { entries, page: all };
  const page = await read(fitting);
  return { entries: present(page), page };
}
