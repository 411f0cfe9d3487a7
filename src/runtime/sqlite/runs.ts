/** The rows of runs. The fields of the creation never change; the others are written completely with every commit. */
import type { RunStatus } from '../../kernel/index.ts';
import { LruCache } from '../cache/lru-cache.ts';
import type { Origin, RunRecord } from '../ports/run-record.ts';
import type { Connection } from './connection.ts';

/** Records kept in memory: the one process that owns the file makes every change, and most reads are of recent runs. */
const maxRemembered = 2_000;

export const runColumns = `tenant, id, language, workflow, version, revision, program, status, suspended, seq,
  created_at AS createdAt, updated_at AS updatedAt, ended_at AS endedAt, started_by AS startedBy,
  origin_kind AS originKind, origin_run AS originRun, origin_at AS originAt, due, calls, items, approvals,
  parked, failure`;

export interface RunRow extends Omit<RunRecord, 'suspended' | 'parked' | 'origin'> {
  readonly suspended: number;
  readonly parked: number;
  readonly originKind: Origin['kind'] | null;
  readonly originRun: string | null;
  readonly originAt: number | null;
}

/** Lists the fields: a run is read far more often than anything else, and a rest copy is slower. */
export function decodeRun(row: RunRow): RunRecord {
  const { originKind, originRun, originAt } = row;
  return {
    tenant: row.tenant,
    id: row.id,
    language: row.language,
    workflow: row.workflow,
    version: row.version,
    revision: row.revision,
    program: row.program,
    status: row.status,
    suspended: row.suspended === 1,
    seq: row.seq,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    endedAt: row.endedAt,
    startedBy: row.startedBy,
    origin:
      originKind === null || originRun === null || originAt === null
        ? null
        : { kind: originKind, run: originRun, at: originAt },
    due: row.due,
    calls: row.calls,
    items: row.items,
    approvals: row.approvals,
    parked: row.parked === 1,
    failure: row.failure,
  };
}

/** Changes with nearly every event. */
type ProgressValues = [
  suspended: number,
  seq: number,
  updatedAt: number,
  due: number | null,
  calls: number,
  items: number,
  approvals: number,
  parked: number,
];
/** Does not change with most events. */
type StatusValues = [status: RunStatus, endedAt: number | null, failure: string | null];
type RunKeyValues = [tenant: string, id: string, expected: number];

export function prepareRuns(connection: Connection) {
  const selectRun = connection.prepare<[string, string], RunRow>(
    `SELECT ${runColumns} FROM runs WHERE tenant = ? AND id = ?`,
  );
  const selectFamily = connection
    .prepare<[string, string], string>('SELECT coalesce(family, id) FROM runs WHERE tenant = ? AND id = ?')
    .pluck();
  const insertRun = connection.prepare(
    `INSERT INTO runs (tenant, id, language, workflow, version, revision, program, status, suspended, seq,
       created_at, updated_at, ended_at, started_by, origin_kind, origin_run, origin_at, family, due, calls, items,
       approvals, parked, failure)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  // Most events do not change the status. Not setting it leaves its indexes untouched: they are spread over as many
  // pages as there are workflows and users, and each touched page must be written.
  const updateProgress = connection.prepare<[...ProgressValues, ...RunKeyValues, ...StatusValues]>(
    `UPDATE runs SET suspended = ?, seq = ?, updated_at = ?, due = ?, calls = ?, items = ?, approvals = ?,
       parked = ?
     WHERE tenant = ? AND id = ? AND seq = ? AND status = ? AND ended_at IS ? AND failure IS ?`,
  );
  const updateStatus = connection.prepare<[...StatusValues, ...ProgressValues, ...RunKeyValues]>(
    `UPDATE runs SET status = ?, ended_at = ?, failure = ?, suspended = ?, seq = ?, updated_at = ?, due = ?, calls = ?,
       items = ?, approvals = ?, parked = ?
     WHERE tenant = ? AND id = ? AND seq = ?`,
  );

  /** The run at the root of its forks: itself if it is not a fork. */
  const familyOf = (tenant: string, run: string): string | undefined => selectFamily.get(tenant, run);

  const remembered = new LruCache<RunRecord>(maxRemembered);
  const keyOf = (tenant: string, id: string): string => `${tenant}/${id}`;
  const remember = (run: RunRecord): void => remembered.set(keyOf(run.tenant, run.id), run);

  return {
    familyOf,
    find(tenant: string, id: string): RunRecord | undefined {
      const known = remembered.get(keyOf(tenant, id));
      if (known !== undefined) return known;
      const row = selectRun.get(tenant, id);
      if (row === undefined) return undefined;
      const run = decodeRun(row);
      remember(run);
      return run;
    },
    /** After the transaction that wrote it. The fields of its creation stay as they were. */
    noteCommit(run: RunRecord, isNew: boolean): void {
      const known = isNew ? run : remembered.get(keyOf(run.tenant, run.id));
      if (known === undefined) return;
      const { status, suspended, seq, updatedAt, endedAt, due, calls, items, approvals, parked, failure } =
        run;
      const changed = {
        status,
        suspended,
        seq,
        updatedAt,
        endedAt,
        due,
        calls,
        items,
        approvals,
        parked,
        failure,
      };
      remember(Object.assign({ ...known }, changed));
    },
    /** After a transaction that removed runs. */
    forgetAll: (): void => remembered.clear(),
    /** @returns false if the id is taken */
    insert(run: RunRecord): boolean {
      const { tenant, origin } = run;
      const family = origin?.kind === 'fork' ? (familyOf(tenant, origin.run) ?? origin.run) : null;
      return (
        insertRun.run(
          tenant,
          run.id,
          run.language,
          run.workflow,
          run.version,
          run.revision,
          run.program,
          run.status,
          run.suspended ? 1 : 0,
          run.seq,
          run.createdAt,
          run.updatedAt,
          run.endedAt,
          run.startedBy,
          origin?.kind ?? null,
          origin?.run ?? null,
          origin?.at ?? null,
          family,
          run.due,
          run.calls,
          run.items,
          run.approvals,
          run.parked ? 1 : 0,
          run.failure,
        ).changes === 1
      );
    },
    /** @returns false if its journal is not as long as expected, or the run does not exist */
    update(run: RunRecord, expected: number): boolean {
      const { tenant, id, status, endedAt, failure, seq, updatedAt, due, calls, items, approvals } = run;
      const statusValues = [status, endedAt, failure] as const;
      const progressValues = [
        run.suspended ? 1 : 0,
        seq,
        updatedAt,
        due,
        calls,
        items,
        approvals,
        run.parked ? 1 : 0,
      ] as const;
      const known = remembered.get(keyOf(tenant, id));
      const isMoved = known !== undefined && (known.status !== status || known.endedAt !== endedAt);
      return (
        (!isMoved &&
          updateProgress.run(...progressValues, tenant, id, expected, ...statusValues).changes === 1) ||
        updateStatus.run(...statusValues, ...progressValues, tenant, id, expected).changes === 1
      );
    },
  };
}
