/** Opens the store in a database file: creates the file if it does not exist, upgrades it if it is older. */
import type { Store } from '../ports/store.ts';
import { type ConnectionOptions, openConnection } from './connection.ts';
import { explainFailure } from './explain-failure.ts';
import { inspectFile } from './inspect-file.ts';
import { type MigrationProgress, migrate } from './migrate.ts';
import { migrations } from './migrations/migrations.ts';
import { createSqliteStore } from './sqlite-store.ts';

export interface SqliteStoreOptions extends ConnectionOptions {
  readonly onProgress?: (progress: MigrationProgress) => void;
}

export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { file, onProgress = () => undefined } = options;
  try {
    inspectFile(file, migrations.length);
    const connection = openConnection(options);
    try {
      migrate(connection, migrations, onProgress);
      return createSqliteStore(connection);
    } catch (error) {
      connection.close();
      throw error;
    }
  } catch (error) {
    throw explainFailure(error, file);
  }
}
