/** Refuses keys of other tenants if the installation has only one: nothing would separate their data. */

import { OperationError } from '../contract/operation-error.ts';
import type { Services } from '../contract/services.ts';
import { defaultTenant } from '../contract/tenant-name.ts';

export const mayHaveKeys = ({ isShared }: Services, tenant: string): boolean =>
  isShared !== false || tenant === defaultTenant;

export function refuseOtherTenant(services: Services, tenant: string): void {
  if (mayHaveKeys(services, tenant)) return;
  throw new OperationError({
    code: 'bad_configuration',
    message: `This installation has only the tenant “${defaultTenant}”. A key of another tenant would not be accepted.`,
    suggestedAction: 'To use several tenants, set SIGNALBOX_TENANTS=true.',
  });
}
