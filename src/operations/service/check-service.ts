/** Checks that work can be committed. Fails with the reason if not. Anyone may cause it: at most one write per second. */
import { z } from 'zod';
import { objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';

const input = z.strictObject({});

const output = objectOf({});

export const checkService: Operation<z.infer<typeof input>, z.infer<typeof output>> = {
  name: 'service.check',
  scope: 'workflows:query',
  writes: false,
  summary: 'Checks that work can be committed.',
  input,
  output,
  async perform(_, __, { engine }) {
    await engine.checkStore();
    return {};
  },
};
