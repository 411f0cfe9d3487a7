/** Makes a backup in a process of its own. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { StoreError, type StoreErrorCode } from '../ports/store.ts';
import type { BackupRequest } from './make-backup.ts';

export type BackupReply =
  | { readonly kind: 'made'; readonly digest: string }
  | {
      readonly kind: 'failed';
      readonly code: StoreErrorCode;
      readonly message: string;
      readonly retryable: boolean;
    }
  | { readonly kind: 'mistake'; readonly trace: string };

/** Node runs the built file: for the sources that is the build next to them. */
const program = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../../dist/program/backup-process.js' : './backup-process.js',
    import.meta.url,
  ),
);

/** @param signal aborts it; then no file remains. Rejects with StoreError. @returns the digest */
export async function runBackup(request: BackupRequest, signal: AbortSignal): Promise<string> {
  const reply = await ask(request, signal);
  if (reply === undefined) {
    throw new StoreError('closed', 'The backup was aborted. No file was kept.', true);
  }
  if (reply.kind === 'made') return reply.digest;
  if (reply.kind === 'failed') throw new StoreError(reply.code, reply.message, reply.retryable);
  throw new Error(`The backup process failed: ${reply.trace}`);
}

/** `undefined` if the process exited instead. */
function ask(request: BackupRequest, signal: AbortSignal): Promise<BackupReply | undefined> {
  return new Promise((resolve) => {
    const { TMPDIR } = process.env;
    const child = fork(program, [], {
      // The process gets no other environment variable: they may hold secrets.
      env: TMPDIR === undefined ? {} : { TMPDIR },
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    let reply: BackupReply | undefined;
    // Only `backup-process` writes to this channel.
    child.on('message', (message) => {
      reply = message as BackupReply;
    });
    const end = (): void => void child.kill('SIGKILL');
    const settle = (): void => {
      signal.removeEventListener('abort', end);
      resolve(reply);
    };
    child.once('error', settle);
    child.once('close', settle);
    signal.addEventListener('abort', end, { once: true });
    if (signal.aborted) end();
    else child.send(request, () => undefined);
  });
}
