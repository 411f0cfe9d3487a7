/** Reads a guide from text: parses, checks and compiles it, and reports all errors at once. */
import type { Program } from '../../kernel/index.ts';
import { findSyntaxFault } from '../document/find-syntax-fault.ts';
import type { SourceDocument } from '../document/parse-document.ts';
import { createReporter } from '../document/reporter.ts';
import { positionAt } from '../document/source-text.ts';
import { listViolations } from '../document/violation-list.ts';
import { readRepaired } from '../read-repaired.ts';
import type {
  AuthoredTask,
  Parameter,
  ReadEnvironment,
  ReadResult,
  SourceFile,
  Workflow,
} from '../workflow.ts';
import { checkGuide } from './check/check-guide.ts';
import type { Guide, SourceLocation } from './model/schema.ts';
import type { StepItem } from './model/shown-step.ts';
import { compileGuide } from './net/compile.ts';
import { parseGuide } from './parse/parse-guide.ts';
import { exampleContext } from './preview/example-context.ts';
import { samplesOfGuide } from './preview/samples.ts';
import { sketchOfGuide } from './preview/sketch.ts';

export const languageId = 'guide';

export function readGuide(
  file: SourceFile,
  environment: Pick<ReadEnvironment, 'maxErrors'> = {},
): ReadResult {
  const result = readRepaired(file, environment, (source) => readSource(source, environment));
  const fault = findSyntaxFault(file);
  if (fault === null) return result;
  // All other checks depend on the id; the intended one stays visible.
  const workflows = result.workflows.map((workflow) => ({
    ...workflow,
    program: null,
    samples: [],
    tasks: [],
  }));
  return { ...result, workflows, violations: [fault], warnings: [] };
}

type PositionOf = (place: { readonly at: SourceLocation }) => {
  readonly line: number;
  readonly column: number;
};

function readSource(source: SourceDocument, { maxErrors }: Pick<ReadEnvironment, 'maxErrors'>): ReadResult {
  const reports = { violations: createReporter(source, source.quota), warnings: createReporter(source) };
  const guide = parseGuide(source, reports.violations, reports.warnings);
  if (guide !== null) checkGuide(guide, source, reports);
  const violations = listViolations([...source.violations, ...reports.violations.violations()], 0, maxErrors);
  const warnings = reports.warnings.violations();
  const positionOf: PositionOf = ({ at }) => positionAt(source, at.span.start);
  const isValid = violations.length === 0;
  const workflows = guide === null || guide.id === '' ? [] : [workflowOf(guide, isValid, positionOf)];
  return { language: languageId, workflows, violations, warnings };
}

function workflowOf(guide: Guide, isValid: boolean, positionOf: PositionOf): Workflow {
  const program = isValid ? compileGuide(guide, positionOf) : null;
  const { id, name, description, version, category, tags } = guide;
  return {
    name: id,
    title: name,
    domain: category,
    description,
    version,
    tags,
    overrides: true,
    content: guide,
    parameters: [{ ...contextParameter, example: exampleContext(guide) }],
    program,
    sketch: sketchOfGuide(guide),
    samples: program === null ? [] : samplesOfGuide(guide),
    tasks: program === null ? [] : tasksOf(program),
    ...positionOf(guide),
  };
}

const contextParameter: Parameter = {
  name: 'context',
  type: { kind: 'object', fields: [], open: true },
  typeName: 'object',
  required: false,
  default: {},
  example: {},
  description: 'Variables that conditions, loops and prompts use.',
};

/** The work items: steps and confirmations. */
function tasksOf({ nets }: Program): readonly AuthoredTask[] {
  return nets.flatMap(({ id: net, tasks }) =>
    tasks.flatMap(({ id: task, work, source }) => {
      if (work.kind !== 'offer' || source === undefined) return [];
      // Made by the compiler of this language.
      const { title } = work.item as unknown as StepItem;
      return [{ net, task, description: title, ...source }];
    }),
  );
}
