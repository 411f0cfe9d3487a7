/** Presents a workflow as a tool: its parameters are the input, its drawing is the description. */
import { z } from 'zod';
import { anything, object, text } from '../../../languages/answer-schema.ts';
import { checkInput, type DefinitionOutline, keyText } from '../../../operations/index.ts';
import { schemaOf, withMismatches } from '../contract/define-tool.ts';
import type { JsonObject, Tool, ToolInput } from '../contract/tool.ts';
import { describeWorkflow } from './describe-workflow.ts';
import { mismatchesOfRun, type StartOptions, startRun } from './start-run.ts';
import { runHints } from './tool-fields.ts';

/** Reserved: parameters of workflows do not have these names. */
const options = z.strictObject({
  wait_ms: z.int().min(0).max(20_000).default(5_000),
  dry_run: z.boolean().default(false),
  idempotency_key: keyText.optional(),
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
  const tool: Tool = {
    name,
    title: titleOf(details.name),
    toolset: 'orchestration',
    isUsual: true,
    description: describeWorkflow(details),
    operations: ['runs.start'],
    hints: runHints,
    tasks: 'optional',
    output: object({ status: text, run_id: text, result: resultOf(details), next: text }),
    aliases: [],
    ...withMismatches(
      inputOf(name, details),
      // `parse` splits it.
      (input, call) => startRun(call, { what, ...(input as unknown as Split), names }),
      (given, call) => mismatchesOfRun(call, { what, params: split(given).params, names }),
    ),
  };
  return { ...tool, brief: { ...tool, description: describeWorkflow(details, false) } };
}

/** Only what the author says about a parameter is listed; the types describe themselves, and workflow_get has examples. */
function inputOf(name: string, { inputSchema, parameters }: DefinitionOutline): ToolInput {
  const described = new Set(
    parameters.flatMap(({ name: own, description }) => (description === '' ? [] : [own])),
  );
  const fields = Object.entries(recordOf(inputSchema['properties'])).map(([field, schema]) => {
    const { examples: _, description, ...shape } = recordOf(schema);
    return [
      field,
      { ...shape, ...(described.has(field) && description !== undefined ? { description } : {}) },
    ];
  });
  return {
    schema: {
      ...inputSchema,
      properties: { ...Object.fromEntries(fields), ...recordOf(optionsSchema['properties']) },
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

/** At most this many names: a list has room for little more. */
const maxResultFields = 20;

function resultOf({ resultFields }: DefinitionOutline): JsonObject {
  const named = resultFields.slice(0, maxResultFields).map((name) => [name, anything]);
  return named.length === 0 ? anything : object(Object.fromEntries(named));
}

const recordOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

/** `plan_trip` is displayed as “Plan trip”. */
function titleOf(name: string): string {
  const words = name.replaceAll(/[_\-.\s]+/g, ' ').trim();
  return `${words.slice(0, 1).toUpperCase()}${words.slice(1, 100)}`;
}
