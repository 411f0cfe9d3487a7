/** Parses a question flow. Reports every error, and reads what was most likely meant. */
import type { Tree } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import type { Located, LocatedEntry } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { readEntries } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import { createReporter, createReportQuota, type Reporter } from '../document/reporter.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';
import { positionAt } from '../document/source-text.ts';
import type { ConnectorOperations } from '../workflow.ts';
import { checkFlow } from './check-flow.ts';
import { readFormula } from './expressions.ts';
import type { Exit, Flow, FlowState, Level } from './flow.ts';
import { problemOfSize } from './flow-limits.ts';
import { checkId, type FieldsOf, type FlowParseContext, readAside } from './flow-parse-context.ts';
import { flowShape, levelShape, stateShape, transitionShape } from './flow-shape.ts';
import { parseOperation } from './parse-call.ts';
import { parseQuestion } from './parse-question.ts';
import { surveyQuestions } from './survey-questions.ts';

/** @returns null if there is nothing to read */
export function parseFlow(
  reporter: Reporter,
  located: Located,
  connectorOperations: ConnectorOperations | null,
): Flow | null {
  const fields = readShape(reporter, located, flowShape);
  if (fields === undefined) return null;
  const nested = readEntries(reporter, fields.value('workflows'), '“workflows”');
  const silent = createReporter(reporter.source, createReportQuota(0));
  const levels = [fields, ...nested.flatMap(({ value }) => readShape(silent, value, levelShape) ?? [])];
  const { performed, ...found } = surveyQuestions(
    silent,
    levels.map((level) => level.value('states')),
  );
  const size = levels.map((level) => ({
    states: countOf(level.value('states')),
    transitions: countOf(level.value('transitions')),
  }));
  const problem = problemOfSize({ levels: size, operations: performed });
  if (problem !== undefined) {
    report(reporter, located, problem);
    return null;
  }
  const context: FlowParseContext = {
    reporter,
    ...found,
    taken: new Map(),
    rules: new Map(),
    workflows: nested.map(({ key }) => key),
    connectorOperations,
    aside: { errors: 0 },
  };
  const head = readAside(context, () => parseHead(reporter, fields));
  const root = parseLevel(context, head.id, fields);
  const others = nested.flatMap(({ key, value }) => {
    const level = readShape(reporter, value, levelShape, { what: `The workflow “${key}”` });
    return level === undefined ? [] : [parseLevel(context, key, level)];
  });
  const flow: Flow = {
    ...head,
    levels: [root, ...others],
    ...positionAt(reporter.source, (fields.value('workflow_id') ?? located).span.start),
  };
  if (reporter.count() === context.aside.errors && flow.levels.every(hasUniqueStates))
    checkFlow(reporter, located, flow, context.rules);
  return flow;
}

const countOf = (located: Located | undefined): number =>
  located?.kind === 'map' ? located.entries.length : located?.kind === 'list' ? located.items.length : 0;

/** Inputs of an adapter can share a name. */
const hasUniqueStates = ({ states }: Level): boolean =>
  new Set(states.map(({ id }) => id)).size === states.length;

function parseHead(
  reporter: Reporter,
  fields: FieldsOf<typeof flowShape>,
): Pick<Flow, 'id' | 'title' | 'description'> {
  checkVersion(reporter, fields.value('version'));
  const id = fields.read('workflow_id');
  checkId(reporter, fields.value('workflow_id'), id, 'The id of a flow');
  return { id: id ?? '', title: fields.read('title', ''), description: fields.read('description', '') };
}

function checkVersion(reporter: Reporter, located: Located | undefined): void {
  if (located === undefined || (located.kind === 'scalar' && String(located.value) === '1.0.0')) return;
  report(reporter, located, {
    rule: 'unsupported-version',
    message: `Unsupported version: ${describeLocated(located)}. Use 1.0.0.`,
    expected: '1.0.0',
    actual: describeLocated(located),
  });
}

