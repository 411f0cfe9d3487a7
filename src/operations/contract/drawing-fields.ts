/** What results tell of drawings, described once. */
import { z } from 'zod';
import type { TaskState } from '../../drawing/index.ts';
import { byName, described } from './output-fields.ts';

export const drawingFormats = ['text', 'mermaid', 'svg', 'json'] as const;

export const drawingFormat = described(z.enum(drawingFormats), 'What kind of drawing it is.');

const states = ['waiting', 'under way', 'done', 'failed', 'undone', 'skipped'] as const satisfies TaskState[];

export const taskState = z.enum(states);

export const taskStates = byName(
  taskState,
  'How far each node has come, by name; those of nets below as net/task. Those not named have not begun.',
);
