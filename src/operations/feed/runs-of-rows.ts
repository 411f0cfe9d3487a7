/** The runs that a page of journals tells of. */
import type { PlacedEntry, RunRecord } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';

/** Those that are meant, and still there. @param workflow any where absent */
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
