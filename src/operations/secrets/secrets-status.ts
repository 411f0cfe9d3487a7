/** Reports whether secrets are listed for the tenant of the caller, and have a value. Never returns a value. */
import { z } from 'zod';
import { listOf, objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { secretNameField, secretView, viewSecret } from './secret-view.ts';

const input = z.strictObject({
  names: z.array(secretNameField).min(1).max(100).describe('Names of secrets.'),
});

const output = objectOf({ secrets: listOf(secretView) });

export type SecretsStatus = z.infer<typeof output>;

export const secretsStatus: Operation<z.infer<typeof input>, SecretsStatus> = {
  name: 'secrets.status',
  scope: 'workflows:query',
  writes: false,
  summary: 'Reports which secrets have a value, and where it comes from, without the values.',
  rest: { method: 'GET', path: '/v1/secrets', tag: 'service' },
  examples: [{ input: { names: ['SHOP_TOKEN'] } }],
  input,
  output,
  async perform({ tenant }, { names }, services) {
    return { secrets: await Promise.all(names.map((name) => viewSecret(services, tenant, name))) };
  },
};
