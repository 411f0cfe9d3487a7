/** Input fields of operations on definitions. */
import { z } from 'zod';

export const pathField = z
  .string()
  .min(1)
  .max(200)
  .describe('Path of the document below the workflow folder, such as “trips/summer.yaml”.');

export const sourceField = z.string().max(1_048_576).describe('The text of the document: YAML, JSON or XML.');

export const revisionField = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'a revision: 64 hexadecimal digits')
  .describe('Revision of the document as read. The change is refused if it has another one now.');

export const languageField = z
  .string()
  .min(1)
  .max(50)
  .describe('Expected language of the document, such as “graph”. Default: detected from its keys.');
