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
  description: `Shows a run (a case): status, progress, active steps, what it waits for, output.

Use it after a start, with wait_ms 20000: it answers as soon as the run ends or needs an answer.
Next: completed: output_data is the result; if it was too big, use output_from. input_required: ask the user what waiting_for asks, then workitems_complete. failed: run_history. running: call it again.`,
  operations: ['runs.get', 'cases.status'],
  hints: readOnlyHints,
  input: z.strictObject({
    case_id: caseField,
    wait_ms: waitField(0),
    after_event: z.int().min(0).max(1_000_000_000).optional().describe('Wait for more events.'),
    output_from: z
      .int()
      .min(0)
      .max(1_000_000_000)
      .optional()
      .describe('Read in pieces: 0, then output_next.'),
    include_xml: includeXmlField,
    marking: z.boolean().default(false).describe('Also return its tokens.'),
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
