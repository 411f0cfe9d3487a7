/** Where one tenant has the house to itself, nobody has a key of another: it would be let in where nothing is kept apart. */
import { defaultTenant } from '../access/tenant-name.ts';
import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';

export const mayHaveKeys = ({ isShared }: Services, tenant: string): boolean =>
  isShared !== false || tenant === defaultTenant;

export function refuseOtherTenant(services: Services, tenant: string): void {
  if (mayHaveKeys(services, tenant)) return;
  throw new OperationError({
    code: 'bad_configuration',
    message: `There is only the tenant “${defaultTenant}” here: a key of another would not be believed.`,
    suggestedAction: 'To keep several tenants apart, set SIGNALBOX_TENANTS=true.',
  });
}
