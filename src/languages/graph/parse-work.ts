/** What a node does, by its kind. */

import { findNearest, type Json } from '../../expression/index.ts';
import { describe } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import type { Fields } from '../document/read-map.ts';
import { isName, readName } from '../document/read-name.ts';
import { readInteger, readOneOf, readText } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Proposal } from '../document/reporter.ts';
import { replaceScalar } from '../document/scalar-edits.ts';
import { part } from '../net-draft.ts';
import { type NodeReader, type NodeText, textOfEntry, textOfItem } from './node-text.ts';
import { readBranchOptions } from './parse-branch.ts';
import { readParams } from './parse-params.ts';
import { readPointer } from './parse-pointer.ts';
import { readExpressionValue, readTemplate, readTemplateFields } from './parse-value.ts';
import { readWho } from './parse-who.ts';
import { placeholder } from './placeholder.ts';
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
import type { Scope } from './scope.ts';

export function readWork(
  scope: Scope,
  name: string,
  kind: NodeKind,
  fields: Fields,
  readNode: NodeReader,
): NodeWork {
  const { reporter } = scope;
  switch (kind) {
    case 'call':
      return { kind, ...readCall(scope, fields) };
    case 'workflow':
      return { kind, workflow: readWorkflowName(scope, fields), args: readArgs(scope, fields) };
    case 'branch':
      return {
        kind,
        options: readBranchOptions(scope, fields.value('on'), {
          span: fields.map.span,
          path: fields.map.path,
        }),
      };
    case 'parallel':
      return {
        kind,
        branches: readBranches(scope, name, fields, readNode),
        onFailure: readPartialFailure(scope, fields),
      };
    case 'foreach':
      return readForeach(scope, name, fields, readNode);
    case 'yield':
      return {
        kind,
        message: readMessage(scope, fields),
        expects: readParams(reporter, fields.value('expects'), 'answer'),
        who: readWho(reporter, fields.value('who')),
      };
    case 'wait':
      return { kind, until: readExpressionValue(reporter, fields.value('wait') ?? fields.map) };
    case 'compensate':
      return { kind, steps: readSteps(scope, name, fields, readNode) };
    case 'error':
      return { kind, message: readMessage(scope, fields) };
  }
}

type CallFields = Fields<'call' | 'args'>;

export function readCall(scope: Scope, fields: CallFields): NodeCall {
  return { operation: readOperation(scope, fields), args: readArgs(scope, fields) };
}

const readArgs = ({ reporter }: Scope, fields: CallFields) => {
  const args = fields.value('args');
  return args === undefined ? [] : readTemplateFields(reporter, args);
};

/** Any name may be called where nothing is known of what there is; `connector.operation` is looked for later. */
function readOperation(scope: Scope, fields: CallFields): Pointer {
  const located = fields.value('call');
  const name = readText(scope.reporter, located, 'What is called');
  if (located?.kind !== 'scalar' || name === undefined) return pointTo('', fields);
  const { operations } = scope;
  const isBuiltIn = name === 'sql_query' || name.includes('.');
  if (operations === null || isBuiltIn || operations.find(name) !== undefined)
    return { name, scalar: located };
  return (
    readPointer(scope, located, operations.names, { rule: 'unknown-call', what: 'operation', keep: true }) ??
    pointTo(name, fields)
  );
}

function readWorkflowName(scope: Scope, fields: Fields): Pointer {
  const located = fields.value('workflow');
  const otherwise = () =>
    located?.kind === 'scalar' ? skeletonOf(scope, String(located.value), fields) : undefined;
  const target = { rule: 'unknown-workflow', what: 'workflow', keep: true, otherwise };
  const pointer =
    located === undefined ? undefined : readPointer(scope, located, scope.workflowNames, target);
  return pointer ?? pointTo('', fields);
}

/** A workflow that takes what is given here, to be filled in. */
function skeletonOf({ reporter, workflows }: Scope, name: string, fields: Fields): Proposal | undefined {
  if (!isName(name)) return undefined;
  const args = fields.value('args');
  const params =
    args?.kind === 'map' ? args.entries.map(({ key }) => [key, { type: 'any', required: true }]) : [];
  const skeleton: Json = {
    description: `What “${name}” does`,
    ...(params.length === 0 ? {} : { params: Object.fromEntries(params) }),
    graph: { first: { call: name } },
  };
  return {
    text: `Add a workflow “${name}”.`,
    edits: insertEntry(reporter.source, workflows, name, skeleton),
  };
}

const pointTo = (name: string, { map }: Pick<Fields, 'map'>): Pointer => ({
  name,
  scalar: { kind: 'scalar', value: name, style: 'plain', span: map.span, path: map.path, inFlow: map.flow },
});

function readMessage({ reporter }: Scope, fields: Fields): Template {
  const located = fields.value('message');
  if (located === undefined) return { kind: 'constant', value: '', located: fields.map };
  return readText(reporter, located, 'A message') === undefined
    ? { kind: 'constant', value: '', located }
    : readTemplate(reporter, located);
}

