/** Fields that operations on definitions take, described once. */
import { z } from 'zod';

export const pathField = z
  .string()
  .min(1)
  .max(200)
  .describe('Path of the document below the folder of workflows, such as “trips/summer.yaml”.');

export const sourceField = z
  .string()
  .max(1_048_576)
  .describe('The text of the document: YAML, JSON, or the XML of a YAWL specification.');

export const revisionField = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a revision: 64 hexadecimal digits')
  .describe('Revision of the document as it was read: a change that somebody made since then is not lost.');

export const languageField = z
  .string()
  .min(1)
  .max(50)
  .describe(
    'The language that the document is meant to be of, such as “graph”; it is recognised by its keys.',
  );
