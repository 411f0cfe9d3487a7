/** Fields that operations on subscriptions take. */
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

/** Doors may count it in another unit: what is wrong with it is told without one. */
export const lifeField = z
  .int()
  .refine((life) => life >= minLife && life <= maxLife, 'a time from a minute to 30 days')
  .meta({ minimum: minLife, maximum: maxLife })
  .default(defaultLife)
  .describe('Milliseconds that it is in force from now on; two hours where absent, 30 days at most.');
