import { z } from 'zod';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { performRenamed } from './perform-renamed.ts';
import { keyField, waitField, workItemField, workItemSpellings, xmlField } from './tool-fields.ts';

export const workitemsForceComplete = defineTool({
  name: 'workitems_force_complete',
  title: 'Complete a work item by force',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Completes a work item whoever holds it, suspended or not: with output_data, or as it is where there is none. That cannot be taken back.

For whoever administers, and only when the user says so: somebody may be at work on the item, and their work is lost. With output_data you answer it, so it has to be for you; what you asked for yourself, others complete. To answer an item that is yours, use workitems_complete; to end one that is not needed, workitems_skip.
It waits up to wait_ms for the run to come to its next stop, and says where it stands (case_status), as workitems_complete does.`,
  operations: ['items.force'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    workitem_id: workItemField,
    output_data: z.unknown().optional().describe('The answer; as the item is where absent.'),
    output_xml: xmlField(
      'Of an item of a YAWL specification, instead of output_data: the same as XML.',
    ).optional(),
    wait_ms: waitField(5_000, 'the run has ended or asks again'),
    idempotency_key: keyField,
  }),
  spellings: { ...workItemSpellings, answer: 'output_data', output: 'output_data' },
  asks: true,
  output: afterItemAnswer,
  aliases: ['workitems/force_complete', 'workitems.force_complete', 'workitems_force', 'workitems/force'],
  async perform(forced, call) {
    const { workitem_id: item, output_data: output, output_xml: outputXml, idempotency_key: key } = forced;
    const operationInput = {
      item,
      ...(output === undefined ? {} : { output }),
      ...(outputXml === undefined ? {} : { outputXml }),
      ...(key === undefined ? {} : { idempotencyKey: key }),
    };
    const renamed = { output: 'output_data', outputXml: 'output_xml' };
    const done = await performRenamed<MovedItem>(call, 'items.force', operationInput, renamed);
    return afterItem(call, done, forced.wait_ms);
  },
});
