/** One workflow: what it takes, its document, its drawing, and what is wrong with it. */
import { z } from 'zod';
import { drawLine, drawSketch } from '../../drawing/index.ts';
import type { Json } from '../../kernel/index.ts';
import { parseDocument, toJson, type Violation, type Workflow } from '../../languages/index.ts';
import type { LibraryDocument } from '../../runtime/index.ts';
import { drawingWidthField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { noKeepsakes } from '../house/keepsakes.ts';
import type { Schema } from '../schema-of-type.ts';
import { type DefinitionSummary, summaryOf } from './definition-summary.ts';
import { entriesOf, getWorkflow } from './find-workflow.ts';
import { inputSchema } from './input-schema.ts';
import { type ParameterView, parameterView } from './parameter-view.ts';

const input = z.strictObject({
  workflow: workflowField,
  width: drawingWidthField,
  drawUpTo: z
    .int()
    .min(0)
    .max(10_000)
    .default(10_000)
    .describe('Leave the drawing out where the workflow has more nodes than this.'),
  parsed: z.boolean().default(false).describe('Also give the document as data.'),
});

export interface DefinitionDetails extends Omit<DefinitionSummary, 'violations' | 'warnings'> {
  readonly parameters: readonly ParameterView[];
  /** JSON Schema of the parameters: a plain object. */
  readonly inputSchema: Schema;
  readonly source: string;
  /** The document as data, where that was asked for; null where it cannot be read. */
  readonly parsed?: Json;
  /** As text; empty where nothing could be read, or there are too many nodes. */
  readonly drawing: string;
  /** The same on one line. */
  readonly line: string;
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
  async perform(principal, { workflow: id, width, drawUpTo, parsed }, services) {
    const entry = await getWorkflow(services, principal, id);
    services.offers?.refresh();
    const { document, workflow } = entry;
    const isDrawn = workflow !== null && workflow.sketch.nodes.length <= drawUpTo;
    const siblings = await entriesOf(services, principal, document);
    const { keepsakes = noKeepsakes } = services;
    const recall = (what: string, { name, sketch }: Workflow, draw: () => string): string =>
      String(keepsakes.recall([what, String(width), name, JSON.stringify(sketch)], draw));
    return {
      ...summaryOf(services, entry),
      parameters: (workflow?.parameters ?? []).map(({ type, typeName, ...rest }) =>
        parameterView({ ...rest, type: typeName }),
      ),
      inputSchema: inputSchema(workflow?.parameters ?? []),
      source: document.source,
      ...(parsed ? { parsed: dataOf(document) } : {}),
      drawing: isDrawn
        ? recall('drawing', workflow, () => drawSketch(workflow.sketch, { width, colour: false }))
        : '',
      line: workflow === null ? '' : recall('line', workflow, () => drawLine(workflow.sketch)),
      workflows: siblings.map((each) => each.id),
      violations: document.violations,
      warnings: document.warnings,
    };
  },
};

function dataOf({ path, source: text }: LibraryDocument): Json {
  const { root } = parseDocument({ path, text });
  return root === null ? null : toJson(root);
}
