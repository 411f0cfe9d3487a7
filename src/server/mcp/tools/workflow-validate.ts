/** Not listed: whoever means the check of a document by this name is told what it is called. */
import { z } from 'zod';
import { OperationError } from '../../../operations/index.ts';
import { defineTool } from '../contract/define-tool.ts';
import { looks } from './tool-fields.ts';

export const workflowValidate = defineTool({
  name: 'workflow_validate',
  title: 'Check the output of a step',
  toolset: 'guides',
  isUsual: false,
  description: 'Checks the output of a step of a guide. To check a document, use workflow_validate_manifest.',
  operations: ['definitions.validate'],
  hints: looks,
  input: z.looseObject({}),
  output: null,
  async perform() {
    throw new OperationError({
      code: 'wrong_tool',
      message: '“workflow_validate” is about the output of a step of a guide, and there are no guides here.',
      suggestedAction: 'To check a document, call “workflow_validate_manifest” with “manifest_content”.',
    });
  },
});
