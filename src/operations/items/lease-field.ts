/** How long somebody has a work item before it is free again. */
import { z } from 'zod';
import type { WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { hasPrivileges } from './item-privileges.ts';

const fiveMinutes = 300_000;

export const leaseField = z
  .int()
  .min(1_000)
  .max(86_400_000)
  .optional()
  .describe(
    'Milliseconds until the item is free again, unless it is renewed; as the operator set it where absent.',
  );

interface Leased {
  readonly leaseMs?: number | undefined;
}

export function leaseOf({ leaseMs }: Leased, { lease }: Services): number {
  return leaseMs ?? lease ?? fiveMinutes;
}

/** Where a workflow says who is to have the work, whom it is handed to has it until they give it back [Y6.1]: null. */
export function leaseOfDelegation(given: Leased, item: WorkItem, services: Services): number | null {
  return given.leaseMs === undefined && hasPrivileges(item) ? null : leaseOf(given, services);
}

/** What is held without end stays so, unless an end is asked for. */
export function leaseOfRenewal(given: Leased, item: WorkItem, services: Services): number | null {
  const isEndless = item.state === 'held' && item.lease === null;
  return given.leaseMs === undefined && isEndless ? null : leaseOf(given, services);
}
