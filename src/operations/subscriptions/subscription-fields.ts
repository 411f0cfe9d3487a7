/** Input fields of operations on subscriptions. */
import { z } from 'zod';

const minute = 60_000;
const day = 86_400_000;

const defaultLife = 120 * minute;

export const subscriptionField = z
  .string()
  .regex(/^sub_[A-Za-z0-9_-]{1,100}$/, 'the id of a subscription, such as “sub_…”')
  .describe('Id of the subscription.');

const minLife = minute;
const maxLife = 30 * day;

/** Transports may use another unit: messages name none. */
export const lifeField = z
  .int()
  .refine((life) => life >= minLife && life <= maxLife, 'a time from a minute to 30 days')
  .meta({ minimum: minLife, maximum: maxLife })
  .default(defaultLife)
  .describe('Milliseconds that it is active from now on. Default: two hours. Maximum: 30 days.');
