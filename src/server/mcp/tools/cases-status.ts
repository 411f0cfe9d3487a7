import { z } from 'zod';
import type { CaseView, RunView } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { caseAnswer, presentCase } from '../present/present-case.ts';
import { caseField, caseSpellings, includeXmlField, readOnlyHints, waitField } from './tool-fields.ts';

export const casesStatus = defineTool({
  name: 'cases_status',
  title: 'Get the status of a run',
  toolset: 'cases',
  alsoIn: ['orchestration', 'authoring'],
  isUsual: true,
  terms: 'cases',
  description: `Shows the status of a run (a case): state, progress, active steps, what it waits for, and its output.

Use it after cases_submit, or after workflow_run or a w_… tool answered with status “running”. With wait_ms it answers as soon as the run ends or needs an answer: send wait_ms 20000 instead of polling.
Next, by status: completed: output_data is the result; if “left_out” says that it was too big, read it in pieces with output_from: 0. input_required true: ask the user what waiting_for asks, then call workitems_complete. failed: failure says why; run_history shows what happened. running: call it again.`,
  operations: ['runs.get', 'cases.status'],
  hints: readOnlyHints,
  input: z.strictObject({
    case_id: caseField,
    wait_ms: waitField(0, 'the run ends or needs an answer'),
    after_event: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Wait only until the run has more events than this (“events” of the previous answer).'),
    output_from: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe(
        'Return a piece of output_data as JSON text, from this character on: 0 first, then output_next.',
      ),
    include_xml: includeXmlField('the data of the case (case_xml)'),
    marking: z
      .boolean()
      .default(false)
      .describe('Also return the state as a marking: tokens in conditions, active tasks, net by net.'),
  }),
  spellings: caseSpellings,
  output: caseAnswer,
  aliases: ['cases/status', 'cases.status', 'case_status', 'workflow_status'],
  async perform(asking, call) {
    const { case_id: run, wait_ms: waitMs, after_event: after, output_from: from } = asking;
    const asked = { run, ...(waitMs === 0 ? {} : { waitMs }), ...(after === undefined ? {} : { after }) };
    const shown = await call.perform<RunView>('runs.get', asked);
    const { include_xml: xml, marking } = asking;
    if (!xml && !marking) return presentCase(shown, from);
    const more = await call.perform<CaseView>('cases.status', { case_id: run, xml, marking });
    return presentCase(shown, from, more);
  },
});
