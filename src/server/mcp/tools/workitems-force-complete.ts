import { z } from 'zod';
import type { MovedItem } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { afterItem, afterItemAnswer } from '../present/present-after-item.ts';
import { performRenamed } from './perform-renamed.ts';
import { keyField, waitField, workItemField, workItemSpellings, xmlField } from './tool-fields.ts';

export const workitemsForceComplete = defineTool({
  name: 'workitems_force_complete',
  title: 'Force-complete a work item',
  toolset: 'cases',
  isUsual: false,
  terms: 'cases',
  description: `Completes a work item regardless of its holder, with output_data or its current data. This cannot be undone.

Only for administrators, and only when the user asks for it: work of the holder is lost. You must be allowed to answer it; what you requested yourself, others complete. Otherwise use workitems_complete or workitems_skip.
It answers as workitems_complete does.`,
  operations: ['items.force'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    workitem_id: workItemField,
    output_data: z.unknown().optional().describe('The answer. Default: its data.'),
    output_xml: xmlField('output_data'),
    wait_ms: waitField(5_000),
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
