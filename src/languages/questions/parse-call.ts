/** Parses calls of connectors, and the deferred operations that make them. */
import type { Tree } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import { findEntry, type Located, type LocatedEntry, type LocatedMap } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';
import { positionAt } from '../document/source-text.ts';
import { text } from '../document/value-types.ts';
import { namedOperation } from '../named-operation.ts';
import type { ConnectorOperation } from '../workflow.ts';
import { secretsField } from './arguments.ts';
import { type FlowNames, readFormula, readTemplate, withNames } from './expressions.ts';
import type { DeferredOperation, FlowCall } from './flow.ts';
import { type FlowParseContext, takeId } from './flow-parse-context.ts';
import { operationShape } from './flow-shape.ts';

interface CallFields {
  readonly value: (key: 'args' | 'call') => Located | undefined;
}

export function parseCall(context: FlowParseContext, fields: CallFields, names: FlowNames): FlowCall {
  const { reporter } = context;
  const written = fields.value('call');
  const name = written && text.read(reporter, written, 'call');
  const located = fields.value('args');
  const isAbsent = located === undefined || (located.kind === 'scalar' && located.value === null);
  const map = located?.kind === 'map' ? located : undefined;
  if (map === undefined && !isAbsent) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'Arguments must be a map of names and values.',
      expected: 'a map',
      actual: describeLocated(located),
    });
  }
  refuseReserved(reporter, map);
  const called = written && name !== undefined ? findCalled(context, written, name) : undefined;
  // What is missing in arguments that cannot be read is unknown.
  if (called !== undefined && (map !== undefined || isAbsent)) checkArguments(reporter, called, map);
  const args: Tree = map === undefined ? { kind: 'object', fields: [] } : readTemplate(reporter, map, names);
  const { connector = null, operation } = namedOperation(name ?? '');
  return { connector, operation, args };
}

function refuseReserved(reporter: Reporter, args: LocatedMap | undefined): void {
  const entry = args && findEntry(args, secretsField);
  if (entry === undefined) return;
  reportArgument(
    reporter,
    entry,
    'reserved-name',
    `An argument cannot be named “${secretsField}”.`,
    'another name',
  );
}

interface Called {
  readonly written: Located;
  readonly name: string;
  readonly operation: ConnectorOperation;
}

/** `undefined` if the operation does not exist, or if it is unknown which ones do. */
function findCalled(
  { reporter, connectorOperations }: FlowParseContext,
  written: Located,
  name: string,
): Called | undefined {
  if (connectorOperations === null) return undefined;
  const operation = connectorOperations.find(name);
  if (operation !== undefined) return { written, name, operation };
  const nearest = findSimilar(reporter, name, connectorOperations.names);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  report(reporter, written, {
    rule: 'unknown-operation',
    message: connectorOperations.problemOf?.(name) ?? `Unknown operation “${name}”.${hint}`,
    expected: nearest ?? joinNames(connectorOperations.names),
    actual: describeLocated(written),
  });
  return undefined;
}

/** A misspelled argument is read as it was meant. */
function checkArguments(
  reporter: Reporter,
  { written, name, operation: { parameters, open = false } }: Called,
  args: LocatedMap | undefined,
): void {
  const known = parameters.map((parameter) => parameter.name);
  const given = new Set(args?.entries.map(({ key }) => key));
  for (const entry of args?.entries ?? []) {
    const { key } = entry;
    if (open || known.includes(key) || key === secretsField) continue;
    const free = known.filter((each) => !given.has(each));
    const nearest = findSimilar(reporter, key, free);
    if (nearest !== undefined) given.add(nearest);
    const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
    const message = `“${name}” has no parameter “${key}”.${hint}`;
    reportArgument(reporter, entry, 'unknown-argument', message, nearest ?? joinNames(known));
  }
  for (const parameter of parameters) {
    if (!parameter.required || given.has(parameter.name)) continue;
    report(reporter, args ?? written, {
      rule: 'missing-argument',
      message: `“${name}” needs “${parameter.name}”.`,
      expected: `${parameter.name}: …`,
      actual: describeLocated(args ?? written),
    });
  }
}

function reportArgument(
  reporter: Reporter,
  { key, keySpan, value }: LocatedEntry,
  rule: string,
  message: string,
  expected: string,
): void {
  reporter.report({ at: keySpan, path: value.path, rule, message, expected, actual: key });
}

export function parseOperation(context: FlowParseContext, item: Located): readonly DeferredOperation[] {
  const { reporter, names } = context;
  const fields = readShape(reporter, item, operationShape);
  if (fields === undefined) return [];
  const id = fields.read('id');
  takeId(context, fields.value('id'), id, 'an operation');
  const condition = fields.read('if');
  const undo = fields.read('undo');
  const known = withNames(names, ['operations']);
  return [
    {
      id: id ?? '',
      ...parseCall(context, fields, known),
      condition: condition === undefined ? null : readFormula(reporter, condition, 'A condition', known),
      undo: undo === undefined ? null : parseCall(context, undo, withNames(known, ['result'])),
      ...positionAt(reporter.source, item.span.start),
    },
  ];
}
