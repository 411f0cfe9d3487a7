/**
 * Saves the value of a secret, sealed, for one tenant. Only for a listed name without another source. The value is in no
 * answer, log or audit entry.
 */
import { z } from 'zod';
import { phrase } from '../../languages/index.ts';
import { objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { type SecretView, secretNameField, secretView, viewSecret } from './secret-view.ts';

const input = z.strictObject({
  name: secretNameField.describe('Name of the secret.'),
  value: z.string().min(1).max(65_536).describe('Its value.'),
});

const output = objectOf({ secret: secretView });

export type SavedSecret = z.infer<typeof output>;

export const saveSecret: Operation<z.infer<typeof input>, SavedSecret> = {
  name: 'secrets.save',
  scope: 'admin',
  writes: true,
  summary: 'Saves the value of a listed secret that has no other source.',
  rest: { method: 'PUT', path: '/v1/secrets/{name}', tag: 'service' },
  input,
  output,
  targetOf: ({ name }) => name,
  async perform({ tenant }, { name, value }, services) {
    const before = await viewSecret(services, tenant, name);
    if (!before.isListed) throw notListed(name);
    if (before.source !== 'store' && before.source !== 'none') throw readOnly(before);
    await services.secrets?.save(tenant, name, value);
    return { secret: await viewSecret(services, tenant, name) };
  },
};

function notListed(name: string): OperationError {
  return new OperationError({
    code: 'secret_not_found',
    message: `The secret “${name}” is not listed for your tenant.`,
    context: { secret: name },
  });
}

function readOnly({ name, source }: SecretView): OperationError {
  return new OperationError({
    code: 'secret_read_only',
    message: phrase`The value of the secret “${name}” comes from ${source === 'environment' ? 'the environment' : `a ${source}`} of the server.`,
    context: { secret: name, source },
  });
}
