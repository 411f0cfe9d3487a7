/** Plays a workflow of the library, or of a document that is sent along, without touching anything. */
import { z } from 'zod';
import type { Failure, Json } from '../../kernel/index.ts';
import type { Simulation } from '../../runtime/index.ts';
import { namedField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { fitParameters } from '../fit-parameters.ts';
import { type SimulatedRun, simulateWorkflow } from '../simulate-workflow.ts';
import type { StandIns } from '../stand-ins.ts';
import { getRunnable, isNamed, nameNeeded, runnableFields } from './get-runnable.ts';
import { badParameters } from './start-run.ts';

const fields = z.strictObject({
  ...runnableFields,
  params: namedField('The parameters of the workflow, by name; they go before those of the script.').default(
    {},
  ),
  script: z
    .union([z.string().min(1).max(1_048_576), z.looseObject({})])
    .optional()
    .describe(
      'What calls give and people answer, as YAML or JSON text or as an object: {calls, answers, start, seed}.',
    ),
  seed: z.int().min(0).max(4_294_967_295).optional().describe('Decides whatever the run leaves to chance.'),
});

const input = fields.refine(isNamed, nameNeeded);

export interface SimulationReport {
  readonly workflow: string;
  readonly status: Simulation['status'];
  readonly output: Json;
  readonly failure: Failure | null;
  /** A line per moment. */
  readonly timeline: readonly string[];
  /** In words: the ways that the run did not go. */
  readonly untaken: readonly string[];
  readonly took: readonly string[];
  readonly standIns: StandIns;
  readonly tasks: { readonly [node: string]: string };
  readonly waitingFor: Simulation['waitingFor'];
  /** Simulated milliseconds. */
  readonly spent: number;
}

export const simulateRun: Operation<z.infer<typeof input>, SimulationReport> = {
  name: 'workflows.simulate',
  scope: 'workflows:query',
  writes: false,
  input,
  async perform(principal, { params, script, seed, ...asked }, services) {
    const { id, path, workflow, pinned } = await getRunnable(services, principal, asked);
    const { source: text } = pinned;
    const scriptText = typeof script === 'object' ? JSON.stringify(script) : script;
    const given = { values: params, texts: {} };
    if (scriptText === undefined) {
      const fitted = fitParameters(workflow.parameters, given);
      if (fitted.kind === 'misfits') throw badParameters(id, fitted.problems);
    }
    const result = simulateWorkflow({
      file: { path, text },
      api: null,
      workflow: workflow.name,
      params: given,
      script: scriptText === undefined ? null : { path: 'script', text: scriptText },
      case: null,
      seed: seed ?? null,
    });
    if (result.kind === 'simulated') return reportOf(id, result);
    throw refusal(id, result);
  },
};

function reportOf(
  id: string,
  { simulation, timeline, untaken, standIns, states }: SimulatedRun,
): SimulationReport {
  const { status, output, failure, took, waitingFor, spent } = simulation;
  const tasks = Object.fromEntries(states);
  return {
    workflow: id,
    status,
    output,
    failure,
    timeline,
    untaken,
    took,
    standIns,
    tasks,
    waitingFor,
    spent,
  };
}

function refusal(
  id: string,
  result: Exclude<ReturnType<typeof simulateWorkflow>, SimulatedRun>,
): OperationError {
  const violations = result.kind === 'invalid' ? result.reports.flatMap((report) => report.violations) : [];
  const problems = result.kind === 'invalid' ? violations.map(({ message }) => message) : result.problems;
  return new OperationError({
    code: 'simulation_refused',
    category: 'validation',
    message: `“${id}” cannot be played like that: ${problems.join(' ')}`,
    suggestedAction: 'Correct what is listed, and play it again.',
    context: { workflow: id },
    ...(violations.length === 0 ? {} : { violations }),
  });
}
