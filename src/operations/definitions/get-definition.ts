/** One workflow: what it takes, its document, its drawing, and what is wrong with it. */
import { z } from 'zod';
import { drawSketch } from '../../drawing/index.ts';
import type { Violation } from '../../languages/index.ts';
import { workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { type DefinitionSummary, summaryOf } from './definition-summary.ts';
import { entriesOf, getWorkflow } from './find-workflow.ts';
import { type ParameterView, parameterView } from './parameter-view.ts';

const input = z.strictObject({
  workflow: workflowField,
  width: z.int().min(24).max(400).default(100).describe('Columns of the drawing at most.'),
});

export interface DefinitionDetails extends Omit<DefinitionSummary, 'violations' | 'warnings'> {
  readonly parameters: readonly ParameterView[];
  readonly source: string;
  /** As text; empty where nothing could be read. */
  readonly drawing: string;
  /** Ids of all workflows of its document. */
  readonly workflows: readonly string[];
  /** Of its whole document. */
  readonly violations: readonly Violation[];
  readonly warnings: readonly Violation[];
}

export const getDefinition: Operation<z.infer<typeof input>, DefinitionDetails> = {
  name: 'definitions.get',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { workflow: id, width }, services) {
    const entry = await getWorkflow(services, principal, id);
    const { document, workflow } = entry;
    const siblings = await entriesOf(services, principal, document);
    return {
      ...summaryOf(entry),
      parameters: (workflow?.parameters ?? []).map(({ type, typeName, ...rest }) =>
        parameterView({ ...rest, type: typeName }),
      ),
      source: document.source,
      drawing: workflow === null ? '' : drawSketch(workflow.sketch, { width, colour: false }),
      workflows: siblings.map((each) => each.id),
      violations: document.violations,
      warnings: document.warnings,
    };
  },
};
