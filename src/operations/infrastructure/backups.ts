/** Interface of the backup service, for operations. */
import type { KeysInBackup } from '../../runtime/index.ts';

export interface Backups {
  /**
   * Rejects with OperationError or StoreError and leaves nothing behind. @param withKeys whether to include the key
   * file
   */
  make(withKeys: boolean): Promise<MadeBackup>;
}

export interface MadeBackup {
  readonly folder: string;
  readonly file: string;
  readonly bytes: number;
  /** SHA-256, as in the last line of the file. */
  readonly digest: string;
  readonly madeAt: number;
  readonly keys: KeysInBackup;
  readonly documents: number;
}
