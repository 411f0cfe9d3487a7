/** Random edits of a question flow, as its author would make them. Some of them leave no valid flow. */
import type { Random } from '../../src/testing/index.ts';
import {
  type FlowDocument,
  type LevelDocument,
  levelsOf,
  type QuestionDocument,
  questionsOf,
  type StateDocument,
  type TransitionDocument,
  type ValidationDocument,
} from './flow-document.ts';
import { words } from './random-flow.ts';

/** A state that an edit is about. */
export interface Place {
  readonly level: string;
  readonly name: string;
  readonly state: StateDocument;
}

export const placesOf = (flow: FlowDocument): readonly Place[] =>
  levelsOf(flow).flatMap(([level, { states }]) =>
    Object.entries(states).map(([name, state]) => ({ level, name, state })),
  );

/** `undefined`: it does not apply here. */
type Edit = (flow: FlowDocument, place: Place, random: Random) => FlowDocument | undefined;

export type EditName = keyof typeof edits;

export const editNames = (): readonly EditName[] => Object.keys(edits) as EditName[];

/** `undefined` if it does not apply, or if questions would answer themselves without end. */
export function edit(
  name: EditName,
  flow: FlowDocument,
  place: Place,
  random: Random,
): FlowDocument | undefined {
  const changed = edits[name](flow, place, random);
  return changed === undefined || levelsOf(changed).some(([, level]) => isEndless(level))
    ? undefined
    : changed;
}

/** A loop leads through automatic answers alone. */
function isEndless({ states, transitions = [] }: LevelDocument): boolean {
  const isAutomatic = (name: string): boolean => states[name]?.question.automatic_answer !== undefined;
  const after = (name: string): readonly string[] =>
    [
      ...transitions.flatMap(({ from_state: from, to_state: to }) => (from === name ? [to] : [])),
      states[name]?.next_state ?? '',
    ].filter(isAutomatic);
  return Object.keys(states)
    .filter(isAutomatic)
    .some((start) => {
      const found = new Set(after(start));
      for (const name of found) for (const next of after(name)) found.add(next);
      return found.has(start);
    });
}

const inLevel = (
  flow: FlowDocument,
  id: string,
  change: (level: LevelDocument) => LevelDocument,
): FlowDocument => {
  if (id === flow.workflow_id) return { ...flow, ...change(flow) };
  const { [id]: level, ...others } = flow.workflows ?? {};
  return level === undefined ? flow : { ...flow, workflows: { ...others, [id]: change(level) } };
};

const withStates = (
  flow: FlowDocument,
  { level: id }: Place,
  change: (entry: readonly [string, StateDocument]) => readonly (readonly [string, StateDocument])[],
): FlowDocument =>
  inLevel(flow, id, (level) => ({
    ...level,
    states: Object.fromEntries(Object.entries(level.states).flatMap(change)),
  }));

const withState = (
  flow: FlowDocument,
  place: Place,
  change: (state: StateDocument) => StateDocument,
): FlowDocument =>
  withStates(flow, place, ([name, state]) => [[name, name === place.name ? change(state) : state]]);

const withQuestion = (
  flow: FlowDocument,
  place: Place,
  change: (question: QuestionDocument) => QuestionDocument,
): FlowDocument => withState(flow, place, (state) => ({ ...state, question: change(state.question) }));

const withRules = (
  flow: FlowDocument,
  place: Place,
  change: (rules: ValidationDocument) => ValidationDocument,
): FlowDocument =>
  withQuestion(flow, place, (question) => ({ ...question, validation: change(question.validation ?? {}) }));

const withTransitions = (
  flow: FlowDocument,
  { level }: Place,
  change: (transitions: readonly TransitionDocument[]) => readonly TransitionDocument[],
): FlowDocument =>
  inLevel(flow, level, (found) => ({ ...found, transitions: change(found.transitions ?? []) }));

