/** Records refusals of an interface that never reached an operation, aggregated like other refusals. */
import { z } from 'zod';
import { integer, objectOf } from '../../languages/output-fields.ts';
import type { Operation } from '../contract/operation.ts';

const short = z.string().max(1_000);

const entry = z.strictObject({
  tenant: short.default('').describe('Empty if the caller is unknown.'),
  subject: short.default(''),
  kind: z.enum(['person', 'agent', 'service', 'unknown']).default('unknown'),
  operation: short.describe('The request: `POST /v1/runs`.'),
  code: z.string().min(1).max(100),
  target: short.default(''),
  correlationId: z.string().max(128).default(''),
  times: z.int().min(1).max(1_000_000_000).default(1),
});

const input = z.strictObject({
  entries: z.array(entry).max(1_000).describe('The refusals.'),
});

const output = objectOf({ noted: integer() });

export type NotedRefusals = z.infer<typeof output>;

export const noteRefusals: Operation<z.infer<typeof input>, NotedRefusals> = {
  name: 'audit.note',
  scope: 'workflows:query',
  writes: false,
  summary: 'Records refusals of interfaces.',
  input,
  output,
  async perform(_, { entries }, { audit }) {
    for (const each of entries) audit?.refused(each);
    return { noted: entries.length };
  },
};
