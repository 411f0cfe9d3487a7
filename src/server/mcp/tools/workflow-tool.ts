/** A workflow as a tool: its parameters are the input, its drawing is the description. */
import { z } from 'zod';
import { checkInput, type DefinitionDetails } from '../../../operations/index.ts';
import { schemaOf } from '../contract/define-tool.ts';
import type { JsonObject, Tool, ToolInput } from '../contract/tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { describeWorkflow } from './describe-workflow.ts';
import { type StartOptions, startRun } from './start-run.ts';
import { keyField, runsWorkflows, waitField } from './tool-fields.ts';

/** No parameter of a workflow is called like one of these. */
const options = z.strictObject({
  wait_ms: waitField(5_000, 'the run has ended or somebody has to answer'),
  dry_run: z.boolean().default(false).describe('Only play it, without touching anything.'),
  idempotency_key: keyField,
});

const optionsSchema = schemaOf(options);

/** What `parse` makes of an input. */
interface Split {
  readonly options: StartOptions;
  readonly params: JsonObject;
}

export function createWorkflowTool(name: string, details: DefinitionDetails): Tool {
  return {
    name,
    title: titleOf(details.name),
    toolset: 'orchestration',
    isUsual: true,
    description: describeWorkflow(details),
    operations: ['runs.start'],
    hints: runsWorkflows,
    tasks: 'optional',
    input: inputOf(name, details.inputSchema),
    output: runAnswer,
    aliases: [],
    perform(input, call) {
      // `parse` has split it.
      const split = input as unknown as Split;
      return startRun(call, { what: { workflow: details.id }, ...split, names: { params: '' } });
    },
  };
}

function inputOf(name: string, schema: JsonObject): ToolInput {
  return {
    schema: {
      ...schema,
      properties: { ...recordOf(schema['properties']), ...recordOf(optionsSchema['properties']) },
    },
    // Parameters are checked where the run is started: there the workflow is as it is then.
    parse(given) {
      const isOption = (field: string) => Object.hasOwn(options.shape, field);
      const fields = Object.entries(given);
      const picked = Object.fromEntries(fields.filter(([field]) => isOption(field)));
      const params = Object.fromEntries(fields.filter(([field]) => !isOption(field)));
      return { options: checkInput(name, options, picked) as JsonObject, params };
    },
  };
}

const recordOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** `plan_trip` is “Plan trip” for people. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_\-.\s]+/g, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1, 100)}`;
}
