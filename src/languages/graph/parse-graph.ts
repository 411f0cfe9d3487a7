/** Parses the document: each workflow separately, so that an error in one does not affect the others. */
import { describeLocated } from '../document/describe.ts';
import { findEntry, type Located, type LocatedEntry, type LocatedMap } from '../document/located.ts';
import { insertEntry } from '../document/map-edits.ts';
import type { SourceDocument } from '../document/parse-document.ts';
import { readName, usableName } from '../document/read-name.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { maxArcs, maxNodes, maxNodesPerWorkflow, maxWorkflows } from '../net-limits.ts';
import type { ConnectorOperations } from '../workflow.ts';
import { failureTargetsOf, gotosOf } from './flow-plan.ts';
import type { GraphParseContext } from './graph-parse-context.ts';
import { graphShape, skeleton, workflowShape } from './graph-shape.ts';
import { readNode } from './parse-node.ts';
import { readParams } from './parse-params.ts';
import { readExpressionValue } from './parse-value.ts';
import { renameEverywhere } from './rename-everywhere.ts';
import type { GraphDocument, GraphNode, GraphWorkflow } from './schema.ts';
import { everyNode } from './task-origins.ts';
import { unparsedFromEntry } from './unparsed-node.ts';

export function parseGraph(
  source: SourceDocument,
  reporter: Reporter,
  reporterOf: (workflow: string) => Reporter,
  operations: ConnectorOperations | null,
): GraphDocument {
  const nothing: GraphDocument = { domain: '', version: '', workflows: [] };
  if (source.root === null) {
    if (source.violations.length === 0) reportEmpty(reporter);
    return nothing;
  }
  const fields = readShape(reporter, source.root, graphShape);
  const located = fields?.value('workflows');
  if (fields === undefined || located === undefined) return nothing;
  const domain = fields.read('domain') ?? '';
  const version = fields.read('version') ?? '';
  fields.read('description');
  if (located.kind !== 'map') {
    report(reporter, located, {
      rule: 'wrong-type',
      message: '“workflows” must be a map of workflows by name.',
      expected: 'a map of workflows',
      actual: describeLocated(located),
    });
    return { ...nothing, domain, version };
  }
  if (located.entries.length === 0) {
    report(reporter, located, {
      rule: 'missing-key',
      message: 'The document contains no workflow.',
      expected: 'at least one workflow',
      actual: 'none',
      suggestion: {
        text: 'Add a workflow.',
        edits: insertEntry(reporter.source, located, 'first', skeleton),
      },
    });
  }
  if (located.entries.length > maxWorkflows) {
    reportTooMany(reporter, located, `${maxWorkflows} workflows`, located.entries.length);
    return { ...nothing, domain, version };
  }
  const names = located.entries.map((entry) => readWorkflowName(located, entry, reporterOf));
  const aliases = new Map(located.entries.map(({ key }, at) => [key, names[at] ?? key]));
  const workflows = located.entries.flatMap((entry, at) => {
    const name = names[at] ?? entry.key;
    return (
      readWorkflow(
        {
          reporter: reporterOf(name),
          nodeNames: [],
          existingNodes: new Set(),
          producers: new Map(),
          compensations: [],
          aliases,
          workflowNames: names,
          workflows: located,
          operations,
        },
        entry,
        name,
      ) ?? []
    );
  });
  const nodeCount = workflows.reduce((sum, { nodes }) => sum + everyNode(nodes).length, 0);
  const arcCount = workflows.reduce((sum, { nodes }) => sum + countArcs(nodes), 0);
  const isWithinLimits =
    isWithin(reporter, located, maxNodes, 'nodes in all its workflows together', nodeCount) &&
    isWithin(reporter, located, maxArcs, 'dependencies and routes between nodes', arcCount);
  return { domain, version, workflows: isWithinLimits ? workflows : [] };
}

/** Counted for every branch of a parallel, as they are drawn. */
function countArcs(nodes: readonly GraphNode[]): number {
  const widths = new Map(nodes.map((node) => [node.name, widthOf(node)]));
  const countOf = (node: GraphNode): number => {
    const others = [...node.dependsOn.map(({ name }) => name), ...gotosOf(node), ...failureTargetsOf(node)];
    return others.reduce((sum, name) => sum + (widths.get(name) ?? 1) * widthOf(node), 0);
  };
  return nodes.reduce((sum, node) => sum + countOf(node), 0);
}

const widthOf = ({ work }: GraphNode): number =>
  work.kind === 'parallel' ? work.branches.reduce((sum, branch) => sum + widthOf(branch), 0) : 1;

function isWithin(
  reporter: Reporter,
  workflows: LocatedMap,
  limit: number,
  what: string,
  actual: number,
): boolean {
  if (actual > limit) reportTooMany(reporter, workflows, `${limit} ${what}`, actual);
  return actual <= limit;
}

