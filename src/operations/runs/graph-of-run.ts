/** The workflow of a run, drawn with how far each node has come. */
import { z } from 'zod';
import { drawingFormatField, drawingWidthField, eventField, runField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type DrawingFormat, drawAs } from '../draw-workflow.ts';
import { getOpened } from './find-run.ts';
import { taskStatesOfRun } from './task-states-of-run.ts';

const input = z.strictObject({
  run: runField,
  format: drawingFormatField,
  width: drawingWidthField,
  colour: z.boolean().default(false).describe('Whether a text may have the colours of a terminal.'),
  at: eventField('As it was after so many events; as it is where absent.').optional(),
});

export interface RunGraph {
  readonly run: string;
  readonly workflow: string;
  readonly format: DrawingFormat;
  /** Events that it shows. */
  readonly at: number;
  readonly drawing: string;
  readonly states: { readonly [node: string]: string };
}

export const graphOfRun: Operation<z.infer<typeof input>, RunGraph> = {
  name: 'runs.graph',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { run, format, width, colour, at }, services) {
    const opened = await getOpened(services, principal, run, at);
    const { record } = opened;
    const { sketch, states } = await taskStatesOfRun(services, opened, at ?? record.seq);
    return {
      run: record.id,
      workflow: record.workflow,
      format,
      at: at ?? record.seq,
      drawing: drawAs(format, sketch, { width, colour, states }),
      states: Object.fromEntries(states),
    };
  },
};
