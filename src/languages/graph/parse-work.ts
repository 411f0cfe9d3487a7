/** Parses the work of a node, by its kind. */

import { findNearest, type Json } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import { isName, readName } from '../document/read-name.ts';
import type { MapFields } from '../document/read-shape.ts';
import { readOneOf, readText } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Proposal } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { partId } from '../net-draft.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import type { NodeFields } from './node-keys.ts';
import { readBranchOptions } from './parse-branch.ts';
import { readParams } from './parse-params.ts';
import { readPointer } from './parse-pointer.ts';
import { readExpressionValue, readTemplate, readTemplateFields } from './parse-value.ts';
import { readWho } from './parse-who.ts';
import { placeholderNode } from './placeholder-node.ts';
import type {
  ForeachWork,
  GraphNode,
  NodeCall,
  NodeKind,
  NodeWork,
  PartialFailure,
  Pointer,
  Template,
} from './schema.ts';
import { type NodeReader, type UnparsedNode, unparsedFromEntry, unparsedFromItem } from './unparsed-node.ts';

export function readWork(
  context: GraphParseContext,
  name: string,
  kind: NodeKind,
  fields: NodeFields,
  readNode: NodeReader,
): NodeWork {
  const { reporter } = context;
  switch (kind) {
    case 'call':
      return { kind, ...readCall(context, fields) };
    case 'workflow':
      return { kind, workflow: readWorkflowName(context, fields), args: readArgs(context, fields) };
    case 'branch':
      return {
        kind,
        options: readBranchOptions(context, fields.value('on'), {
          span: fields.map.span,
          path: fields.map.path,
        }),
      };
    case 'parallel':
      return {
        kind,
        branches: readBranches(context, name, fields, readNode),
        onFailure: readPartialFailure(context, fields),
      };
    case 'foreach':
      return readForeach(context, name, fields, readNode);
    case 'yield':
      return {
        kind,
        message: readMessage(context, fields),
        expects: readParams(reporter, fields.value('expects'), 'answer'),
        who: readWho(reporter, fields.value('who')),
      };
    case 'wait':
      return { kind, until: readUntil(context, fields) };
    case 'compensate':
      return { kind, steps: readSteps(context, name, fields, readNode) };
    case 'error':
      return { kind, message: readMessage(context, fields) };
  }
}

function readUntil({ reporter }: GraphParseContext, fields: NodeFields): Template {
  const located = fields.value('wait');
  return located === undefined
    ? { kind: 'constant', value: 0, located: fields.map }
    : readExpressionValue(reporter, located);
}

type CallFields = MapFields<'call' | 'args'>;

export function readCall(context: GraphParseContext, fields: CallFields): NodeCall {
  return { operation: readOperation(context, fields), args: readArgs(context, fields) };
}

const readArgs = ({ reporter }: GraphParseContext, fields: CallFields) => {
  const args = fields.value('args');
  return args === undefined ? [] : readTemplateFields(reporter, args);
};

/** Any operation is accepted if the operations are unknown; `connector.operation` if those of connectors are unknown. */
function readOperation(context: GraphParseContext, fields: CallFields): Pointer {
  const located = fields.value('call');
  const name = readText(context.reporter, located, 'The called operation');
  if (located?.kind !== 'scalar' || name === undefined) return pointTo('', fields);
  const { operations } = context;
  const problem = operations?.problemOf?.(name);
  if (problem !== undefined) {
    report(context.reporter, located, {
      rule: 'unknown-call',
      message: problem,
      expected: 'an operation of one connector',
      actual: name,
    });
    return { name, scalar: located };
  }
  const isBuiltIn = name === 'sql_query' || name.includes('.');
  if (operations === null || isBuiltIn || operations.find(name) !== undefined)
    return { name, scalar: located };
  return (
    readPointer(context, located, operations.names, {
      rule: 'unknown-call',
      what: 'operation',
      keep: true,
    }) ?? pointTo(name, fields)
  );
}

function readWorkflowName(context: GraphParseContext, fields: NodeFields): Pointer {
  const located = fields.value('workflow');
  const otherwise = () =>
    located?.kind === 'scalar' ? skeletonOf(context, String(located.value), fields) : undefined;
  const target = { rule: 'unknown-workflow', what: 'workflow', keep: true, otherwise };
  const pointer =
    located === undefined ? undefined : readPointer(context, located, context.workflowNames, target);
  return pointer ?? pointTo('', fields);
}

/** A workflow with the arguments used here as parameters, to be completed. */
function skeletonOf(
  { reporter, workflows }: GraphParseContext,
  name: string,
  fields: NodeFields,
): Proposal | undefined {
  if (!isName(name)) return undefined;
  const args = fields.value('args');
  const params =
    args?.kind === 'map' ? args.entries.map(({ key }) => [key, { type: 'any', required: true }]) : [];
  const skeleton: Json = {
    description: `Description of “${name}”`,
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
    graph: { first: { call: name } },
  };
  return {
    text: `Add a workflow “${name}”.`,
    edits: insertEntry(reporter.source, workflows, name, skeleton),
  };
}

const pointTo = (name: string, { map }: Pick<MapFields, 'map'>): Pointer => ({
  name,
  scalar: { kind: 'scalar', value: name, style: 'plain', span: map.span, path: map.path, inFlow: map.flow },
});

