/** Finds the questions and operations of all levels before they are parsed, because expressions may refer to later ones. */
import type { Json, Type } from '../../expression/index.ts';
import type { Located, LocatedEntry } from '../document/located.ts';
import { readShape } from '../document/read-shape.ts';
import type { Reporter } from '../document/reporter.ts';
import { createNames, type FlowNames, sourceOfCopy } from './expressions.ts';
import { type Question, questionTypes } from './flow.ts';
import type { FlowParseContext } from './flow-parse-context.ts';
import { operationShape, questionShape, stateShape } from './flow-shape.ts';

export interface FoundQuestions extends Pick<FlowParseContext, 'names' | 'callNames' | 'undoNames'> {
  /** How many operations there are. */
  readonly performed: number;
}

const typeOfQuestion: Readonly<Record<Question['type'], Type>> = {
  string: { kind: 'string' },
  integer: { kind: 'int' },
  boolean: { kind: 'bool' },
  choice: { kind: 'string' },
};

/** @param silent misspelled keys are read as they are meant, and reported when they are parsed; @param levels their states */
export function surveyQuestions(silent: Reporter, levels: readonly (Located | undefined)[]): FoundQuestions {
  const types = new Map<string, Type>();
  const secrets = new Map<string, Set<string>>();
  const copies: (readonly [to: string, from: string])[] = [];
  const performed: (string | undefined)[] = [];
  for (const { value } of levels.flatMap(entriesOf)) {
    const state = readShape(silent, value, stateShape);
    const listed = state?.value('operations');
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
      secrets.set(id, new Set([typeof env === 'string' && env !== '' ? env : variableOf(id)]));
    const automatic = scalarOf(question.value('automatic_answer'));
    if (typeof automatic === 'string') copies.push([id, automatic]);
  }
  addCopies(secrets, copies, types);
  const operations: Type = {
    kind: 'object',
    fields: performed.map((id = '') => ({ name: id, type: { kind: 'any' }, optional: false })),
    // It may be one that cannot be read.
    open: performed.includes(undefined),
  };
  const names = createNames(types, secrets);
  const callNames = createNames(new Map([...types, ['operations', operations]]), secrets);
  const undoNames = createNames(new Map([...callNames.types, ['result', { kind: 'any' }]]), secrets);
  return { names, callNames, undoNames, performed: performed.length };
}

/** A copy of a secret is a secret. */
function addCopies(
  secrets: Map<string, Set<string>>,
  copies: readonly (readonly [to: string, text: string])[],
  types: FlowNames['types'],
): void {
  const copiesOf = new Map<string, string[]>();
  for (const [to, text] of copies) {
    const from = sourceOfCopy(text, { types });
    if (from === undefined) continue;
    const others = copiesOf.get(from);
    if (others === undefined) copiesOf.set(from, [to]);
    else others.push(to);
  }
  // It grows: what is found has copies, too.
  const found = [...secrets].flatMap(([id, names]) => [...names].map((name) => ({ id, name })));
  for (const { id, name } of found) {
    for (const to of copiesOf.get(id) ?? []) {
      const known = secrets.get(to) ?? new Set();
      if (known.has(name)) continue;
      secrets.set(to, known.add(name));
      found.push({ id: to, name });
    }
  }
}

const entriesOf = (located: Located | undefined): readonly LocatedEntry[] =>
  located?.kind === 'map' ? located.entries : [];

const scalarOf = (located: Located | undefined): Json => (located?.kind === 'scalar' ? located.value : null);

/** `hetzner.api_token` as `HETZNER_API_TOKEN`. */
const variableOf = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '_').toUpperCase();
