/** Reports whether a key was ever created in any tenant. From then on a server requires credentials. */
import { z } from 'zod';
import { flag, objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';

const input = z.strictObject({});

const output = objectOf({ exist: flag() });

export type KeysExist = z.infer<typeof output>;

export const keysExist: Operation<z.infer<typeof input>, KeysExist> = {
  name: 'keys.exist',
  scope: 'workflows:query',
  writes: false,
  summary: 'Reports whether a key was ever created.',
  input,
  output,
  perform: async (_, __, { store }) => ({ exist: await store.apiKeys.exist() }),
};
