/** Finds the questions and operations of all levels before they are parsed, because expressions may refer to later ones. */
import type { Json, Type } from '../../expression/index.ts';
import type { Located, LocatedEntry } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { createReporter, createReportQuota } from '../document/reporter.ts';
import type { SourceText } from '../document/source-text.ts';
import { type FlowNames, sourceOfCopy } from './expressions.ts';
import { type Question, questionTypes } from './flow.ts';
import { levelShape, operationShape, questionShape, stateShape } from './flow-shape.ts';

export interface FoundQuestions {
  readonly names: FlowNames;
  /** Environment variables by sensitive question. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
  /** That of the results of all operations. */
  readonly operations: Type;
}

const typeOfQuestion: Readonly<Record<Question['type'], Type>> = {
  string: { kind: 'string' },
  integer: { kind: 'int' },
  boolean: { kind: 'bool' },
  choice: { kind: 'string' },
};

/** @param states of the flow itself */
export function surveyQuestions(
  source: SourceText,
  states: Located | undefined,
  nested: readonly LocatedEntry[],
): FoundQuestions {
  // Misspelled keys are read as they are meant. They are reported when they are parsed.
  const silent = createReporter(source, createReportQuota(0));
  const levels = nested.map(({ value }) => readShape(silent, value, levelShape)?.value('states'));
  const types = new Map<string, Type>();
  const secrets = new Map<string, readonly string[]>();
  const copies: (readonly [to: string, from: string])[] = [];
  const performed: (string | undefined)[] = [];
  for (const { value } of [states, ...levels].flatMap(entriesOf)) {
    const state = readShape(silent, value, stateShape);
    const listed = state === undefined ? value : state.value('operations');
    for (const item of listed?.kind === 'list' ? listed.items : listed === undefined ? [] : [listed])
      performed.push(readShape(silent, item, operationShape)?.read('id'));
    const asked = state?.value('question');
    const question = asked && readShape(silent, asked, questionShape);
    const id = String(scalarOf(question?.value('id')) ?? '');
    if (question === undefined || id === '') continue;
    const type = questionTypes.find((each) => each === scalarOf(question.value('type')));
    types.set(id, type === undefined ? { kind: 'any' } : typeOfQuestion[type]);
    const env = scalarOf(question.value('env'));
    if (question.read('sensitive'))
      secrets.set(id, [typeof env === 'string' && env !== '' ? env : variableOf(id)]);
    const automatic = scalarOf(question.value('automatic_answer'));
    if (typeof automatic === 'string') copies.push([id, automatic]);
  }
  // A copy of a secret is a secret.
  for (let isComplete = false; !isComplete; ) {
    isComplete = true;
    for (const [to, text] of copies) {
      const own = secrets.get(to) ?? [];
      const copied = secrets.get(sourceOfCopy(text, { types }) ?? '') ?? [];
      const more = copied.filter((name) => !own.includes(name));
      if (more.length === 0) continue;
      secrets.set(to, [...own, ...more]);
      isComplete = false;
    }
  }
  const operations: Type = {
    kind: 'object',
    fields: performed.map((id = '') => ({ name: id, type: { kind: 'any' }, optional: false })),
    // It may be one that cannot be read.
    open: performed.includes(undefined),
  };
  return { names: { types, sensitive: new Set(secrets.keys()) }, secrets, operations };
}

const entriesOf = (located: Located | undefined): readonly LocatedEntry[] =>
  located?.kind === 'map' ? located.entries : [];

const scalarOf = (located: Located | undefined): Json => (located?.kind === 'scalar' ? located.value : null);

/** `hetzner.api_token` as `HETZNER_API_TOKEN`. */
const variableOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase();
