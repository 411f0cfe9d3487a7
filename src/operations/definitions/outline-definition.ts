/** Returns the interface of a workflow: its parameters and its drawing, without its text. Callers that run it need no more. */
import { z } from 'zod';
import { byName, json, listOf, namedObject, text } from '../../languages/output-fields.ts';
import type { LibraryEntry } from '../../runtime/index.ts';
import { drawingWidthField, workflowField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import type { Services } from '../contract/services.ts';
import { sketchesOfWorkflow } from '../documents/sketches-of-workflow.ts';
import { noDiskCache } from '../infrastructure/disk-cache.ts';
import type { JobOwner } from '../jobs/run-job.ts';
import { findApi, languageFields } from '../language-lists/language-apis.ts';
import { definitionFields, summaryOf } from './definition-summary.ts';
import { drawNetLine, drawNets } from './draw-nets.ts';
import { getWorkflow } from './find-workflow.ts';
import { inputSchema } from './input-schema.ts';
import { parameterSchema, parameterView } from './parameter-view.ts';

/** Names a workflow, and limits its drawing. */
export const outlineInput = {
  workflow: workflowField,
  width: drawingWidthField,
  drawUpTo: z
    .int()
    .min(0)
    .max(10_000)
    .default(10_000)
    .describe('Omit the drawing if the workflow has more nodes than this.'),
};

const input = z.strictObject(outlineInput);

export const outlineFields = {
  ...definitionFields,
  parameters: listOf(parameterSchema),
  resultFields: listOf(text(), 'Names of the fields of the result, as far as the document says them.'),
  inputSchema: byName(json('A keyword of JSON Schema.'), 'JSON Schema of the parameters: a plain object.'),
  drawing: text('The drawing as text; empty if nothing could be read, or there are too many nodes.'),
  line: text('The drawing on one line.'),
};

const output = namedObject('DefinitionOutline', 'A workflow: its parameters and its drawing.', {
  ...outlineFields,
  ...languageFields(({ workflows }) => workflows?.outlineFields),
});

export type DefinitionOutline = z.infer<typeof output>;

export const outlineDefinition: Operation<z.infer<typeof input>, DefinitionOutline> = {
  name: 'definitions.outline',
  scope: 'workflows:query',
  writes: false,
  summary: 'Returns the parameters and the drawing of a workflow, without its text.',
  rest: { method: 'GET', path: '/v1/workflows/{workflow}/outline', tag: 'workflows' },
  verb: { name: 'outline', args: { workflow: 'WORKFLOW' } },
  examples: [{ input: { workflow: 'hello' } }],
  input,
  output,
  async perform(principal, { workflow, ...drawn }, services) {
    const entry = await getWorkflow(services, principal, workflow);
    services.connectorListings?.refresh();
    const { workflow: found, document } = entry;
    return {
      ...(await outlineOf(services, principal, entry, drawn)),
      ...(found === null ? {} : findApi(document.language)?.workflows?.outline?.(found)),
    };
  },
};

interface Drawn {
  readonly width: number;
  readonly drawUpTo: number;
}

export async function outlineOf(
  services: Services,
  owner: JobOwner,
  entry: LibraryEntry,
  { width, drawUpTo }: Drawn,
): Promise<DefinitionOutline> {
  const { workflow } = entry;
  const sketches = workflow === null ? [] : sketchesOfWorkflow(workflow);
  const nodes = sketches.reduce((sum, sketch) => sum + sketch.nodes.length, 0);
  const isDrawn = workflow !== null && nodes <= drawUpTo;
  const { diskCache = noDiskCache } = services;
  const sketchesText = JSON.stringify(sketches);
  const drawCached = async (look: readonly string[], draw: () => Promise<string>): Promise<string> =>
    String(await diskCache.getOrCompute([...look, sketchesText], async () => JSON.stringify(await draw())));
  const { violations, warnings, ...summary } = summaryOf(services, owner.tenant, entry);
  return {
    ...summary,
    parameters: (workflow?.parameters ?? []).map(({ type, typeName, shape, ...rest }) =>
      parameterView({ ...rest, type: typeName }),
    ),
    resultFields: [...(workflow?.resultFields ?? [])],
    inputSchema: inputSchema(workflow?.parameters ?? []),
    drawing: isDrawn
      ? await drawCached(['drawing', String(width)], () =>
          drawNets(
            services,
            owner,
            sketches.map((sketch) => ({ sketch })),
            { format: 'text', width, colour: false },
          ),
        )
      : '',
    line:
      workflow === null
        ? ''
        : await drawCached(['line'], () => drawNetLine(services, owner, workflow.sketch)),
  };
}
