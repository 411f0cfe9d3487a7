/** Names a session of a client by a digest, since its id is a credential. */
import { z } from 'zod';

export const sessionField = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a SHA-256 digest in hexadecimal')
  .describe('SHA-256 of the id of the session, in hexadecimal.');
