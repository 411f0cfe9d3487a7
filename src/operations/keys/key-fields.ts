/** How keys are named and written. */
import { z } from 'zod';

export const keyNameField = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'a name of at most 64 letters, digits, dots, dashes and underscores')
  .describe('What people call the key; its bearer is `key:` and this name.');

export const keyIdField = z
  .string()
  .regex(/^[A-Za-z0-9]{12}$/, 'twelve letters and digits')
  .describe('The public part of a key.');

/** The whole text of a key: what its bearer shows. */
export const keyText = (id: string, secret: string): string => `sbx_${id}_${secret}`;
