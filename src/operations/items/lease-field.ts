/** Defines how long a work item is held before it is free again. */
import { z } from 'zod';
import type { WorkItem } from '../../runtime/index.ts';
import type { Services } from '../contract/services.ts';
import { hasPrivileges } from './read-model/item-privileges.ts';

const fiveMinutes = 300_000;

export const leaseField = z
  .int()
  .min(1_000)
  .max(86_400_000)
  .optional()
  .describe(
    'Milliseconds until the item is free again, unless it is renewed. Default: as the operator configured.',
  );

interface Leased {
  readonly leaseMs?: number | undefined;
}

export function leaseOf({ leaseMs }: Leased, { lease }: Services): number {
  return leaseMs ?? lease ?? fiveMinutes;
}

/** If the workflow assigns the work, the assignee holds it until releasing it [Y6.1]: null. */
export function leaseOfDelegation(given: Leased, item: WorkItem, services: Services): number | null {
  return given.leaseMs === undefined && hasPrivileges(item) ? null : leaseOf(given, services);
}

/** An item that is held without end stays so, unless an end is requested. */
export function leaseOfRenewal(given: Leased, item: WorkItem, services: Services): number | null {
  const isEndless = item.state === 'held' && item.lease === null;
  return given.leaseMs === undefined && isEndless ? null : leaseOf(given, services);
}
