/**
 * The process that makes one backup. A backup takes time and CPU, which must not slow the server. Started by
 * `runBackup`; ends with its parent.
 */
import { constants, setPriority } from 'node:os';
import { StoreError } from '../ports/store.ts';
import { explainFailure } from '../sqlite/explain-failure.ts';
import { type BackupRequest, makeBackup } from './make-backup.ts';
import type { BackupReply } from './run-backup.ts';

setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
process.on('message', (message) => {
  // Only `runBackup` writes to this channel.
  void answer(message as BackupRequest);
});

async function answer(request: BackupRequest): Promise<void> {
  const reply = await makeBackup(request).then(
    (digest): BackupReply => ({ kind: 'made', digest }),
    (error: unknown) => failureOf(error, request.draft),
  );
  process.send?.(reply, () => process.exit(0));
}

function failureOf(error: unknown, file: string): BackupReply {
  const explained = explainFailure(error, file);
  if (explained instanceof StoreError) {
    const { code, message, retryable } = explained;
    return { kind: 'failed', code, message, retryable };
  }
  return { kind: 'mistake', trace: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
