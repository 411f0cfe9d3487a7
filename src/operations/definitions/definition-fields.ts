/** Input fields of operations on definitions, and their examples. */
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

export const exampleSource = `workflows:
  greet:
    params: { name: { type: str, required: true } }
    graph:
      greet: { call: echo, args: { text: "Hello, $name!" } }
    result: $greet.text
`;

export const exampleRevision = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03';
