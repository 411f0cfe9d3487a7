/** Parses calls of connectors, and the deferred operations that make them. */
import { type Tree, type Type, typeOfValue } from '../../expression/index.ts';
import { checkArguments } from '../document/check-arguments.ts';
import { describeLocated } from '../document/describe.ts';
import { findEntry, type Located, type LocatedMap } from '../document/located.ts';
import { type MapFields, readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';
import { positionAt } from '../document/source-text.ts';
import { text } from '../document/value-types.ts';
import { namedOperation } from '../named-operation.ts';
import type { ConnectorOperation } from '../workflow.ts';
import { secretsField } from './arguments.ts';
import { type FlowNames, readFormula, readTemplate } from './expressions.ts';
import type { DeferredOperation, FlowCall } from './flow.ts';
import { type FlowParseContext, takeId } from './flow-parse-context.ts';
import { operationShape } from './flow-shape.ts';

type CallFields = Pick<MapFields<'args' | 'call'>, 'map' | 'value'>;

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
  // What is missing in arguments that cannot be read is unknown.
  const called = written && name !== undefined ? findCalled(context, written, name) : undefined;
  if (called !== undefined && (map !== undefined || isAbsent)) {
    const { parameters: expected, open } = called;
    const given = (map?.entries ?? []).map(({ key, keySpan, value }) => ({
      ...{ name: key, at: { span: keySpan, path: value.path } },
      ...{ type: typeOf(value), constant: value },
    }));
    const call = {
      ...{ node: fields.map, args: located ?? null, missingAt: map ?? written ?? fields.map },
      ...{ expected, open, callee: `“${name}”` },
      given: given.filter((each) => each.name !== secretsField),
      reference: (id: string) => (names.types.has(id) ? `$\{${id}}` : undefined),
    };
    checkArguments(call, reporter);
  }
  const args: Tree = map === undefined ? { kind: 'object', fields: [] } : readTemplate(reporter, map, names);
  const { connector = null, operation } = namedOperation(name ?? '');
  return { connector, operation, args };
}

function refuseReserved(reporter: Reporter, args: LocatedMap | undefined): void {
  const entry = args && findEntry(args, secretsField);
  if (entry === undefined) return;
  reporter.report({
    ...{ at: entry.keySpan, path: entry.value.path, rule: 'reserved-name' },
    message: `An argument cannot be named “${secretsField}”.`,
    ...{ expected: 'another name', actual: secretsField },
  });
}

/** That of a text with references is known when it is filled. */
function typeOf(located: Located): Type {
  if (located.kind === 'list') return { kind: 'list', of: { kind: 'any' } };
  if (located.kind === 'map') return { kind: 'object', fields: [], open: true };
  const { value } = located;
  return typeof value === 'string' && value.includes('${') ? { kind: 'any' } : typeOfValue(value);
}

/** `undefined` if the operation does not exist, or if it is unknown which ones do. */
function findCalled(
  { reporter, connectorOperations }: FlowParseContext,
  written: Located,
  name: string,
): ConnectorOperation | undefined {
  if (connectorOperations === null) return undefined;
  const operation = connectorOperations.find(name);
  if (operation !== undefined) return operation;
  const nearest = findSimilar(reporter, name, connectorOperations.names);
  const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
  report(reporter, written, {
    rule: 'unknown-call',
    message: connectorOperations.problemOf?.(name) ?? `Unknown operation “${name}”.${hint}`,
    expected: nearest ?? joinNames(connectorOperations.names),
    actual: name,
  });
  return undefined;
}

export function parseOperation(context: FlowParseContext, item: Located): readonly DeferredOperation[] {
  const { reporter, callNames, undoNames } = context;
  const fields = readShape(reporter, item, operationShape);
  if (fields === undefined) return [];
  const id = fields.read('id');
  takeId(context, fields.value('id'), id, 'an operation');
  const condition = fields.read('if');
  const undo = fields.read('undo');
  return [
    {
      id: id ?? '',
      ...parseCall(context, fields, callNames),
      condition: condition === undefined ? null : readFormula(reporter, condition, 'A condition', callNames),
      undo: undo === undefined ? null : parseCall(context, undo, undoNames),
      ...positionAt(reporter.source, item.span.start),
    },
  ];
}
