/**
 * Claims to undo work that several runs share. Kept while any run of the family exists: a fork of a fork shares it
 * too.
 */
import type { Connection } from './connection.ts';

export function prepareClaims(
  connection: Connection,
  familyOf: (tenant: string, run: string) => string | undefined,
) {
  const insertClaim = connection.prepare<[string, string, number, string, string]>(
    'INSERT INTO claims (tenant, run, instance, claimant, family) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
  );
  const selectClaimant = connection
    .prepare<[string, string, number], string>(
      'SELECT claimant FROM claims WHERE tenant = ? AND run = ? AND instance = ?',
    )
    .pluck();
  const deleteClaims = connection.prepare<[string, string, string, string, string, string]>(
    `DELETE FROM claims WHERE tenant = ? AND family = ?
       AND NOT EXISTS (SELECT 1 FROM runs WHERE tenant = ? AND id = ? AND family IS NULL)
       AND NOT EXISTS (SELECT 1 FROM runs WHERE tenant = ? AND family = ?)`,
  );

  return {
    claim: connection.transaction(
      (tenant: string, run: string, instance: number, claimant: string): string => {
        const family = familyOf(tenant, run) ?? familyOf(tenant, claimant) ?? run;
        insertClaim.run(tenant, run, instance, claimant, family);
        return selectClaimant.get(tenant, run, instance) ?? claimant;
      },
    ).immediate,
    find: (tenant: string, run: string, instance: number): string | undefined =>
      selectClaimant.get(tenant, run, instance),
    /** Does nothing while a run of the family exists. */
    removeOf(tenant: string, family: string): void {
      deleteClaims.run(tenant, family, tenant, family, tenant, family);
    },
  };
}