/** All that leads to a state leads to another one; `undefined`: to the end. */
const redirect = (flow: FlowDocument, place: Place, to: string | null | undefined): FlowDocument => {
  const { name } = place;
  const target = (at: string | null | undefined) => (at === name ? to : at);
  const states = withStates(flow, place, ([key, state]) => [
    [key, { ...state, next_state: target(state.next_state) ?? null }],
  ]);
  return withTransitions(states, place, (transitions) =>
    transitions.flatMap((each) => {
      const to_state = target(each.to_state);
      return to_state === undefined || to_state === null ? [] : [{ ...each, to_state }];
    }),
  );
};

function newQuestion(flow: FlowDocument, random: Random): QuestionDocument {
  const id = `new.${random.int(1e6)}`;
  const prompt = 'What is new?';
  const known = questionsOf(flow).find(({ type, sensitive }) => type === 'integer' && sensitive !== true);
  return random.pick<QuestionDocument>([
    { id, prompt, type: 'boolean' },
    { id, prompt, type: 'boolean', automatic_answer: true },
    { id, prompt, type: 'integer', automatic_answer: known === undefined ? 7 : `\${${known.id}} + 1` },
    { id, prompt, type: 'choice', validation: { choices: words } },
    {
      id,
      prompt,
      type: 'choice',
      choices_from: { call: 'lookup', args: { of: id, size: 2, fails: false, path: '' } },
    },
  ]);
}

/** Of the same level, without the place itself. */
const otherNames = (flow: FlowDocument, { level, name }: Place): readonly string[] =>
  placesOf(flow).flatMap((each) => (each.level === level && each.name !== name ? [each.name] : []));

const conditionOf = (flow: FlowDocument, random: Random): string => {
  const known = questionsOf(flow).filter(({ type, sensitive }) => type === 'integer' && sensitive !== true);
  return known.length === 0
    ? random.pick(['1 < 2', '2 < 1'])
    : `\${${random.pick(known).id}} > ${random.int(6)}`;
};

const expressions = ['condition', 'workflow_condition', 'rule', 'automatic_answer', 'if'];

const spaced = (text: string): string => text.replaceAll(/ (and|or|[=!<>]=|[<>+/-]) /g, '  $1   ');

