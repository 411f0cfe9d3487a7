/** Fields that the tools of guides have in common, described once. */
import { z } from 'zod';
import { workflowField } from './tool-fields.ts';

export const guideField = workflowField.describe('Id of the guide, as workflow_list shows it.');

export const stepField = (what: string) => z.string().min(1).max(200).describe(what);

export const completedField = z
  .array(z.string().min(1).max(200))
  .max(10_000)
  .describe(
    'Ids of the steps that were completed, a step of a loop as often as it was; [] at the beginning.',
  );

export const contextField = z
  .looseObject({})
  .describe('Variables by name, such as {"taskScope": "large", "complexity": 0.8}: 256 KB of JSON at most.');

export const guideSpellings = { workflow_id: 'workflowId', workflow: 'workflowId' } as const;
