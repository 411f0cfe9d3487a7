/** How long somebody has a work item before it is free again. */
import { z } from 'zod';
import type { Services } from '../contract/services.ts';

const fiveMinutes = 300_000;

export const leaseField = z
  .int()
  .min(1_000)
  .max(86_400_000)
  .optional()
  .describe(
    'Milliseconds until the item is free again, unless it is renewed; as the operator set it where absent.',
  );

export function leaseOf({ leaseMs }: { readonly leaseMs?: number | undefined }, { lease }: Services): number {
  return leaseMs ?? lease ?? fiveMinutes;
}