/** By name, or as a list. */
function readBranches(
  scope: Scope,
  name: string,
  fields: Fields,
  readNode: NodeReader,
): readonly GraphNode[] {
  const located = fields.value('branches');
  const texts = located === undefined ? [] : branchTexts(scope, name, located);
  if (located !== undefined && texts.length === 0) {
    report(scope.reporter, located, {
      rule: 'bad-value',
      message: `“${name}” has no branches.`,
      expected: 'at least one branch',
      actual: describe(located),
    });
  }
  return texts.flatMap((text) => readNode(scope, text, 'branch') ?? []);
}

function branchTexts({ reporter }: Scope, name: string, located: Located): readonly NodeText[] {
  if (located.kind === 'map') {
    return located.entries.map((entry) => {
      const text = textOfEntry(located, entry);
      const rewrite = (better: string) => [{ span: entry.keySpan, text: better }];
      return { ...text, name: readName(reporter, entry.key, text.at, 'A branch', rewrite) };
    });
  }
  if (located.kind !== 'list') return [];
  return located.items.map((item, at) => {
    const named = item.kind === 'map' ? item.entries.find(({ key }) => key === 'name')?.value : undefined;
    const given =
      named?.kind === 'scalar' && named.value !== null ? String(named.value) : `${name}_${at + 1}`;
    return textOfItem(located, at, item, given);
  });
}

function readPartialFailure(scope: Scope, fields: Fields): PartialFailure {
  const located = fields.value('on_partial_failure');
  const name =
    located === undefined ? 'abort' : (readText(scope.reporter, located, 'on_partial_failure') ?? 'abort');
  if (located?.kind !== 'scalar' || name === 'abort') return { kind: 'abort' };
  if (name === 'continue') return { kind: 'continue' };
  if (scope.compensations.includes(name)) return { kind: 'compensate', node: { name, scalar: located } };
  if (name === 'rollback_all') return { kind: 'abort' };
  const known = ['continue', 'abort', ...scope.compensations];
  const nearest = findNearest(name, known) ?? 'abort';
  report(scope.reporter, located, {
    rule: 'bad-value',
    message: scope.nodeNames.includes(name)
      ? `“${name}” is no compensate node.`
      : `on_partial_failure is continue, abort, or the name of a compensate node.`,
    expected: known.join(', '),
    actual: name,
    suggestion: { text: `Write ${nearest}`, edits: replaceScalar(scope.reporter.source, located, nearest) },
  });
  if (scope.compensations.includes(nearest))
    return { kind: 'compensate', node: { name: nearest, scalar: located } };
  return { kind: nearest === 'continue' ? 'continue' : 'abort' };
}

/** As many at once as a loop has unless it says otherwise: enough to be quick, few enough for an API. */
const usualConcurrency = 10;

function readForeach(scope: Scope, name: string, fields: Fields, readNode: NodeReader): ForeachWork {
  const { reporter } = scope;
  const items = fields.value('items');
  const step = fields.value('step');
  const stepEntry = fields.entry('step');
  const inner =
    step === undefined || stepEntry === undefined
      ? undefined
      : readNode(scope, textOfEntry(fields.map, stepEntry, part(name, 'step')), 'loop');
  return {
    kind: 'foreach',
    items:
      items === undefined
        ? { kind: 'constant', value: [], located: fields.map }
        : readExpressionValue(reporter, items),
    as: readItemName(scope, fields),
    step:
      inner ??
      placeholder(
        part(name, 'step'),
        { span: fields.map.span, path: fields.map.path },
        { kind: 'wait', until: { kind: 'constant', value: 0, located: fields.map } },
      ),
    concurrency:
      readInteger(reporter, fields.value('concurrency'), 'concurrency', { least: 1 }) ?? usualConcurrency,
    maxIterations:
      readInteger(reporter, fields.value('max_iterations'), 'max_iterations', { least: 1 }) ?? null,
    goOn:
      readOneOf(
        reporter,
        fields.value('on_partial_failure'),
        ['abort', 'continue'],
        'on_partial_failure',
        'abort',
      ) === 'continue',
  };
}

function readItemName({ reporter }: Scope, fields: Fields): Pointer | null {
  const located = fields.value('as');
  const text = readText(reporter, located, 'The name of an item');
  if (located?.kind !== 'scalar' || text === undefined) return null;
  const place = { span: located.span, path: located.path };
  const rewrite = (name: string) => replaceScalar(reporter.source, located, name);
  return { name: readName(reporter, text, place, 'An item', rewrite), scalar: located };
}

function readSteps(scope: Scope, name: string, fields: Fields, readNode: NodeReader): readonly GraphNode[] {
  const located = fields.value('steps');
  if (located === undefined) return [];
  if (located.kind !== 'list' || located.items.length === 0) {
    report(scope.reporter, located, {
      rule: 'wrong-type',
      message: 'Steps are a list of calls.',
      expected: 'a list with at least one call',
      actual: describe(located),
    });
    return [];
  }
  return located.items.flatMap(
    (item, at) =>
      readNode(scope, textOfItem(located, at, item, part(name, `${at + 1}`)), 'compensation') ?? [],
  );
}
