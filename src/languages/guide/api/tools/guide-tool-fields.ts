/** Fields that the guide tools share. */
import { z } from 'zod';
import { instructions } from '../../instructions.ts';
import { workflowField } from '../views/guide-fields.ts';

export const { toolset } = instructions;

export const guideField = workflowField.describe('Id of the guide, from workflow_list.');

export const stepField = (what: string) => z.string().min(1).max(200).describe(what);

export const completedField = z
  .array(z.string().min(1).max(200))
  .max(10_000)
  .describe('Ids of the completed steps, a step of a loop once per pass; [] at the start.');

export const contextField = z
  .looseObject({})
  .describe('Variables by name, such as {"taskScope": "large", "complexity": 0.8}: at most 256 KB of JSON.');

export const guideSpellings = { workflow_id: 'workflowId', workflow: 'workflowId' } as const;
