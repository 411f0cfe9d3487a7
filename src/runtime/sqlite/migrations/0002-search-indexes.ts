/**
 * Search indexes: each ends with the sort order of its rows, so a page is one range, independent of the number of
 * runs. Indexes on rare values are partial.
 */
export const searchIndexes = `
CREATE INDEX runs_created ON runs (tenant, created_at, id);
CREATE INDEX runs_status ON runs (tenant, status, created_at, id);
CREATE INDEX runs_workflow ON runs (tenant, workflow, status, created_at, id);
CREATE INDEX runs_started_by ON runs (tenant, started_by, status, created_at, id);
CREATE INDEX runs_failure ON runs (tenant, failure, created_at, id) WHERE failure IS NOT NULL;
CREATE INDEX runs_fork_of ON runs (tenant, origin_run, created_at, id) WHERE origin_kind = 'fork';
CREATE INDEX runs_suspended ON runs (tenant, created_at, id) WHERE suspended = 1;
CREATE INDEX runs_waiting ON runs (tenant, created_at, id) WHERE items > 0;

CREATE INDEX items_created ON items (tenant, created_at, id);
CREATE INDEX items_state ON items (tenant, state, created_at, id);
CREATE INDEX items_workflow ON items (tenant, workflow, state, created_at, id);
CREATE INDEX items_holder ON items (tenant, holder, created_at, id) WHERE holder <> '';
CREATE INDEX items_reason ON items (tenant, reason, created_at, id) WHERE reason <> 'work';
`;