function reportTooMany(reporter: Reporter, workflows: LocatedMap, limit: string, actual: number): void {
  report(reporter, workflows, {
    rule: 'limit',
    message: `The document can have at most ${limit}. Split it into several documents.`,
    expected: `at most ${limit}`,
    actual: String(actual),
  });
}

function readWorkflowName(
  map: LocatedMap,
  entry: LocatedEntry,
  reporterOf: (workflow: string) => Reporter,
): string {
  const reporter = reporterOf(usableName(entry.key));
  const place = { span: entry.keySpan, path: entry.value.path };
  const rewrite = (name: string) => renameEverywhere(reporter.source, map, entry, name);
  return readName(reporter, entry.key, place, 'A workflow', rewrite);
}

function reportEmpty(reporter: Reporter): void {
  reporter.report({
    at: { start: 0, end: 0 },
    path: '',
    rule: 'missing-key',
    message: 'The document is empty.',
    expected: 'workflows',
    actual: 'nothing',
    suggestion: {
      text: 'Add workflows: {}',
      edits: [{ span: { start: 0, end: 0 }, text: 'workflows: {}\n' }],
    },
  });
}

function readWorkflow(
  outer: GraphParseContext,
  entry: LocatedEntry,
  name: string,
): GraphWorkflow | undefined {
  const { reporter } = outer;
  const fields = readShape(reporter, entry.value, workflowShape, { what: `The workflow “${name}”` });
  if (fields === undefined) return undefined;
  const graph = fields.value('graph');
  const result = fields.value('result');
  return {
    name,
    at: { span: entry.keySpan, path: entry.value.path },
    map: fields.map,
    description: fields.read('description') ?? '',
    params: readParams(reporter, fields.value('params'), 'parameter', fields.map),
    nodes: graph === undefined ? [] : readNodes(outer, graph, name),
    result: result === undefined ? null : readExpressionValue(reporter, result),
  };
}

function readNodes(
  outer: GraphParseContext,
  graph: LocatedEntry['value'],
  workflow: string,
): readonly GraphNode[] {
  const { reporter } = outer;
  if (graph.kind !== 'map' || graph.entries.length === 0) {
    report(reporter, graph, {
      rule: 'wrong-type',
      message: `The graph of “${workflow}” must be a map of nodes.`,
      expected: 'a map with at least one node',
      actual: graph.kind === 'map' ? 'an empty map' : describeLocated(graph),
      suggestion:
        graph.kind === 'list'
          ? undefined
          : { text: 'Add a node.', edits: insertEntry(reporter.source, graph, 'first', { call: 'todo' }) },
    });
    return [];
  }
  if (graph.entries.length > maxNodesPerWorkflow) {
    report(reporter, graph, {
      rule: 'limit',
      message: `“${workflow}” has more than ${maxNodesPerWorkflow} nodes. Move parts of it into separate workflows.`,
      expected: `at most ${maxNodesPerWorkflow} nodes`,
      actual: String(graph.entries.length),
    });
    return [];
  }
  const texts = graph.entries.map((entry) => {
    const place = { span: entry.keySpan, path: entry.value.path };
    const rewrite = (name: string) => renameEverywhere(reporter.source, graph, entry, name);
    return unparsedFromEntry(graph, entry, readName(reporter, entry.key, place, 'A node', rewrite));
  });
  const context: GraphParseContext = {
    ...outer,
    nodeNames: texts.map(({ name }) => name),
    existingNodes: new Set(texts.map(({ name }) => name)),
    aliases: new Map([
      ...outer.aliases,
      ...graph.entries.map(({ key }, at) => [key, texts[at]?.name ?? key] as const),
    ]),
    producers: new Map(
      texts.flatMap(({ name, value }) => [[name, name] as const, ...outputsIn(value, name)]),
    ),
    compensations: texts
      .filter(({ value }) => value.kind === 'map' && isCompensation(value))
      .map(({ name }) => name),
  };
  return texts.flatMap((text) => readNode(context, text, 'graph') ?? []);
}

function isCompensation(map: LocatedMap): boolean {
  const type = findEntry(map, 'type')?.value;
  return type?.kind === 'scalar' && type.value === 'compensate';
}

function outputsIn(located: Located, node: string): (readonly [string, string])[] {
  if (located.kind !== 'map') return [];
  const output = findEntry(located, 'output')?.value;
  const own = output?.kind === 'scalar' ? [[String(output.value), node] as const] : [];
  const branches = findEntry(located, 'branches')?.value;
  const inside = branches?.kind === 'map' ? branches.entries : [];
  return [...own, ...inside.flatMap(({ key, value }) => [[key, node] as const, ...outputsIn(value, node)])];
}
