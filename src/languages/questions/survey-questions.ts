/** Finds the questions of all levels before they are parsed, because expressions may refer to later ones. */
import type { Json, Type } from '../../expression/index.ts';
import type { Located, LocatedEntry } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import { createReporter, createReportQuota } from '../document/reporter.ts';
import type { SourceText } from '../document/source-text.ts';
import { type FlowNames, sourceOfCopy } from './expressions.ts';
import { type Question, questionTypes } from './flow.ts';
import { levelShape, questionShape, stateShape } from './flow-shape.ts';

export interface FoundQuestions {
  readonly names: FlowNames;
  /** Environment variables by sensitive question. */
  readonly secrets: ReadonlyMap<string, readonly string[]>;
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
  for (const { value: state } of [states, ...levels].flatMap(entriesOf)) {
    const asked = readShape(silent, state, stateShape)?.value('question');
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
  return { names: { types, sensitive: new Set(secrets.keys()) }, secrets };
}

const entriesOf = (located: Located | undefined): readonly LocatedEntry[] =>
  located?.kind === 'map' ? located.entries : [];

const scalarOf = (located: Located | undefined): Json => (located?.kind === 'scalar' ? located.value : null);

/** `hetzner.api_token` as `HETZNER_API_TOKEN`. */
const variableOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase();
