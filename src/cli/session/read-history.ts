/** Reads the events of a run page by page. */
import type { HistoryEntry } from '../../operations/index.ts';
import type { Session } from './session.ts';

const pageSize = 500;

/** The events after `after`, up to and including `last`. */
export async function readHistory(
  session: Session,
  run: string,
  after: number,
  last: number,
): Promise<readonly HistoryEntry[]> {
  const entries: HistoryEntry[] = [];
  for (let at = after; at < last; ) {
    const { entries: page, next } = await session.call('runs.history', { run, after: at, limit: pageSize });
    entries.push(...page.filter(({ seq }) => seq <= last));
    if (next === null) break;
    at = next;
  }
  return entries;
}
