/** The input field for delivery ids. */
import { z } from 'zod';

export const deliveryField = z
  .string()
  .regex(/^dlv_[0-9a-f]{1,64}$/, 'the id of a delivery, such as “dlv_…”')
  .describe('Id of the delivery.');
