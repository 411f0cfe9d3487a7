import { expect, test } from 'vitest';
import type { SubmittedCase } from '../../../operations/index.ts';
import type { ToolCall } from '../contract/tool.ts';
import { casesSubmit } from './cases-submit.ts';

/** The answer for a case that was submitted with these. */
async function nextAfter(submitted: SubmittedCase): Promise<unknown> {
  const call: ToolCall = {
    principal: { subject: 'ann', tenant: 'default', scopes: new Set(), roles: [], kind: 'agent' },
    perform: async () => submitted as never,
    firstWait: (waitMs) => waitMs,
    signal: AbortSignal.abort(),
    request: null,
    canAsk: false,
  };
  const outcome = await casesSubmit.perform({}, call);
  return outcome.kind === 'answer' ? outcome.value['next'] : undefined;
}

test('[F1.1][F2.4] the answer for a case that another replica stores says where to ask for it', async () => {
  const here: SubmittedCase = {
    ...{ case_id: 'run_1', status: 'running', created_at: '2026-01-15T10:00:00.000Z' },
    specification: { spec_id: 'Invoice', version: '1.0', revision: 'a'.repeat(64) },
  };
  expect(await nextAfter(here)).toMatch(/^Call cases_status \{"case_id": "run_1", "wait_ms": 20000\} until /);
  const { specification: _, ...elsewhere } = here;
  expect(await nextAfter(elsewhere)).toMatch(
    /does not store it\. Call cases_status .* at the server that received it first/,
  );
});
