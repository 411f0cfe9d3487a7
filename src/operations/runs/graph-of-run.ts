/** Draws the workflow of a run with the progress of each node. */
import { z } from 'zod';
import { integer, objectOf, text } from '../../languages/output-fields.ts';
import { drawingFormat, taskStates } from '../contract/drawing-fields.ts';
import {
  drawingFormatField,
  drawingWidthField,
  eventField,
  netField,
  runField,
} from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { drawNets } from '../definitions/draw-nets.ts';
import { getSketches } from '../definitions/get-sketches.ts';
import { getOpened } from './read-model/find-run.ts';
import { statesByName, taskStatesOfRun } from './read-model/task-states-of-run.ts';

const input = z.strictObject({
  run: runField,
  net: netField,
  format: drawingFormatField,
  width: drawingWidthField,
  colour: z.boolean().default(false).describe('Whether a text may contain terminal colours.'),
  at: eventField('As it was after that many events. Default: as it is now.').optional(),
});

const output = objectOf({
  run: text('Id of the run.'),
  workflow: text('Id of its workflow.'),
  format: drawingFormat,
  at: integer('Number of events shown.'),
  drawing: text('In the requested format.'),
  states: taskStates,
});

export type RunGraph = z.infer<typeof output>;

export const graphOfRun: Operation<z.infer<typeof input>, RunGraph> = {
  name: 'runs.graph',
  scope: 'workflows:query',
  writes: false,
  summary: 'Draws the workflow of a run with the progress of each node.',
  rest: { method: 'GET', path: '/v1/runs/{run}/graph', tag: 'runs' },
  verb: { name: 'show' },
  input,
  output,
  async perform(principal, { run, net, format, width, colour, at }, services, signal) {
    const opened = await getOpened(services, principal, run, at);
    const { record } = opened;
    const nets = await taskStatesOfRun(services, opened, at ?? record.seq);
    const shown = getSketches('runs.graph', nets, net);
    return {
      run: record.id,
      workflow: record.workflow,
      format,
      at: at ?? record.seq,
      drawing: await drawNets(services, principal, shown, { format, width, colour }, signal),
      states: statesByName(nets),
    };
  },
};