function readMessage({ reporter }: GraphParseContext, fields: NodeFields): Template {
  const located = fields.value('message');
  if (located === undefined) return { kind: 'constant', value: '', located: fields.map };
  return readText(reporter, located, 'A message') === undefined
    ? { kind: 'constant', value: '', located }
    : readTemplate(reporter, located);
}

/** Branches by name, or as a list. */
function readBranches(
  context: GraphParseContext,
  name: string,
  fields: NodeFields,
  readNode: NodeReader,
): readonly GraphNode[] {
  const located = fields.value('branches');
  const texts = located === undefined ? [] : branchTexts(context, name, located);
  if (located !== undefined && texts.length === 0) {
    report(context.reporter, located, {
      rule: 'bad-value',
      message: `“${name}” has no branches.`,
      expected: 'at least one branch',
      actual: describeLocated(located),
    });
  }
  return texts.flatMap((text) => readNode(context, text, 'branch') ?? []);
}

function branchTexts(
  { reporter }: GraphParseContext,
  name: string,
  located: Located,
): readonly UnparsedNode[] {
  if (located.kind === 'map') {
    return located.entries.map((entry) => {
      const text = unparsedFromEntry(located, entry);
      const rewrite = (better: string) => [{ span: entry.keySpan, text: better }];
      return { ...text, name: readName(reporter, entry.key, text.at, 'A branch', rewrite) };
    });
  }
  if (located.kind !== 'list') return [];
  return located.items.map((item, at) => {
    const named = item.kind === 'map' ? item.entries.find(({ key }) => key === 'name')?.value : undefined;
    const isText = readText(reporter, named, 'The name of a branch') !== undefined;
    const given = named?.kind === 'scalar' && isText ? String(named.value) : `${name}_${at + 1}`;
    return unparsedFromItem(located, at, item, given);
  });
}

function readPartialFailure(context: GraphParseContext, fields: NodeFields): PartialFailure {
  const located = fields.value('on_partial_failure');
  const name =
    located === undefined ? 'abort' : (readText(context.reporter, located, 'on_partial_failure') ?? 'abort');
  if (located?.kind !== 'scalar' || name === 'abort') return { kind: 'abort' };
  if (name === 'continue') return { kind: 'continue' };
  if (context.compensations.includes(name)) return { kind: 'compensate', node: { name, scalar: located } };
  if (name === 'rollback_all') return { kind: 'abort' };
  const known = ['continue', 'abort', ...context.compensations];
  const nearest = findNearest(name, known) ?? 'abort';
  report(context.reporter, located, {
    rule: 'bad-value',
    message: context.nodeNames.includes(name)
      ? `“${name}” is not a compensate node.`
      : `on_partial_failure must be continue, abort, or the name of a compensate node.`,
    expected: known.join(', '),
    actual: name,
    suggestion: { text: `Write ${nearest}`, edits: replaceScalar(context.reporter.source, located, nearest) },
  });
  if (context.compensations.includes(nearest))
    return { kind: 'compensate', node: { name: nearest, scalar: located } };
  return { kind: nearest === 'continue' ? 'continue' : 'abort' };
}

function readForeach(
  context: GraphParseContext,
  name: string,
  fields: NodeFields,
  readNode: NodeReader,
): ForeachWork {
  const { reporter } = context;
  const items = fields.value('items');
  const step = fields.value('step');
  const stepEntry = fields.entry('step');
  const inner =
    step === undefined || stepEntry === undefined
      ? undefined
      : readNode(context, unparsedFromEntry(fields.map, stepEntry, partId(name, 'step')), 'loop');
  return {
    kind: 'foreach',
    items:
      items === undefined
        ? { kind: 'constant', value: [], located: fields.map }
        : readExpressionValue(reporter, items),
    as: readItemName(context, fields),
    step:
      inner ??
      placeholderNode(
        partId(name, 'step'),
        { span: fields.map.span, path: fields.map.path },
        { kind: 'wait', until: { kind: 'constant', value: 0, located: fields.map } },
      ),
    concurrency: fields.read('concurrency'),
    maxIterations: fields.read('max_iterations') ?? null,
    continueOnFailure:
      readOneOf(
        reporter,
        fields.value('on_partial_failure'),
        ['abort', 'continue'],
        'on_partial_failure',
        'abort',
      ) === 'continue',
  };
}

function readItemName({ reporter }: GraphParseContext, fields: NodeFields): Pointer | null {
  const located = fields.value('as');
  const text = fields.read('as');
  if (located?.kind !== 'scalar' || text === undefined) return null;
  const place = { span: located.span, path: located.path };
  const rewrite = (name: string) => replaceScalar(reporter.source, located, name);
  return { name: readName(reporter, text, place, 'An item', rewrite), scalar: located };
}

function readSteps(
  context: GraphParseContext,
  name: string,
  fields: NodeFields,
  readNode: NodeReader,
): readonly GraphNode[] {
  const located = fields.value('steps');
  if (located === undefined) return [];
  if (located.kind !== 'list' || located.items.length === 0) {
    report(context.reporter, located, {
      rule: 'wrong-type',
      message: 'Steps must be a list of calls.',
      expected: 'a list with at least one call',
      actual: describeLocated(located),
    });
    return [];
  }
  return located.items.flatMap(
    (item, at) =>
      readNode(context, unparsedFromItem(located, at, item, partId(name, `${at + 1}`)), 'compensation') ?? [],
  );
}
