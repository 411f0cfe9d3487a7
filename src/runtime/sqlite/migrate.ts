/** Upgrades a database to the newest schema, step by step; each step is atomic. A new database gets all steps at once. */
import type { Connection } from './connection.ts';
import { copyBeforeUpgrade } from './copy-before-upgrade.ts';
import { applicationId } from './inspect-file.ts';

export type MigrationProgress =
  /** The database is copied before the first step; a new database is not. */
  | { readonly kind: 'copying' }
  | { readonly kind: 'copied'; readonly to: string }
  | { readonly kind: 'migrating'; readonly step: number; readonly of: number }
  /** The step is written, but not yet committed. */
  | { readonly kind: 'written'; readonly step: number; readonly of: number };

export function migrate(
  connection: Connection,
  steps: readonly string[],
  onProgress: (progress: MigrationProgress) => void,
): void {
  const schema = schemaOf(connection);
  if (schema >= steps.length) return;
  if (schema > 0) {
    onProgress({ kind: 'copying' });
    onProgress({ kind: 'copied', to: copyBeforeUpgrade(connection, schema + 1) });
  }
  const takeAll = (): void => {
    for (const [at, sql] of steps.entries()) if (at >= schema) takeStep(at + 1, sql);
  };
  const takeStep = (step: number, sql: string): void => {
    onProgress({ kind: 'migrating', step, of: steps.length });
    const take = connection.transaction(() => {
      // Another process may have done it in the meantime.
      if (schemaOf(connection) >= step) return;
      connection.exec(sql);
      connection.pragma(`application_id = ${applicationId}`);
      connection.pragma(`user_version = ${step}`);
      onProgress({ kind: 'written', step, of: steps.length });
    });
    take.immediate();
  };
  // A new database has nothing to lose: one commit instead of one for each step.
  if (schema === 0) connection.transaction(takeAll).immediate();
  else takeAll();
}

const schemaOf = (connection: Connection): number =>
  Number(connection.pragma('user_version', { simple: true }));
