/** Loads the runs of a page of journal rows. */
import type { PlacedEntry, RunRecord } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';

/** Those that match and still exist. @param workflow default: any */
export async function runsOfRows(
  { store }: Services,
  tenant: string,
  rows: readonly PlacedEntry[],
  workflow: string | undefined,
): Promise<ReadonlyMap<string, RunRecord>> {
  const ids = [...new Set(rows.map(({ run }) => run))];
  const found = await Promise.all(ids.map((id) => store.runs.find(tenant, id)));
  const meant = found.filter((run) => run !== undefined && (workflow ?? run.workflow) === run.workflow);
  return new Map(meant.flatMap((run) => (run === undefined ? [] : [[run.id, run]])));
}
