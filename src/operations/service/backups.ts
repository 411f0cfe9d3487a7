/** Whoever makes backups of the data folder, as operations know them. */
import type { KeysInBackup } from '../../runtime/index.ts';

export interface Backups {
  /** Rejects with OperationError or StoreError; then nothing is left of it. @param withKeys the key file is part of it */
  make(withKeys: boolean): Promise<MadeBackup>;
}

export interface MadeBackup {
  readonly folder: string;
  readonly file: string;
  readonly bytes: number;
  /** SHA-256, as the last line of the file tells it. */
  readonly digest: string;
  readonly madeAt: number;
  readonly keys: KeysInBackup;
  readonly documents: number;
}
