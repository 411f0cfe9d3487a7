/** Returns the state of a case, on request after waiting until it has ended or needs an answer. */
import { z } from 'zod';
import type { OpenedRun } from '../../runtime/index.ts';
import type { Operation } from '../contract/operation.ts';
import { cachedPayloads } from '../contract/payloads-of.ts';
import type { Services } from '../contract/services.ts';
import { findLanguage } from '../language-lists/languages.ts';
import { getOpened } from '../runs/read-model/find-run.ts';
import { viewRun } from '../runs/read-model/run-view.ts';
import { variablesOfRun } from '../runs/read-model/variables-of-run.ts';
import { waitForRunUpdate } from '../runs/read-model/wait-for-run-update.ts';
import { caseField, caseWaitField } from './case-fields.ts';
import { type MarkedNet, markingOf } from './case-marking.ts';
import { type CaseView, caseView, viewCase } from './case-view.ts';

const input = z.strictObject({
  case_id: caseField,
  wait_ms: caseWaitField,
  xml: z
    .boolean()
    .default(false)
    .describe('Also return the data of the case and its marking as XML, if its language has them.'),
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
  rest: { method: 'GET', path: '/v1/cases/{case_id}/status', tag: 'cases' },
  input,
  output: caseView,
  async perform(principal, { case_id: run, wait_ms: waitMs, xml, marking }, services, signal) {
    await waitForRunUpdate(services, principal, run, { waitMs, signal });
    const opened = await getOpened(services, principal, run);
    const view = viewCase(await viewRun(services, principal, opened));
    const marked = marking ? markingOf(opened) : null;
    return {
      ...view,
      ...(marked === null ? {} : { marking: marked }),
      ...(xml ? await xmlOfCase(services, opened, marked) : {}),
    };
  },
};

async function xmlOfCase(
  { store }: Services,
  opened: OpenedRun,
  marking: readonly MarkedNet[] | null,
): Promise<Pick<CaseView, 'case_xml' | 'marking_xml'>> {
  const { record, program } = opened;
  const { runs } = findLanguage(record.language) ?? {};
  if (runs === undefined) return {};
  const variables = await variablesOfRun(opened, cachedPayloads(store));
  const data = runs.dataXml?.(program, variables) ?? null;
  const marked = marking === null ? undefined : runs.markingXml?.(record.id, record.workflow, marking);
  return {
    ...(data === null ? {} : { case_xml: data }),
    ...(marked === undefined ? {} : { marking_xml: marked }),
  };
}