const edits = {
  texts: (flow, place, random) =>
    withQuestion(flow, place, (question) =>
      random.pick([
        { ...question, prompt: 'In other words?' },
        { ...question, help_text: 'More help.' },
        { ...question, prompt: `Really, ${question.prompt}`, help_text: '' },
        ...(question.validation === undefined
          ? []
          : [{ ...question, validation: { ...question.validation, message: 'It is not like that.' } }]),
      ]),
    ),
  default: (flow, place, random) =>
    withQuestion(flow, place, ({ default: before, ...question }) => {
      const { type, validation = {} } = question;
      if (before !== undefined && random.chance(0.3)) return question;
      if (type === 'boolean') return { ...question, default: before !== true };
      if (type === 'integer')
        return { ...question, default: random.between(validation.min_value ?? 0, validation.max_value ?? 9) };
      if (type === 'choice') return { ...question, default: random.pick(validation.choices ?? words) };
      return { ...question, default: before === '' ? 'alpha' : '' };
    }),
  spelling: (flow) =>
    JSON.parse(JSON.stringify(flow), (key, value) =>
      expressions.includes(key) && typeof value === 'string' && value.includes('${') ? spaced(value) : value,
    ),
  'a state has another name': (flow, place) => {
    const name = `${place.name} (renamed)`;
    const renamed = withStates(flow, place, ([key, state]) => [[key === place.name ? name : key, state]]);
    const from = withTransitions(renamed, place, (transitions) =>
      transitions.map((each) => (each.from_state === place.name ? { ...each, from_state: name } : each)),
    );
    return redirect(from, place, name);
  },
  'states are in another order': (flow, { level: id }, random) =>
    inLevel(flow, id, (level) => {
      const [first, ...others] = Object.entries(level.states);
      return { ...level, states: Object.fromEntries([...(first ? [first] : []), ...random.shuffle(others)]) };
    }),
  'a new question after it': (flow, place, random) => {
    const name = `new ${random.int(1e6)}`;
    const state = { question: newQuestion(flow, random), next_state: place.state.next_state ?? null };
    const inserted = withState(flow, place, (before) => ({ ...before, next_state: name }));
    return inLevel(inserted, place.level, (level) => ({
      ...level,
      states: { ...level.states, [name]: state },
    }));
  },
  'a new question before it': (flow, place, random) => {
    const name = `new ${random.int(1e6)}`;
    const state = { question: newQuestion(flow, random), next_state: place.name };
    const inserted = redirect(flow, place, name);
    return withStates(inserted, place, (entry) =>
      entry[0] === place.name ? [[name, state], entry] : [entry],
    );
  },
  'it is removed': (flow, place) => {
    const removed = withTransitions(redirect(flow, place, place.state.next_state), place, (transitions) =>
      transitions.filter(({ from_state: from }) => from !== place.name),
    );
    return withStates(removed, place, (entry) => (entry[0] === place.name ? [] : [entry]));
  },
  'it trades places with the next': (flow, place) => {
    const next = placesOf(flow).find(
      ({ level, name }) => level === place.level && name === place.state.next_state,
    );
    if (next === undefined) return undefined;
    const inPlaceOf = (state: StateDocument, { question, operations = [] }: StateDocument) => ({
      ...state,
      question,
      operations,
    });
    const moved = withState(flow, place, (state) => inPlaceOf(state, next.state));
    return withState(moved, next, (state) => inPlaceOf(state, place.state));
  },
  'another id': (flow, place, random) =>
    withQuestion(flow, place, (question) => ({ ...question, id: `${question.id}.${random.int(100)}` })),
  'another type': (flow, place, random) =>
    withQuestion(flow, place, ({ id, prompt }) =>
      random.pick<QuestionDocument>([
        { id, prompt, type: 'string' },
        { id, prompt, type: 'boolean' },
        { id, prompt, type: 'integer' },
        { id, prompt, type: 'choice', validation: { choices: [...words, 'new'] } },
        { id, prompt, type: 'string', sensitive: true },
      ]),
    ),
  'other rules': (flow, place, random) => {
    const { type, sensitive } = place.state.question;
    if (sensitive === true)
      return withQuestion(flow, place, (question) => ({ ...question, env: `OTHER_${random.int(9)}` }));
    return withRules(flow, place, (rules) => {
      const { rule: _, ...others } = rules;
      if (rules.rule !== undefined && random.chance(0.5)) return others;
      if (type === 'integer') return { ...rules, max_value: (rules.max_value ?? 20) + random.pick([-1, 1]) };
      if (type === 'choice') return { ...rules, choices: [...(rules.choices ?? []), 'one more'] };
      if (type === 'string' && rules.format === undefined)
        return { ...rules, regex: random.pick(['^.', '[a-z]', 'x*']) };
      return { ...rules, rule: `\${${place.state.question.id}} != "nothing"` };
    });
  },
  'sensitive or not': (flow, place) =>
    withQuestion(flow, place, ({ sensitive, env: _env, default: _default, ...question }) =>
      sensitive === true ? question : { ...question, sensitive: true },
    ),
  'other choices from a call': (flow, place, random) => {
    if (place.state.question.type !== 'choice') return undefined;
    return withQuestion(flow, place, ({ choices_from: from, ...question }) => {
      const args = { of: 'others', size: random.between(1, 3), fails: false, path: '' };
      const another = { ...question, choices_from: { call: 'lookup', args } };
      if (from === undefined) return another;
      const { choices = words } = question.validation ?? {};
      const more = { ...from, args: { ...from.args, size: Number(from.args['size']) + 1 } };
      return random.pick<QuestionDocument>([
        another,
        { ...question, choices_from: more },
        { ...question, choices_from: from, validation: { ...question.validation, choices } },
        { ...question, validation: { ...question.validation, choices } },
      ]);
    });
  },
  'another automatic answer': (flow, place, random) =>
    withQuestion(flow, place, ({ automatic_answer: before, ...question }) => {
      if (before !== undefined && random.chance(0.5)) return question;
      const value = { string: 'alpha', choice: 'alpha', integer: random.int(9), boolean: true }[
        question.type
      ];
      return { ...question, automatic_answer: before === value ? `\${${question.id}}` : value };
    }),
  'another transition': (flow, place, random) => {
    const others = otherNames(flow, place);
    if (others.length === 0) return undefined;
    const added = {
      from_state: place.name,
      to_state: random.pick(others),
      condition: conditionOf(flow, random),
    };
    return withTransitions(flow, place, (transitions) =>
      random.pick([
        [added, ...transitions],
        [...transitions, added],
      ]),
    );
  },
  'another condition': (flow, place, random) =>
    withTransitions(flow, place, (transitions) =>
      transitions.flatMap((each) => {
        if (each.from_state !== place.name || each.condition === undefined) return [each];
        return random.pick([
          [{ ...each, condition: `not (${each.condition})` }],
          [{ ...each, condition: conditionOf(flow, random) }],
          [],
        ]);
      }),
    ),
  'another next state': (flow, place, random) =>
    withState(flow, place, (state) => ({
      ...state,
      next_state: random.pick([null, ...otherNames(flow, place)]),
    })),
  'other operations': (flow, place, random) =>
    withState(flow, place, ({ operations = [], ...state }) =>
      random.pick<StateDocument>([
        {
          ...state,
          operations: [...operations, { id: `new.op${random.int(1e6)}`, call: 'make', args: { number: 0 } }],
        },
        { ...state, operations: operations.slice(1) },
        { ...state, operations: operations.map((each) => ({ ...each, args: { ...each.args, more: 1 } })) },
      ]),
    ),
  'another nested workflow': (flow, place, random) => {
    const { workflow, workflow_condition: condition, ...state } = place.state;
    const added = `new.workflow${random.int(1e6)}`;
    const nested = random.pick([undefined, added, ...Object.keys(flow.workflows ?? {})]);
    const wanted = random.pick([undefined, conditionOf(flow, random), condition]);
    const changed = withState(flow, place, () => ({
      ...state,
      ...(nested === undefined ? {} : { workflow: nested }),
      ...(nested === undefined || wanted === undefined ? {} : { workflow_condition: wanted }),
    }));
    if (nested !== added) return changed;
    const level: LevelDocument = { states: { only: { question: newQuestion(flow, random) } } };
    return { ...changed, workflows: { ...changed.workflows, [added]: level } };
  },
  'another condition of a nested workflow': (flow, place, random) =>
    withState(flow, place, ({ workflow_condition: condition, ...state }) => ({
      ...state,
      ...(state.workflow === undefined || (condition !== undefined && random.chance(0.3))
        ? {}
        : { workflow_condition: conditionOf(flow, random) }),
    })),
  'a nested workflow has another name': (flow, _, random) => {
    const names = Object.keys(flow.workflows ?? {});
    if (names.length === 0) return undefined;
    const [from, to] = [random.pick(names), `renamed.${random.int(1e6)}`];
    const rename = (name: string): string => (name === from ? to : name);
    const renamed = {
      ...flow,
      workflows: Object.fromEntries(
        Object.entries(flow.workflows ?? {}).map(([name, level]) => [rename(name), level]),
      ),
    };
    return placesOf(renamed).reduce<FlowDocument>(
      (done, place) =>
        withState(done, place, (state) =>
          state.workflow === undefined ? state : { ...state, workflow: rename(state.workflow) },
        ),
      renamed,
    );
  },
} satisfies Readonly<Record<string, Edit>>;
