/** The rows of runs. What a run was made with never changes; the rest is written whole with every commit. */
import type { RunStatus } from '../../kernel/index.ts';
import type { Origin, RunRecord } from '../ports/run-record.ts';
import type { Connection } from './connection.ts';

export const runColumns = `tenant, id, language, workflow, version, revision, program, status, suspended, seq,
  created_at AS createdAt, updated_at AS updatedAt, ended_at AS endedAt, started_by AS startedBy,
  origin_kind AS originKind, origin_run AS originRun, origin_at AS originAt, due, calls, items, approvals, failure`;

export interface RunRow extends Omit<RunRecord, 'suspended' | 'origin'> {
  readonly suspended: number;
  readonly originKind: Origin['kind'] | null;
  readonly originRun: string | null;
  readonly originAt: number | null;
}

export function decodeRun(row: RunRow): RunRecord {
  const { originKind, originRun, originAt, suspended, ...rest } = row;
  const origin =
    originKind === null || originRun === null || originAt === null
      ? null
      : { kind: originKind, run: originRun, at: originAt };
  return { ...rest, suspended: suspended === 1, origin };
}

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
       approvals, failure)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  );
  const updateRun = connection.prepare<
    [
      status: RunStatus,
      suspended: number,
      seq: number,
      updatedAt: number,
      endedAt: number | null,
      due: number | null,
      calls: number,
      items: number,
      approvals: number,
      failure: string | null,
      tenant: string,
      id: string,
      expected: number,
    ]
  >(
    `UPDATE runs SET status = ?, suspended = ?, seq = ?, updated_at = ?, ended_at = ?, due = ?, calls = ?, items = ?,
       approvals = ?, failure = ?
     WHERE tenant = ? AND id = ? AND seq = ?`,
  );

  /** The run at the root of its forks: itself where it is none. */
  const familyOf = (tenant: string, run: string): string | undefined => selectFamily.get(tenant, run);

  return {
    familyOf,
    find(tenant: string, id: string): RunRecord | undefined {
      const row = selectRun.get(tenant, id);
      return row === undefined ? undefined : decodeRun(row);
    },
    /** @returns false where the id is taken */
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
          run.failure,
        ).changes === 1
      );
    },
    /** @returns false where its journal is not as long as expected, or there is no such run */
    update(run: RunRecord, expected: number): boolean {
      return (
        updateRun.run(
          run.status,
          run.suspended ? 1 : 0,
          run.seq,
          run.updatedAt,
          run.endedAt,
          run.due,
          run.calls,
          run.items,
          run.approvals,
          run.failure,
          run.tenant,
          run.id,
          expected,
        ).changes === 1
      );
    },
  };
}
