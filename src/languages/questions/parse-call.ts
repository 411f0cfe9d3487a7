/** Parses calls of connectors, and the deferred operations that make them. */
import type { Tree } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { report } from '../document/report.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';
import { positionAt } from '../document/source-text.ts';
import { namedOperation } from '../named-operation.ts';
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
  const name = written?.kind === 'scalar' && written.value !== null ? String(written.value) : '';
  const located = fields.value('args');
  const isMap = located?.kind === 'map';
  if (located !== undefined && !isMap && !(located.kind === 'scalar' && located.value === null)) {
    report(reporter, located, {
      rule: 'wrong-type',
      message: 'Arguments must be a map of names and values.',
      expected: 'a map',
      actual: describeLocated(located),
    });
  }
  if (written !== undefined) checkCall(context, written, name, isMap ? located : undefined);
  const args: Tree = isMap ? readTemplate(reporter, located, names) : { kind: 'object', fields: [] };
  const { connector = null, operation } = namedOperation(name);
  return { connector, operation, args };
}

/** The operation must exist, and accept these arguments. */
function checkCall(
  { reporter, connectorOperations }: FlowParseContext,
  written: Located,
  name: string,
  args: Extract<Located, { readonly kind: 'map' }> | undefined,
): void {
  for (const { key, value } of args?.entries ?? []) {
    if (key === secretsField)
      complain(reporter, value, 'reserved-name', `An argument cannot be named “${key}”.`, 'another name');
  }
  if (connectorOperations === null) return;
  const operation = connectorOperations.find(name);
  const problem = connectorOperations.problemOf?.(name);
  if (operation === undefined) {
    const nearest = findSimilar(reporter, name, connectorOperations.names);
    const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
    const expected = nearest ?? joinNames(connectorOperations.names);
    complain(
      reporter,
      written,
      'unknown-operation',
      problem ?? `Unknown operation “${name}”.${hint}`,
      expected,
    );
    return;
  }
  const { parameters, open = false } = operation;
  const known = parameters.map((parameter) => parameter.name);
  for (const { key, value } of args?.entries ?? []) {
    if (open || known.includes(key) || key === secretsField) continue;
    const nearest = findSimilar(reporter, key, known);
    const hint = nearest === undefined ? '' : ` Did you mean “${nearest}”?`;
    complain(
      reporter,
      value,
      'unknown-argument',
      `“${name}” has no parameter “${key}”.${hint}`,
      nearest ?? joinNames(known),
    );
  }
  for (const parameter of parameters) {
    if (!parameter.required || args?.entries.some(({ key }) => key === parameter.name)) continue;
    complain(
      reporter,
      args ?? written,
      'missing-argument',
      `“${name}” needs “${parameter.name}”.`,
      `${parameter.name}: …`,
    );
  }
}

function complain(
  reporter: FlowParseContext['reporter'],
  at: Located,
  rule: string,
  message: string,
  expected: string,
): void {
  report(reporter, at, { rule, message, expected, actual: describeLocated(at) });
}

export function parseOperation(context: FlowParseContext, item: Located): readonly DeferredOperation[] {
  const { reporter, names } = context;
  const fields = readShape(reporter, item, operationShape);
  if (fields === undefined) return [];
  const id = fields.read('id') ?? '';
  takeId(context, fields.value('id'), id, 'an operation');
  const condition = fields.read('if');
  const undo = fields.read('undo');
  const known = withNames(names, ['operations']);
  return [
    {
      id,
      ...parseCall(context, fields, known),
      condition: condition === undefined ? null : readFormula(reporter, condition, 'A condition', known),
      undo: undo === undefined ? null : parseCall(context, undo, withNames(known, ['result'])),
      ...positionAt(reporter.source, item.span.start),
    },
  ];
}
