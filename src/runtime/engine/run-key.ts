/** A run in memory is found by its tenant and its id: ids are unique in a tenant only. */
export const runKey = (tenant: string, run: string): string => `${tenant}/${run}`;
