/** Parses a question flow. Reports every error, and reads what was most likely meant. */
import type { Json, Type } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import { findEntry, type Located, type LocatedEntry } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { readEntries } from '../document/read-value.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { findSimilar, joinNames } from '../document/similar-name.ts';
import { positionAt } from '../document/source-text.ts';
import type { ConnectorOperations } from '../workflow.ts';
import { checkFlow } from './check-flow.ts';
import { readFormula, sourceOfCopy } from './expressions.ts';
import { type Exit, type Flow, type FlowState, type Level, type Question, questionTypes } from './flow.ts';
import { checkId, type FieldsOf, type FlowParseContext } from './flow-parse-context.ts';
import { flowShape, levelShape, stateShape, transitionShape } from './flow-shape.ts';
import { parseOperation } from './parse-call.ts';
import { parseQuestion } from './parse-question.ts';

const typeOfQuestion: Readonly<Record<Question['type'], Type>> = {
  string: { kind: 'string' },
  integer: { kind: 'int' },
  boolean: { kind: 'bool' },
  choice: { kind: 'string' },
};

/** @returns null if there is nothing to read */
export function parseFlow(
  reporter: Reporter,
  located: Located,
  connectorOperations: ConnectorOperations | null,
): Flow | null {
  const fields = readShape(reporter, located, flowShape);
  if (fields === undefined) return null;
  checkVersion(reporter, fields.value('version'));
  const nested = readEntries(reporter, fields.value('workflows'), '“workflows”');
  const context: FlowParseContext = {
    reporter,
    ...surveyQuestions([located, ...nested.map(({ value }) => value)]),
    taken: new Map(),
    workflows: nested.map(({ key }) => key),
    connectorOperations,
  };
  const id = fields.read('workflow_id') ?? '';
  checkId(reporter, fields.value('workflow_id'), id, 'The id of a flow');
  const root = parseLevel(context, id, fields);
  const others = nested.flatMap(({ key, value }) => {
    const level = readShape(reporter, value, levelShape, { what: `The workflow “${key}”` });
    return level === undefined ? [] : [parseLevel(context, key, level)];
  });
  const flow: Flow = {
    id,
    title: fields.read('title', ''),
    description: fields.read('description', ''),
    levels: [root, ...others],
    ...positionAt(reporter.source, (fields.value('workflow_id') ?? located).span.start),
  };
  if (reporter.count() === 0) checkFlow(reporter, located, flow);
  return flow;
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

/** The questions of all levels, because expressions may refer to later ones. */
function surveyQuestions(levels: readonly Located[]): Pick<FlowParseContext, 'names' | 'secrets'> {
  const types = new Map<string, Type>();
  const secrets = new Map<string, readonly string[]>();
  const copies: (readonly [to: string, from: string])[] = [];
  const scalar = (located: Located | undefined, key: string): Json => {
    const value = located?.kind === 'map' ? findEntry(located, key)?.value : undefined;
    return value?.kind === 'scalar' ? value.value : null;
  };
  const inMap = (located: Located | undefined, key: string): Located | undefined =>
    located?.kind === 'map' ? findEntry(located, key)?.value : undefined;
  for (const level of levels) {
    const states = inMap(level, 'states');
    for (const { value: state } of states?.kind === 'map' ? states.entries : []) {
      const question = inMap(state, 'question');
      const written = scalar(question, 'id');
      const id = written === null ? '' : String(written);
      const type = questionTypes.find((each) => each === scalar(question, 'type'));
      if (id === '') continue;
      types.set(id, type === undefined ? { kind: 'any' } : typeOfQuestion[type]);
      const env = scalar(question, 'env');
      if (scalar(question, 'sensitive') === true)
        secrets.set(id, [typeof env === 'string' && env !== '' ? env : variableOf(id)]);
      const automatic = scalar(question, 'automatic_answer');
      if (typeof automatic === 'string') copies.push([id, automatic]);
    }
  }
  // A copy of a secret is a secret.
  for (let before = -1; before !== secrets.size; ) {
    before = secrets.size;
    for (const [to, text] of copies) {
      const own = secrets.get(to) ?? [];
      const more = (secrets.get(sourceOfCopy(text, { types }) ?? '') ?? []).filter(
        (name) => !own.includes(name),
      );
      if (more.length > 0) secrets.set(to, [...own, ...more]);
    }
  }
  return { names: { types, sensitive: new Set(secrets.keys()) }, secrets };
}

/** `hetzner.api_token` as `HETZNER_API_TOKEN`. */
const variableOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase();

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
  const { reporter, names } = context;
  const fields = readShape(reporter, item, transitionShape);
  if (fields === undefined) return [];
  const from = findState(reporter, fields.value('from_state'), states);
  const to = findState(reporter, fields.value('to_state'), states);
  const condition = fields.read('condition');
  const tree = condition === undefined ? null : readFormula(reporter, condition, 'A condition', names);
  if (from === undefined || to === undefined) return [];
  return [{ from, exit: { to: states.indexOf(to), condition: tree } }];
}

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
  const { reporter, names } = context;
  const fields = readShape(reporter, value, stateShape, { what: `The state “${key}”` });
  const asked = fields?.read('question');
  if (fields === undefined || asked === undefined) return [];
  const question = parseQuestion(context, asked);
  const operations = (fields.read('operations')?.items ?? []).flatMap((item) =>
    parseOperation(context, item),
  );
  const next = fields.value('next_state');
  const following =
    next === undefined || (next.kind === 'scalar' && next.value === null)
      ? undefined
      : findState(reporter, next, states);
  const condition = fields.read('workflow_condition');
  const when = condition === undefined ? null : readFormula(reporter, condition, 'A condition', names);
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
