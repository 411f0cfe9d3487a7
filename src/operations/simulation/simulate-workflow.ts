/** Simulates a run of a workflow without side effects and reports what happened. */
import type { Drawn, Sketch, TaskStates } from '../../drawing/index.ts';
import type { Json } from '../../expression/index.ts';
import type { SourceFile, Workflow } from '../../languages/index.ts';
import {
  describeTimeline,
  emptyScript,
  type Script,
  type Simulation,
  simulate,
} from '../../runtime/index.ts';
import { fitParameters, type GivenParameters } from '../data/fit-parameters.ts';
import { chooseNamed } from '../documents/choose-named.ts';
import { loadReadEnvironment, type ReadEnvironmentFiles } from '../documents/load-read-environment.ts';
import { type Definition, type FileReport, readDefinition, reportOf } from '../documents/read-definition.ts';
import { statesOfRun } from '../documents/states-of-run.ts';
import { openScriptFile } from '../script/parse-script-file.ts';
import { describeUntaken } from './describe-untaken.ts';
import { type Stubs, stubsOf } from './stubs.ts';
import { testedWorkflows } from './tested-workflows.ts';
import { authored, authoredTasks, toRunnable } from './to-runnable.ts';

export interface SimulateInput extends ReadEnvironmentFiles {
  readonly file: SourceFile;
  /** Null: that of the case, or the only one. */
  readonly workflow: string | null;
  /** Take precedence over those of the script. */
  readonly params: GivenParameters;
  readonly script: SourceFile | null;
  /** The case to run, if the script is a file of test cases; null if it has only one. */
  readonly case: string | null;
  /** Takes precedence over that of the script. */
  readonly seed: number | null;
}

export type SimulateResult =
  | SimulatedRun
  /** Reports of files that must be corrected first. */
  | { readonly kind: 'invalid'; readonly reports: readonly FileReport[] }
  | { readonly kind: 'refused'; readonly problems: readonly string[] };

export interface SimulatedRun {
  readonly kind: 'simulated';
  readonly workflow: string;
  readonly simulation: Simulation;
  /** One line per event. Names and values are not escaped. */
  readonly timeline: readonly string[];
  /** Branches that the run did not take, as text. */
  readonly untaken: readonly string[];
  readonly standIns: Stubs;
  /** For drawing: how far each node got. */
  readonly sketch: Sketch;
  readonly states: TaskStates;
  /** The same for the nets below the root. */
  readonly parts: readonly Drawn[];
}

export function simulateWorkflow(input: SimulateInput): SimulateResult {
  const { environment, invalid } = loadReadEnvironment(input);
  if (invalid.length > 0) return { kind: 'invalid', reports: invalid };
  const definition = readDefinition(input.file, environment);
  if (definition.readResult.workflows.length === 0) return { kind: 'invalid', reports: [definition.report] };
  const setup = resolveSetup(definition, input);
  if (setup.kind !== 'scene') return setup;
  const { workflow, script, params } = setup;
  const runnable = toRunnable(definition, workflow.name);
  if (runnable === undefined) return { kind: 'invalid', reports: [definition.report] };
  const inputs = { ...params, ...input.params.values };
  const { values, sampled } = definition.language?.runs?.sampleInputs?.(workflow, inputs) ?? {
    values: inputs,
    sampled: [],
  };
  const given = { values, texts: input.params.texts };
  const fitted = fitParameters(workflow.parameters, given);
  if (fitted.kind === 'mismatches') {
    return { kind: 'refused', problems: fitted.problems.map(({ message }) => message) };
  }
  const simulation = simulate(runnable, {
    params: fitted.params,
    script: input.seed === null ? script : { ...script, seed: input.seed },
    shows: authored(definition),
  });
  if (simulation.kind === 'problems') {
    return { kind: 'refused', problems: simulation.problems.map(({ message }) => message) };
  }
  return {
    kind: 'simulated',
    workflow: workflow.name,
    simulation,
    timeline: describeTimeline(simulation.timeline),
    untaken: describeUntaken(simulation.untaken, authoredTasks(definition), runnable.program.root),
    standIns: { ...stubsOf(simulation, script), ...(sampled.length === 0 ? {} : { variables: sampled }) },
    sketch: workflow.sketch,
    states: statesOfRun(simulation.timeline, isOver(simulation), workflow.sketch),
    parts: (workflow.parts ?? []).map((sketch) => ({
      sketch,
      states: statesOfRun(simulation.timeline, isOver(simulation), sketch),
    })),
  };
}

const isOver = ({ status }: Simulation): boolean => status !== 'waiting' && status !== 'limit';

interface SimulationSetup {
  readonly kind: 'scene';
  readonly workflow: Workflow;
  readonly script: Script;
  readonly params: { readonly [name: string]: Json };
}

/** Selects the workflow and its inputs. */
function resolveSetup(
  definition: Definition,
  input: SimulateInput,
): SimulationSetup | Exclude<SimulateResult, SimulatedRun> {
  const { workflows } = definition.readResult;
  const file = input.script === null ? undefined : openScriptFile(input.script);
  if (file?.kind === 'cases') {
    const choice = file.find(input.case, testedWorkflows(definition));
    if (choice.kind === 'refused') return choice;
    const { test } = choice.found;
    if (test === null) return invalidScript(input.script, choice.violations);
    const chosen = chooseNamed(workflows, input.workflow ?? test.workflow, 'workflow');
    if (chosen.kind === 'refused') return chosen;
    return { kind: 'scene', workflow: chosen.chosen, script: test.script, params: test.params };
  }
  const choice = chooseNamed(workflows, input.workflow, 'workflow');
  if (choice.kind === 'refused') return choice;
  const workflow = choice.chosen;
  if (file === undefined) return { kind: 'scene', workflow, script: emptyScript, params: {} };
  const target = testedWorkflows(definition).find(({ name }) => name === workflow.name);
  const parsed = file.parse(target ?? { parameters: workflow.parameters, names: null });
  if (parsed.violations.length > 0) return invalidScript(input.script, parsed.violations);
  return { kind: 'scene', workflow, script: parsed.script, params: parsed.params };
}

function invalidScript(script: SourceFile | null, violations: FileReport['violations']) {
  return { kind: 'invalid', reports: [reportOf(script?.path ?? '', 'script', violations)] } as const;
}
