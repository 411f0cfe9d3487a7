/** Fields that operations on subscriptions take. */
import { z } from 'zod';

const minute = 60_000;
const day = 86_400_000;

const usualLife = 120 * minute;

export const subscriptionField = z
  .string()
  .regex(/^sub_[A-Za-z0-9_-]{1,100}$/, 'the id of a subscription, such as “sub_…”')
  .describe('Id of the subscription.');

export const lifeField = z
  .int()
  .min(minute)
  .max(30 * day)
  .default(usualLife)
  .describe('Milliseconds that it is in force from now on; two hours where absent, 30 days at most.');