function parseLevel(
  context: FlowParseContext,
  id: string,
  fields: Pick<FieldsOf<typeof levelShape>, 'value' | 'read'>,
): Level {
  const { reporter } = context;
  const entries = readEntries(reporter, fields.value('states'), '“states”');
  const names = entries.map(({ key }) => key);
  const transitions = (fields.read('transitions')?.items ?? []).flatMap((item) =>
    parseTransition(context, item, names),
  );
  if (entries.length === 0 && fields.value('states')?.kind === 'map')
    reportEmpty(reporter, fields.value('states'));
  return { id, states: entries.flatMap((entry) => parseState(context, entry, names, transitions)) };
}

function reportEmpty(reporter: Reporter, located: Located | undefined): void {
  if (located === undefined) return;
  report(reporter, located, {
    rule: 'no-states',
    message: 'There is no state, so nothing is asked.',
    expected: 'a state with a question',
    actual: 'an empty map',
  });
}

interface Transition {
  readonly from: string;
  readonly exit: Exit;
}

function parseTransition(
  context: FlowParseContext,
  item: Located,
  states: readonly string[],
): readonly Transition[] {
  const { reporter } = context;
  const fields = readShape(reporter, item, transitionShape);
  if (fields === undefined) return [];
  const from = findState(reporter, fields.value('from_state'), states);
  const to = findState(reporter, fields.value('to_state'), states);
  const condition = fields.read('condition');
  const tree = condition === undefined ? null : parseCondition(context, condition);
  if (from === undefined || to === undefined) return [];
  return [{ from, exit: { to: states.indexOf(to), condition: tree } }];
}

/** One with errors is a condition, too: it may hold or not. */
const parseCondition = (context: FlowParseContext, located: Located): Tree =>
  readAside(context, () => readFormula(context.reporter, located, 'A condition', context.names)) ?? {
    kind: 'literal',
    value: false,
  };

/** The name of a state; a misspelled one is reported and read as it was meant. */
function findState(
  reporter: Reporter,
  located: Located | undefined,
  states: readonly string[],
): string | undefined {
  if (located === undefined) return undefined;
  return findNamed(reporter, located, states, 'dangling-state', 'state');
}

function findNamed(
  reporter: Reporter,
  located: Located,
  known: readonly string[],
  rule: string,
  noun: string,
): string | undefined {
  const written = located.kind === 'scalar' ? String(located.value) : '';
  if (known.includes(written)) return written;
  const nearest = findSimilar(reporter, written, known);
  report(reporter, located, {
    rule,
    message: `There is no ${noun} “${written}”.${nearest === undefined ? '' : ` Did you mean “${nearest}”?`}`,
    expected: nearest ?? joinNames(known),
    actual: describeLocated(located),
  });
  return nearest;
}

function parseState(
  context: FlowParseContext,
  { key, keySpan, value }: LocatedEntry,
  states: readonly string[],
  transitions: readonly Transition[],
): readonly FlowState[] {
  const { reporter } = context;
  const fields = readShape(reporter, value, stateShape, { what: `The state “${key}”` });
  const asked = fields && readAside(context, () => fields.read('question'));
  if (fields === undefined || asked === undefined) return [];
  const question = readAside(context, () => parseQuestion(context, asked));
  const operations = readAside(
    context,
    () => fields.read('operations')?.items.flatMap((item) => parseOperation(context, item)) ?? [],
  );
  const next = fields.value('next_state');
  const following =
    next === undefined || (next.kind === 'scalar' && next.value === null)
      ? undefined
      : findState(reporter, next, states);
  const condition = fields.read('workflow_condition');
  const when = condition === undefined ? null : parseCondition(context, condition);
  const workflow = fields.value('workflow');
  const inner =
    workflow === undefined
      ? undefined
      : findNamed(reporter, workflow, context.workflows, 'unknown-workflow', 'nested workflow');
  const exits = transitions.filter(({ from }) => from === key).map(({ exit }) => exit);
  const last: Exit = { to: following === undefined ? null : states.indexOf(following), condition: null };
  return [
    {
      id: key,
      question,
      exits: untilCertain([...exits, last]),
      nested: inner === undefined ? null : { level: 1 + context.workflows.indexOf(inner), condition: when },
      operations,
      ...positionAt(reporter.source, keySpan.start),
    },
  ];
}

/** Those after the first without a condition are never taken. */
function untilCertain(exits: readonly Exit[]): readonly Exit[] {
  return exits.slice(0, exits.findIndex(({ condition }) => condition === null) + 1);
}
