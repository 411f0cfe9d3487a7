/**
 * A specification as a document of the graph language [Y8.1]: what can be said plays the same, what cannot is told by its
 * place. What is written is held against the graph language before it is given back.
 */
import { createReporter, type Reporter } from '../../document/reporter.ts';
import type { SourceText } from '../../document/source-text.ts';
import { graphLanguage } from '../../graph/index.ts';
import type { ServiceDirectory } from '../../language.ts';
import type { Violation } from '../../violation.ts';
import type { YawlNet, YawlSpecification } from '../schema.ts';
import { convertNet } from './convert-net.ts';
import { type DocumentDraft, type WorkflowDraft, writeDraft } from './draft.ts';
import { createGaps } from './gap.ts';
import { createNameAllocator } from './name-allocator.ts';
import type { ConversionContext } from './net-conversion-context.ts';

export interface Conversion {
  /** The document; where something cannot be said, comments say what is missing. */
  readonly text: string;
  readonly gaps: readonly Violation[];
}

export interface ConversionOptions {
  readonly source: SourceText;
  readonly services: ServiceDirectory | null;
}

export function convertSpecification(
  specification: YawlSpecification,
  options: ConversionOptions,
): Conversion {
  const tooLarge = refuseTooLarge(specification, options);
  if (tooLarge !== undefined) return tooLarge;
  const plain = attempt(specification, options, false);
  if (plain.mistakes.length === 0 || plain.gaps.violations().length > 0) return finish(plain);
  // What the check does not take for set is looked at before it is used.
  const careful = attempt(specification, options, true);
  if (careful.mistakes.length > 0) {
    const gaps = createGaps(careful.gaps);
    for (const { message, line } of careful.mistakes) {
      gaps.add(specification.at, {
        rule: 'graph',
        message: `The graph language refuses line ${line} of what would be written: ${message}`,
        byHand: 'Convert with --partial, and put that line right.',
      });
    }
  }
  return finish(careful);
}

/** As many nodes a workflow may have. */
const maxTasks = 1_000;

function refuseTooLarge(
  specification: YawlSpecification,
  { source }: ConversionOptions,
): Conversion | undefined {
  const large = netsOf(specification).filter(({ tasks }) => tasks.length > maxTasks);
  if (large.length === 0) return undefined;
  const reporter = createReporter(source);
  const gaps = createGaps(reporter);
  for (const net of large) {
    gaps.add(net.at, {
      rule: 'graph',
      message: `The net “${net.id}” has ${net.tasks.length} tasks: a workflow has at most ${maxTasks} nodes.`,
      byHand: 'Divide the net.',
    });
  }
  return { text: '', gaps: reporter.violations() };
}

interface Attempt {
  readonly text: string;
  readonly gaps: Reporter;
  /** What the graph language finds in the text. */
  readonly mistakes: readonly Violation[];
}

const finish = ({ text, gaps }: Attempt): Conversion => ({ text, gaps: gaps.violations() });

function attempt(
  specification: YawlSpecification,
  { source, services }: ConversionOptions,
  cautious: boolean,
): Attempt {
  const gaps = createReporter(source);
  const text = writeDraft(draftOf(specification, { services, gaps: createGaps(gaps), cautious }));
  const { violations } = graphLanguage.read({ path: 'converted.yaml', text }, { operations: null });
  return { text, gaps, mistakes: violations };
}

function draftOf(
  specification: YawlSpecification,
  plan: Pick<ConversionContext, 'services' | 'gaps' | 'cautious'>,
): DocumentDraft {
  const nets = netsOf(specification);
  const names = createNameAllocator();
  const title = specification.uri.replace(/\.(?:ywl|yawl|xml)$/i, '').replace(/^.*[/#]/, '');
  const workflows = new Map(nets.map((net, index) => [net.id, names.allocate(index === 0 ? title : net.id)]));
  const keepWorkflow = names.allocate('keep');
  const context: ConversionContext = { ...plan, specification, workflows, names, keepWorkflow };
  const drafts = nets.flatMap((net) => convertNet(context, net));
  const keeps = drafts.some(({ nodes }) => nodes.some(({ body }) => body['workflow'] === keepWorkflow));
  const { metaData, documentation, uri } = specification;
  return {
    comments: [`Converted from the YAWL specification “${uri}”, version ${metaData.version}`],
    version: metaData.version,
    description: metaData.title || documentation || metaData.description,
    workflows: keeps ? [...drafts, keeper(keepWorkflow)] : drafts,
  };
}

/** The root, and what is reached from it. */
function netsOf({ decompositions }: YawlSpecification): readonly YawlNet[] {
  const nets = new Map(
    decompositions.filter((each) => each.kind === 'net').map((net) => [net.id, net] as const),
  );
  const found = new Set([...nets.values()].filter(({ isRoot }) => isRoot));
  for (const net of found) {
    for (const { decomposition } of net.tasks) {
      const inner = nets.get(decomposition?.name ?? '');
      if (inner !== undefined) found.add(inner);
    }
  }
  return [...found];
}

/** Variables of a net are set again and again; outputs of nodes with one name are, too. */
function keeper(name: string): WorkflowDraft {
  return {
    name,
    comments: [],
    description: 'Gives what it takes: keeps the value of a variable',
    params: [{ name: 'value', comments: [], body: { type: 'any' } }],
    nodes: [{ name: 'pass', comments: [], body: { wait: 0 } }],
    result: '$value',
  };
}
