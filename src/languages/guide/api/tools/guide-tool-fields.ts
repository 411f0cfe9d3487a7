/** Fields that the guide tools share. */
import { z } from 'zod';
import { instructions } from '../../instructions.ts';
import { workflowField } from '../views/guide-fields.ts';

export const { toolset } = instructions;

export const guideField = workflowField.describe('Id of the guide.');

export const stepField = (what: string) => z.string().min(1).max(200).describe(what);

export const completedField = z
  .array(z.string().min(1).max(200))
  .max(10_000)
  .describe('Ids of completed steps; [] at the start.');

export const contextField = z.looseObject({}).describe('Variables by name, at most 256 KB.');

export const guideSpellings = { workflow_id: 'workflowId', workflow: 'workflowId' } as const;
