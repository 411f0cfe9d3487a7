/**
 * Reads YAWL text into workflows: parses, verifies and compiles each specification of a set, and reports every error at
 * once.
 */
import { anyType } from '../../expression/index.ts';
import { type Evaluators, link, type Program, type Source } from '../../kernel/index.ts';
import { report } from '../document/report.ts';
import { createReporter, createReportQuota, type Reporter } from '../document/reporter.ts';
import { positionAt, type SourceText } from '../document/source-text.ts';
import type { Violation } from '../document/violation.ts';
import { listViolations } from '../document/violation-list.ts';
import type { QueryEngine } from '../query-engine.ts';
import { createSoundnessBudget, type SoundnessBudget } from '../soundness-budget.ts';
import type {
  AuthoredTask,
  Parameter,
  ReadEnvironment,
  ReadResult,
  Sample,
  ServiceDirectory,
  SourceFile,
  Workflow,
} from '../workflow.ts';
import { exampleOfShape } from '../xsd/example-of-shape.ts';
import { trimShape } from '../xsd/trim-shape.ts';
import { checkProgram } from './check/check-program.ts';
import { checkSpecification } from './check/check-specification.ts';
import { compileProgram } from './compile/compile.ts';
import { isProgramTooLarge } from './is-program-too-large.ts';
import { initialValueOf } from './model/initial-value.ts';
import type { SourceLocation, YawlNet, YawlSpecification, YawlVariable } from './model/schema.ts';
import { parseSpecificationSet } from './parse/parse-specification-set.ts';
import { sketchesOf } from './sketch.ts';
import { factsOf } from './task-facts.ts';

export const languageId = 'yawl';

/** What reading needs besides the text. */
export interface YawlDependencies {
  readonly queries: QueryEngine;
  readonly evaluators: Evaluators;
}

interface Reports {
  readonly violations: Reporter;
  readonly warnings: Reporter;
}

export function readSpecificationSet(
  file: SourceFile,
  environment: ReadEnvironment,
  dependencies: YawlDependencies,
): ReadResult {
  const quotas = { violations: createReportQuota(environment.maxErrors), warnings: createReportQuota() };
  const { document, source, violations, warnings } = parseSpecificationSet(file, quotas);
  const budget = createSoundnessBudget();
  const read = (document?.specifications ?? []).map((specification) => {
    const reports = {
      violations: createReporter(source, quotas.violations),
      warnings: createReporter(source, quotas.warnings),
    };
    const workflow = readSpecification(specification, source, violations.count() === 0, {
      ...dependencies,
      environment,
      reports,
      budget,
    });
    return { workflow, reports };
  });
  return {
    language: languageId,
    workflows: read.map(({ workflow }) => workflow),
    violations: listReports(
      [violations, ...read.map(({ reports }) => reports.violations)],
      environment.maxErrors,
    ),
    warnings: listReports([warnings, ...read.map(({ reports }) => reports.warnings)]),
  };
}

const listReports = (reporters: readonly Reporter[], max?: number): readonly Violation[] =>
  listViolations(
    reporters.flatMap((reporter) => reporter.violations()),
    0,
    max,
  );

interface ReadContext extends YawlDependencies {
  readonly environment: ReadEnvironment;
  readonly reports: Reports;
  /** Shared by the specifications of the set. */
  readonly budget: SoundnessBudget;
}

