/** Result fields of drawings. */
import { z } from 'zod';
import type { TaskState } from '../../drawing/index.ts';
import { byName, described } from '../../languages/output-fields.ts';

export const drawingFormats = ['text', 'mermaid', 'svg', 'json'] as const;

export const drawingFormat = described(z.enum(drawingFormats), 'Format of the drawing.');

const states = ['waiting', 'under way', 'done', 'failed', 'undone', 'skipped'] as const satisfies TaskState[];

export const taskState = z.enum(states);

export const taskStates = byName(
  taskState,
  'State of each node, by name; nodes of subnets as net/task. Nodes that are not listed have not started.',
);
