/** Fields and format of API keys. */
import { z } from 'zod';

export const keyNameField = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,64}$/, 'a name of at most 64 letters, digits, dots, dashes and underscores')
  .describe('Name of the key. Its subject is `key:` and this name.');

export const keyIdField = z
  .string()
  .regex(/^[A-Za-z0-9]{12}$/, 'twelve letters and digits')
  .describe('The public part of a key.');

/** The whole text of a key, as clients send it. */
export const keyText = (id: string, secret: string): string => `sbx_${id}_${secret}`;
