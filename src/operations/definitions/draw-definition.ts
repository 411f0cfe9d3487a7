/** A workflow of the library, drawn. What has mistakes is drawn as far as it could be read. */
import { z } from 'zod';
import { drawingFormatField, drawingWidthField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type DrawingFormat, drawAs } from '../draw-workflow.ts';
import { isValid } from './definition-summary.ts';
import { getWorkflow } from './find-workflow.ts';

const input = z.strictObject({
  workflow: workflowField,
  format: drawingFormatField,
  width: drawingWidthField,
});

export interface DefinitionDrawing {
  /** Its id. */
  readonly workflow: string;
  readonly valid: boolean;
  readonly format: DrawingFormat;
  /** Empty where nothing could be read. */
  readonly drawing: string;
}

export const drawDefinition: Operation<z.infer<typeof input>, DefinitionDrawing> = {
  name: 'definitions.draw',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { workflow: id, format, width }, services) {
    const { workflow, ...entry } = await getWorkflow(services, principal, id);
    const drawing = workflow === null ? '' : drawAs(format, workflow.sketch, { width, colour: false });
    return { workflow: entry.id, valid: isValid({ workflow }), format, drawing };
  },
};
