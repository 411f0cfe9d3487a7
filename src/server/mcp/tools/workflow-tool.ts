/** Presents a workflow as a tool: its parameters are the input, its drawing is the description. */
import { z } from 'zod';
import { checkInput, type DefinitionOutline } from '../../../operations/index.ts';
import { schemaOf, withMismatches } from '../contract/define-tool.ts';
import type { JsonObject, Tool, ToolInput } from '../contract/tool.ts';
import { runAnswer } from '../present/present-run.ts';
import { describeWorkflow } from './describe-workflow.ts';
import { mismatchesOfRun, type StartOptions, startRun } from './start-run.ts';
import { keyField, runHints, waitField } from './tool-fields.ts';

/** Reserved: parameters of workflows do not have these names. */
const options = z.strictObject({
  wait_ms: waitField(5_000, 'the run ends or needs an answer'),
  dry_run: z.boolean().default(false).describe('Only simulate it, without side effects.'),
  idempotency_key: keyField,
});

const optionsSchema = schemaOf(options);

/** The result of `parse`. */
interface Split {
  readonly options: StartOptions;
  readonly params: JsonObject;
}

export function createWorkflowTool(name: string, details: DefinitionOutline): Tool {
  const what = { workflow: details.id };
  const names = { params: '', 'runs.start': name, 'workflows.simulate': name };
  return {
    name,
    title: titleOf(details.name),
    toolset: 'orchestration',
    isUsual: true,
    description: describeWorkflow(details),
    operations: ['runs.start'],
    hints: runHints,
    tasks: 'optional',
    output: runAnswer,
    aliases: [],
    ...withMismatches(
      inputOf(name, details.inputSchema),
      // `parse` splits it.
      (input, call) => startRun(call, { what, ...(input as unknown as Split), names }),
      (given, call) => mismatchesOfRun(call, { what, params: split(given).params, names }),
    ),
  };
}

function inputOf(name: string, schema: JsonObject): ToolInput {
  return {
    schema: {
      ...schema,
      properties: { ...recordOf(schema['properties']), ...recordOf(optionsSchema['properties']) },
    },
    // Starting the run validates the parameters, against the current workflow.
    parse(given) {
      const { picked, params } = split(given);
      return { options: checkInput(name, options, picked) as JsonObject, params };
    },
  };
}

function split(given: JsonObject): { readonly picked: JsonObject; readonly params: JsonObject } {
  const isOption = (field: string) => Object.hasOwn(options.shape, field);
  const fields = Object.entries(given);
  const picked = Object.fromEntries(fields.filter(([field]) => isOption(field)));
  return { picked, params: Object.fromEntries(fields.filter(([field]) => !isOption(field))) };
}

const recordOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** `plan_trip` is displayed as “Plan trip”. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_\-.\s]+/g, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1, 100)}`;
}
