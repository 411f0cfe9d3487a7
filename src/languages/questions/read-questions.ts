/** Reads a question flow or an adapter: parses, checks and compiles it, and reports all errors at once. */
import { link } from '../../kernel/index.ts';
import type { Located } from '../document/located.ts';
import type { SourceDocument } from '../document/parse-document.ts';
import { createReporter, type Reporter } from '../document/reporter.ts';
import { listViolations } from '../document/violation-list.ts';
import { readRepaired } from '../read-repaired.ts';
import type { AuthoredTask, ReadEnvironment, ReadResult, SourceFile, Workflow } from '../workflow.ts';
import { compileFlow, netOf } from './compile-flow.ts';
import { answersParameter } from './evaluator.ts';
import { evaluators } from './evaluators.ts';
import { type AdapterFacts, type Flow, operationsOf } from './flow.ts';
import { parseFlow } from './parse-flow.ts';
import { languageId } from './question-item.ts';
import { flowOfAdapters, readAdapter } from './read-adapter.ts';
import { samplesOfFlow } from './samples.ts';
import { sketchesOfNested, sketchOfFlow } from './sketch.ts';

/** What the language keeps of a document beside its program. */
export interface QuestionContent {
  readonly flow: Flow;
  readonly adapter: AdapterFacts | null;
}

export const contentOf = ({ content }: Pick<Workflow, 'content'>): QuestionContent =>
  content as QuestionContent;

export function readQuestions(file: SourceFile, environment: ReadEnvironment): ReadResult {
  return readRepaired(file, environment, (source) => readSource(source, environment));
}

function readSource(source: SourceDocument, { operations, maxErrors }: ReadEnvironment): ReadResult {
  const reporter = createReporter(source, source.quota);
  const read = source.root === null ? null : readRoot(reporter, source.root, operations);
  const list = () => listViolations([...source.violations, ...reporter.violations()], 0, maxErrors);
  const isValid = read !== null && list().length === 0 && isRunnable(reporter, source.root, read.flow);
  const workflows = read === null || read.flow.id === '' ? [] : [workflowOf(read, isValid)];
  return { language: languageId, workflows, violations: list(), warnings: [] };
}

function readRoot(
  reporter: Reporter,
  root: Located,
  operations: ReadEnvironment['operations'],
): QuestionContent | null {
  const isAdapter = root.kind === 'map' && root.entries.some(({ key }) => key === 'adapter');
  const adapter = isAdapter ? readAdapter(reporter, root) : undefined;
  if (isAdapter && (adapter === undefined || reporter.count() > 0)) return null;
  const located = adapter === undefined ? root : flowOfAdapters(flowIdOf([adapter]), [adapter]);
  const flow = parseFlow(reporter, located, operations);
  if (flow === null) return null;
  if (adapter === undefined) return { flow, adapter: null };
  const { name, version, description, provides, requires, noOperations } = adapter;
  return {
    flow: { ...flow, title: adapter.title || name, description },
    adapter: { name, version, provides, requires, noOperations },
  };
}

const maxIdLength = 100;

/** `adapters_hetzner_cilium`; of many, the first ones and their number. */
export function flowIdOf(adapters: readonly { readonly name: string }[]): string {
  const id = ['adapters', ...adapters.map(({ name }) => name)].join('_');
  const rest = `_${adapters.length}`;
  return id.length <= maxIdLength ? id : `${id.slice(0, maxIdLength - rest.length)}${rest}`;
}

/** A flow that passes every check may still exceed a limit of the kernel. */
function isRunnable(reporter: Reporter, root: Located | null, flow: Flow): boolean {
  const linked = link(compileFlow(flow), { evaluators });
  if (linked.kind === 'machine' || root === null) return true;
  const [problem] = linked.problems;
  reporter.report({
    at: root.span,
    path: root.path,
    rule: 'limit',
    message: `“${flow.id}” cannot run: ${problem?.message ?? ''}`,
    expected: 'a flow within the limits',
    actual: 'more',
  });
  return false;
}

function workflowOf({ flow, adapter }: QuestionContent, isValid: boolean): Workflow {
  const content: QuestionContent = { flow, adapter };
  return {
    name: flow.id,
    ...(flow.title === '' ? {} : { title: flow.title }),
    domain: '',
    description: flow.description,
    version: adapter?.version ?? '1.0.0',
    content,
    parameters: [
      {
        name: answersParameter,
        type: { kind: 'object', fields: [], open: true },
        typeName: 'object',
        required: false,
        default: {},
        example: {},
        description:
          'Answers that are known in advance, by the id of the question: what is valid is not asked.',
      },
    ],
    resultFields: ['answers', 'operations'],
    program: isValid ? compileFlow(flow) : null,
    sketch: sketchOfFlow(flow),
    ...(flow.levels.length < 2 ? {} : { parts: sketchesOfNested(flow) }),
    samples: isValid ? samplesOfFlow(flow) : [],
    tasks: isValid ? tasksOf(flow) : [],
    line: flow.line,
    column: flow.column,
  };
}

function tasksOf(flow: Flow): readonly AuthoredTask[] {
  const questions = flow.levels.flatMap(({ states }, level) =>
    states.map(({ question, line, column }) => ({
      net: netOf(flow, level),
      task: question.id,
      description: question.prompt,
      line,
      column,
    })),
  );
  const operations = operationsOf(flow).map(({ id, line, column }) => ({
    net: netOf(flow, 0),
    task: id,
    description: '',
    line,
    column,
  }));
  return [...questions, ...operations];
}
