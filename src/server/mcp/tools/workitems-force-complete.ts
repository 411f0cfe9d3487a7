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
  description: `Completes a work item regardless of its holder, suspended or not: with output_data, or with its current data. This cannot be undone.

Only for administrators, and only when the user asks for it: the holder may be working on the item, and their work is lost. With output_data you answer it, so you must be allowed to; what you requested yourself, others complete. To answer your own item, use workitems_complete; to end one that is not needed, workitems_skip.
It waits up to wait_ms for the next stop of the run, and returns its status (case_status), as workitems_complete does.`,
  operations: ['items.force'],
  hints: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: true },
  input: z.strictObject({
    workitem_id: workItemField,
    output_data: z.unknown().optional().describe('The answer. Default: the current data of the item.'),
    output_xml: xmlField('If the item takes XML, instead of output_data: the same as XML.').optional(),
    wait_ms: waitField(5_000, 'the run ends or asks again'),
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
