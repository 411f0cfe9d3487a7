/** The key of a run in memory: ids are unique only within a tenant, and both parts may contain any character. */
export const runKey = (tenant: string, run: string): string => `${tenant.length}:${tenant}/${run}`;
