/** How long somebody has a work item before it is free again. */
import { z } from 'zod';

/** Five minutes. */
const usualLease = 300_000;

export const leaseField = z
  .int()
  .min(1_000)
  .max(86_400_000)
  .default(usualLease)
  .describe('Milliseconds until the item is free again, unless it is renewed; 5 minutes where absent.');
