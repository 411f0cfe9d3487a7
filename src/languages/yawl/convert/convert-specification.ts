/**
 * Converts a specification into a document of the graph language [Y8.1]. What can be converted behaves the same; the
 * rest is reported with its location. The result is validated before it is returned.
 */

import { createReporter, type Reporter } from '../../document/reporter.ts';
import type { SourceText } from '../../document/source-text.ts';
import type { Violation } from '../../document/violation.ts';
import type { ConversionInput, Converted } from '../../facets.ts';
import type { ServiceDirectory } from '../../workflow.ts';
import type { YawlNet, YawlSpecification } from '../model/schema.ts';
import { convertNet } from './convert-net.ts';
import { type DocumentDraft, type WorkflowDraft, writeDraft } from './draft.ts';
import { createGaps } from './gap.ts';
import { createNameAllocator } from './name-allocator.ts';
import type { ConversionContext } from './net-conversion-context.ts';

export interface ConversionOptions {
  readonly source: SourceText;
  readonly services: ServiceDirectory | null;
  readonly read: ConversionInput['read'];
}

export function convertSpecification(
  specification: YawlSpecification,
  options: ConversionOptions,
): Converted {
  const tooLarge = refuseTooLarge(specification, options);
  if (tooLarge !== undefined) return tooLarge;
  const plain = attempt(specification, options, false);
  if (plain.mistakes.length === 0 || plain.gaps.count() > 0) return finish(plain);
  // Variables that the check does not consider set are tested before use.
  const careful = attempt(specification, options, true);
  if (careful.mistakes.length > 0) {
    const gaps = createGaps(careful.gaps);
    for (const { message, line } of careful.mistakes) {
      gaps.add(specification.at, {
        rule: 'graph',
        message: `Line ${line} of the converted document is not valid: ${message}`,
        byHand: 'Convert with --partial and correct that line.',
      });
    }
  }
  return finish(careful);
}

/** The limit on nodes of a workflow. */
const maxTasks = 1_000;

function refuseTooLarge(
  specification: YawlSpecification,
  { source }: ConversionOptions,
): Converted | undefined {
  const large = netsOf(specification).filter(({ tasks }) => tasks.length > maxTasks);
  if (large.length === 0) return undefined;
  const reporter = createReporter(source);
  const gaps = createGaps(reporter);
  for (const net of large) {
    gaps.add(net.at, {
      rule: 'graph',
      message: `The net “${net.id}” has ${net.tasks.length} tasks: a workflow has at most ${maxTasks} nodes.`,
      byHand: 'Split the net.',
    });
  }
  return { text: '', gaps: reporter.violations() };
}

interface Attempt {
  readonly text: string;
  readonly gaps: Reporter;
  /** The errors that the graph language reports for the text. */
  readonly mistakes: readonly Violation[];
}

const finish = ({ text, gaps }: Attempt): Converted => ({ text, gaps: gaps.violations() });

function attempt(
  specification: YawlSpecification,
  { source, services, read }: ConversionOptions,
  cautious: boolean,
): Attempt {
  const gaps = createReporter(source);
  const text = writeDraft(draftOf(specification, { services, gaps: createGaps(gaps), cautious }));
  const { violations } = read({ path: 'converted.yaml', text }, { operations: null });
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

/** The root, and the nets that it reaches. */
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

/** Variables of a net can be set several times; so can outputs of nodes that have the same name. */
function keeper(name: string): WorkflowDraft {
  return {
    name,
    comments: [],
    description: 'Returns its input: stores the value of a variable',
    params: [{ name: 'value', comments: [], body: { type: 'any' } }],
    nodes: [{ name: 'pass', comments: [], body: { wait: 0 } }],
    result: '$value',
  };
}
