/** Shows a secret without its value. */
import { z } from 'zod';
import { flag, listOf, namedObject, text } from '../../languages/output-fields.ts';
import type { Services } from '../contract/services.ts';

export const secretNameField = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'a name of letters, digits and _, not starting with a digit');

export const secretView = namedObject('SecretView', 'A secret, without its value.', {
  name: text('Its name.'),
  isListed: flag('Whether the operator lists it for the tenant of the caller.'),
  isSet: flag('Whether it has a value.'),
  source: z
    .enum(['environment', 'file', 'command', 'store', 'none'])
    .describe('Where its value comes from; “none” if it has none and may be saved, or is not listed.'),
  hosts: listOf(text(), 'The hosts that it may be sent to.'),
});

export type SecretView = z.infer<typeof secretView>;

export async function viewSecret({ secrets }: Services, tenant: string, name: string): Promise<SecretView> {
  const status = await secrets?.statusOf(tenant, name);
  return { name, ...(status ?? { isListed: false, isSet: false, source: 'none', hosts: [] }) };
}
