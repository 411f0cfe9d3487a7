/**
 * Makes a backup of the whole data folder, with every tenant. So only operators of the installation may call it. The
 * backup stays on the machine, in the configured folder: callers cannot choose the path.
 */

import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { described, hash, integer, objectOf, text, timestamp } from '../../languages/output-fields.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import { isoTime } from '../contract/iso-time.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { defaultTenant } from '../contract/tenant-name.ts';

const input = z.strictObject({
  keys: z
    .boolean()
    .default(true)
    .describe('Whether to include the key file. Without it, sealed data cannot be opened again.'),
});

const output = objectOf({
  folder: text('Path on the machine that owns the data folder.'),
  file: text('Name of the file.'),
  bytes: integer(),
  digest: hash('SHA-256 of the content, as in its last line.'),
  madeAt: timestamp('Everything that was committed before this time is included.'),
  keys: described(
    z.enum(['included', 'left-out', 'elsewhere']),
    'Whether the keys are included; “elsewhere” if they are in a variable.',
  ),
  documents: integer('Number of workflow documents in it.'),
});

export type BackupView = z.infer<typeof output>;

const name = 'service.backup';

export const makeBackup: Operation<z.infer<typeof input>, BackupView> = {
  name,
  scope: 'admin',
  // It changes no stored data: a read-only app stays read-only.
  writes: false,
  summary: 'Makes a backup of the data folder while it is in use, in the configured folder.',
  rest: { method: 'POST', path: '/v1/backups', tag: 'service' },
  verb: { name: 'backup' },
  deadline: 'long',
  input,
  output,
  async perform(principal, { keys }, services) {
    if (principal.tenant !== defaultTenant) {
      throw new OperationError({
        code: 'operators_only',
        message: phrase`${{ operation: name }} concerns every tenant. Only operators of the tenant “${defaultTenant}” may call it.`,
        context: { operation: name },
      });
    }
    const { backups, store } = services;
    if (backups === undefined) {
      throw new OperationError({
        code: 'store_unavailable',
        message: 'This process stores nothing on disk, so there is nothing to back up.',
      });
    }
    const made = await backups.make(keys);
    await store.audit.append(auditEntriesOf(services, principal, name, made.file));
    return { ...made, madeAt: isoTime(made.madeAt) };
  },
};