function readSpecification(
  specification: YawlSpecification,
  source: SourceText,
  isWellFormed: boolean,
  context: ReadContext,
): Workflow {
  const { uri, at, documentation, metaData } = specification;
  const nets = specification.decompositions.filter((each) => each.kind === 'net');
  const root = nets.find(({ isRoot }) => isRoot);
  const sourceOf = ({ span }: SourceLocation): Source => positionAt(source, span.start);
  const program = programOf(specification, root, sourceOf, isWellFormed, context);
  const sketches = sketchesOf(specification);
  return {
    name: uri,
    domain: '',
    description: documentation || metaData.description,
    version: metaData.version,
    aliases: metaData.identifier === '' ? [] : [metaData.identifier],
    series: metaData.identifier || uri,
    dataRoots: root === undefined ? [] : [...new Set([root.dataRoot, uri])],
    parameters: (root?.inputs ?? []).map(toParameter),
    resultFields: (root?.outputs ?? []).map(({ name }) => name),
    program,
    sketch: sketches.root,
    parts: sketches.parts,
    samples: samplesOf(specification, nets),
    tasks: nets.flatMap((net) =>
      authoredTasks(net, specification, context.environment.services ?? null, sourceOf),
    ),
    ...positionAt(source, at.span.start),
  };
}

/** `null` if it has an error. */
function programOf(
  specification: YawlSpecification,
  root: YawlNet | undefined,
  sourceOf: (place: SourceLocation) => Source,
  isWellFormed: boolean,
  { queries, evaluators, environment, reports, budget }: ReadContext,
): Program | null {
  const services = environment.services ?? null;
  const checked = checkSpecification(specification, { queries, services, ...reports });
  if (root === undefined) return null;
  const program = compileProgram(specification, root, { checked, services, sourceOf, ...reports });
  if (!isWellFormed || reports.violations.count() > 0) return null;
  if (isProgramTooLarge(program)) {
    report(reports.violations, specification.at, {
      rule: 'limit',
      message: `“${specification.uri}” is too large: its tasks repeat large types too often.`,
      expected: 'fewer tasks, or smaller types of their parameters',
      actual: 'more',
    });
    return null;
  }
  const linked = link(program, { evaluators });
  if (linked.kind === 'problems') {
    for (const { message, net, task } of linked.problems) {
      report(reports.violations, locationOf(specification, net, task), {
        rule: 'limit',
        message: `“${specification.uri}” cannot run: ${message}`,
        expected: 'a specification within the limits',
        actual: 'more',
      });
    }
    return null;
  }
  checkProgram(program, specification, reports.warnings, budget);
  return program;
}

function locationOf({ decompositions, at }: YawlSpecification, net: string, task: string): SourceLocation {
  const found = decompositions.find(({ id }) => id === net);
  const inside = found?.kind === 'net' ? found.tasks.find(({ id }) => id === task) : undefined;
  return inside?.at ?? found?.at ?? at;
}

function toParameter(variable: YawlVariable): Parameter {
  const { name, typeName, mandatory, initial, documentation, shape } = variable;
  const trimmed = trimShape(shape ?? { type: { kind: 'any' }, types: {} });
  return {
    name,
    type: anyType,
    shape: trimmed,
    typeName,
    required: mandatory && initial === null,
    default: initialValueOf(variable),
    example: undefined,
    description: documentation,
  };
}

function authoredTasks(
  net: YawlNet,
  specification: YawlSpecification,
  services: ServiceDirectory | null,
  sourceOf: (place: SourceLocation) => Source,
): readonly AuthoredTask[] {
  return net.tasks.map((task) => ({
    net: net.id,
    task: task.id,
    description: task.documentation,
    facts: factsOf(task, specification, services),
    ...sourceOf(task.at),
  }));
}

/** Limit on the parts of all examples of a specification. */
const maxExampleParts = 20_000;

/** A possible answer, for simulations without one. */
function samplesOf({ decompositions }: YawlSpecification, nets: readonly YawlNet[]): readonly Sample[] {
  const known = new Map(decompositions.map((each) => [each.id, each]));
  const budget = { left: maxExampleParts };
  return nets.flatMap((net) =>
    net.tasks.flatMap((task): Sample[] => {
      const gateway = known.get(task.decomposition?.name ?? '');
      if (gateway?.kind !== 'gateway') return [];
      const outputs = gateway.outputs.flatMap(({ name, shape }) =>
        shape === null ? [] : [[name, exampleOfShape(shape, name, budget)] as const],
      );
      return [{ net: net.id, task: task.id, output: Object.fromEntries(outputs) }];
    }),
  );
}
