/** Draws a workflow of the library. A workflow with errors is drawn as far as it can be read. */
import { z } from 'zod';
import { flag, objectOf, text } from '../../languages/output-fields.ts';
import { drawingFormat } from '../contract/drawing-fields.ts';
import { drawingFormatField, drawingWidthField, netField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { sketchesOfWorkflow } from '../documents/sketches-of-workflow.ts';
import { isValid } from './definition-summary.ts';
import { drawNets } from './draw-nets.ts';
import { getWorkflow } from './find-workflow.ts';
import { getSketches } from './get-sketches.ts';

const input = z.strictObject({
  workflow: workflowField,
  net: netField,
  format: drawingFormatField,
  width: drawingWidthField,
});

const output = objectOf({
  workflow: text('Id of the workflow.'),
  valid: flag('Whether it can be run, according to its document.'),
  format: drawingFormat,
  drawing: text('The drawing in the requested format; empty if nothing could be read.'),
});

export type DefinitionDrawing = z.infer<typeof output>;

export const drawDefinition: Operation<z.infer<typeof input>, DefinitionDrawing> = {
  name: 'definitions.draw',
  scope: 'workflows:query',
  writes: false,
  summary: 'Draws a workflow.',
  rest: { method: 'GET', path: '/v1/workflows/{workflow}/drawing', tag: 'workflows' },
  verb: { name: 'graph' },
  input,
  output,
  async perform(principal, { workflow: id, net, format, width }, services, signal) {
    const { workflow, ...entry } = await getWorkflow(services, principal, id);
    const all = workflow === null ? [] : sketchesOfWorkflow(workflow).map((sketch) => ({ sketch }));
    const shown = workflow === null ? [] : getSketches('definitions.draw', all, net);
    const look = { format, width, colour: false };
    const drawing = await drawNets(services, principal, shown, look, signal);
    return { workflow: entry.id, valid: isValid({ workflow }), format, drawing };
  },
};
