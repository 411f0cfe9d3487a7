/** A run in memory is found by its tenant and its id: ids are unique in a tenant only, and either may hold any sign. */
export const runKey = (tenant: string, run: string): string => `${tenant.length}:${tenant}/${run}`;
