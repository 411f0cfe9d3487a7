/**
 * A process of its own that makes one backup: it takes a while, and whoever serves has better things to do. Started by
 * `runBackup`; ends with its parent.
 */
import { constants, setPriority } from 'node:os';
import { StoreError } from '../ports/store.ts';
import { explainFailure } from '../sqlite/explain-failure.ts';
import { type BackupOrder, makeBackup } from './make-backup.ts';
import type { BackupReply } from './run-backup.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message) => {
  // Only `runBackup` writes to this channel.
  void answer(message as BackupOrder);
});

async function answer(order: BackupOrder): Promise<void> {
  const reply = await makeBackup(order).then(
    (digest): BackupReply => ({ kind: 'made', digest }),
    (error: unknown) => failureOf(error, order.draft),
  );
  process.send?.(reply, () => process.exit(0));
}

function failureOf(error: unknown, file: string): BackupReply {
  const told = explainFailure(error, file);
  if (told instanceof StoreError) {
    const { code, message, retryable } = told;
    return { kind: 'failed', code, message, retryable };
  }
  return { kind: 'mistake', trace: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
