/** Returns when an entry was written. Entries that a copy shares with its original happened elsewhere, and earlier. */
import type { PlacedEntry, RunRecord, Store } from '../../runtime/index.ts';

export const isCopied = ({ origin }: RunRecord, seq: number): boolean => origin !== null && seq <= origin.at;

export async function timeOfRow(store: Store, tenant: string, { run, entry }: PlacedEntry): Promise<number> {
  const record = await store.runs.find(tenant, run);
  return record !== undefined && isCopied(record, entry.seq) ? record.createdAt : entry.event.at;
}
