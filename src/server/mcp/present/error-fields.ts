/** What an error adds to an answer: some clients hold errors, too, against the schema of a tool's answers. */
import { z } from 'zod';

export const violation = z.looseObject({
  path: z.string().describe('Where: the name of a field, or the place in a document.'),
  rule: z.string(),
  message: z.string(),
  expected: z.string().optional(),
  actual: z.string().optional(),
  line: z.int().optional(),
  column: z.int().optional(),
});

/** Of what went wrong in a run. */
export const errorFields = {
  error_code: z.string().describe('Only of an error: what is wrong, as a stable word.'),
  suggested_action: z.string().describe('Only of an error: what to do next.'),
  failure_code: z.string().describe('Of a failed run: what the failing step gave as its code.'),
  response_payload: z.unknown().describe('Of a failed run: what came with the failure.'),
};
