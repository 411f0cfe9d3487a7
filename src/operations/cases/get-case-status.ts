/** Returns the state of a case, on request after waiting until it has ended or needs an answer. */
import { z } from 'zod';
import type { Operation } from '../contract/operation.ts';
import { getOpened } from '../runs/find-run.ts';
import { viewRun } from '../runs/run-view.ts';
import { waitForRunUpdate } from '../runs/wait-for-run-update.ts';
import { caseField, caseWaitField } from './case-fields.ts';
import { markingOf } from './case-marking.ts';
import { type CaseView, caseView, viewCase } from './case-view.ts';
import { writeMarking } from './marking-xml.ts';
import { xmlOfCase } from './xml-of-case.ts';

const input = z.strictObject({
  case_id: caseField,
  wait_ms: caseWaitField,
  xml: z
    .boolean()
    .default(false)
    .describe('Also return the data of the case and its marking as XML. For YAWL specifications.'),
  marking: z
    .boolean()
    .default(false)
    .describe('Also return its state as a marking: tokens in conditions, and active tasks.'),
});

export const getCaseStatus: Operation<z.infer<typeof input>, CaseView> = {
  name: 'cases.status',
  scope: 'workflows:query',
  writes: false,
  summary: 'Returns the state of a case: status, progress, running tasks, output, and what it waits for.',
  input,
  output: caseView,
  async perform(principal, { case_id: run, wait_ms: waitMs, xml, marking }, services, signal) {
    await waitForRunUpdate(services, principal, run, { waitMs, signal });
    const opened = await getOpened(services, principal, run);
    const view = viewCase(await viewRun(services, principal, opened));
    const data = xml ? await xmlOfCase(services, opened) : null;
    const marked = marking ? markingOf(opened) : null;
    return {
      ...view,
      ...(data === null ? {} : { case_xml: data }),
      ...(marked === null ? {} : { marking: marked }),
      ...(marked === null || !xml ? {} : { marking_xml: writeMarking(opened.record, marked) }),
    };
  },
};
