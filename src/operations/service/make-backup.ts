/**
 * Makes a backup of the whole data folder: of every tenant. So it is for operators of the installation, and it stays on
 * the machine, in the folder that the operator has named: no caller says where.
 */
import { z } from 'zod';
import { defaultTenant } from '../access/tenant-name.ts';
import { auditEntriesOf } from '../audit/audit-call.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { described, hash, integer, objectOf, text, timestamp } from '../contract/output-fields.ts';
import { isoTime } from '../runs/run-summary.ts';

const input = z.strictObject({
  keys: z
    .boolean()
    .default(true)
    .describe('Whether the key file is part of it: without it nothing that was sealed can be opened again.'),
});

const output = objectOf({
  folder: text('Where it is on the machine that owns the data folder.'),
  file: text('Its name there.'),
  bytes: integer(),
  digest: hash('SHA-256 of what is in it, as its last line tells it.'),
  madeAt: timestamp('Whatever was committed before this is in it.'),
  keys: described(
    z.enum(['included', 'left-out', 'elsewhere']),
    'Whether the keys are part of it; “elsewhere” where they are in a variable.',
  ),
  documents: integer('How many documents of workflows are in it.'),
});

export type BackupView = z.infer<typeof output>;

const name = 'service.backup';

export const makeBackup: Operation<z.infer<typeof input>, BackupView> = {
  name,
  scope: 'admin',
  // It changes nothing that is kept: a house that was only looked at stays at rest.
  writes: false,
  summary: 'Makes a backup of the data folder while it is in use, in a folder that the operator has named.',
  input,
  output,
  async perform(principal, { keys }, services) {
    if (principal.tenant !== defaultTenant) {
      throw new OperationError({
        code: 'operators_only',
        message: `“${name}” is about every tenant: it is for operators of the tenant “${defaultTenant}”.`,
        context: { operation: name },
      });
    }
    const { backups, store } = services;
    if (backups === undefined) {
      throw new OperationError({
        code: 'store_unavailable',
        message: 'Nothing is kept on a disk here, so there is nothing to make a backup of.',
      });
    }
    const made = await backups.make(keys);
    await store.audit.append(auditEntriesOf(services, principal, name, made.file));
    return { ...made, madeAt: isoTime(made.madeAt) };
  },
};
