/** Simulates a workflow of the library, or of a document that is sent along, without side effects. */
import { z } from 'zod';
import { described, integer, json, listOf, objectOf, orNull, text } from '../../languages/output-fields.ts';
import { taskStates } from '../contract/drawing-fields.ts';
import { namedField } from '../contract/input-fields.ts';
import type { Operation } from '../contract/operation.ts';
import { OperationError } from '../contract/operation-error.ts';
import { fitParameters } from '../data/fit-parameters.ts';
import { shareEnvironment } from '../jobs/read-environment-data.ts';
import { runJob } from '../jobs/run-job.ts';
import type { DescribedSimulation } from '../simulation/describe-simulation.ts';
import { getRunnable, isNamed, nameNeeded, runnableFields } from './get-runnable.ts';
import { badParameters } from './launch.ts';
import { failureSchema } from './read-model/event-schema.ts';

const fields = z.strictObject({
  ...runnableFields,
  params: namedField(
    'The parameters of the workflow, by name. They take precedence over those of the script.',
  ).default({}),
  script: z
    .union([z.string().min(1).max(1_048_576), z.looseObject({})])
    .optional()
    .describe(
      'What calls return and people answer, as YAML or JSON text or as an object: {calls, answers, start, seed}.',
    ),
  seed: z.int().min(0).max(4_294_967_295).optional().describe('Seed of all random choices of the run.'),
});

const input = fields.refine(isNamed, nameNeeded);

const output = objectOf({
  workflow: text('Id of the workflow.'),
  status: described(
    z.enum(['completed', 'failed', 'cancelled', 'waiting', 'limit']),
    '“waiting”: nothing that is still to come can continue it. “limit”: it has more than 10,000 events or 200,000 steps.',
  ),
  output: json('Its output; null unless it completed.'),
  failure: orNull(failureSchema, 'Null if it has not failed.'),
  timeline: listOf(text(), 'What happened, one line per event.'),
  untaken: listOf(text(), 'Branches that the run did not take, as text.'),
  took: listOf(text(), 'Names of the tasks that ran, in the order in which they first started.'),
  standIns: objectOf(
    {
      calls: listOf(text(), 'Their calls were answered with examples.'),
      empty: listOf(text(), 'The results of their calls are not declared: they got null.'),
      questions: listOf(text(), 'Their questions were answered with examples.'),
      variables: z.exactOptional(
        listOf(
          text(),
          'Inputs that were generated because the caller did not provide them, such as lists for loops.',
        ),
      ),
    },
    'Names of nodes that used a value that no script provides.',
  ),
  tasks: taskStates,
  waitingFor: listOf(
    objectOf({
      kind: described(
        z.enum(['answer', 'verdict', 'signal', 'call']),
        'An answer to an item, the verdict on a call whose outcome is unknown, a signal, or the answer of a call that hangs.',
      ),
      net: text('The workflow, or the part of it.'),
      task: text(),
      index: integer('Position in the list that the task iterates over, otherwise -1.'),
      signal: text('Name of the signal, otherwise empty.'),
      input: json('The input of the task.'),
    }),
    'Empty unless the status is “waiting”.',
  ),
  spent: described(z.number(), 'Simulated milliseconds from start to end.'),
});

export type SimulationReport = z.infer<typeof output>;

export const simulateRun: Operation<z.infer<typeof input>, SimulationReport> = {
  name: 'workflows.simulate',
  scope: 'workflows:query',
  writes: false,
  summary: 'Simulates a workflow without side effects.',
  rest: { method: 'POST', path: '/v1/simulations', tag: 'workflows' },
  verb: { name: 'simulate' },
  deadline: 'long',
  examples: [{ input: { workflow: 'hello', params: { name: 'Ada' } } }],
  input,
  output,
  async perform(principal, { params, script, seed, ...asked }, services, signal) {
    const { id, path, workflow, pinned } = await getRunnable(services, principal, asked);
    const { source: text } = pinned;
    const scriptText = typeof script === 'object' ? JSON.stringify(script) : script;
    const given = { values: params, texts: {} };
    if (scriptText === undefined) {
      const fitted = fitParameters(workflow.parameters, given);
      if (fitted.kind === 'mismatches') throw badParameters(id, fitted.problems, 'params');
    }
    const simulateInput = {
      file: { path, text },
      api: null,
      workflow: workflow.name,
      params: given,
      script: scriptText === undefined ? null : { path: 'script', text: scriptText },
      case: null,
      seed: seed ?? null,
    };
    const shared = shareEnvironment(null, services.directory ?? null);
    const result = await runJob(services, principal, 'simulate', simulateInput, { shared, signal });
    if (result.kind === 'simulated') return { workflow: id, ...result.report };
    throw refusal(id, result);
  },
};

function refusal(
  id: string,
  result: Exclude<DescribedSimulation, { readonly kind: 'simulated' }>,
): OperationError {
  const violations = result.kind === 'invalid' ? result.reports.flatMap((report) => report.violations) : [];
  const problems = result.kind === 'invalid' ? violations.map(({ message }) => message) : result.problems;
  return new OperationError({
    code: 'simulation_refused',
    message: `“${id}” cannot be simulated: ${problems.join(' ')}`,
    suggestedAction: 'Correct what is listed, and simulate again.',
    context: { workflow: id },
    ...(violations.length === 0 ? {} : { violations }),
  });
}
