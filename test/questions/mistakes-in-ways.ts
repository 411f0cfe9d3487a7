/** States and workflows that do not exist, and ways that lead nowhere. */
import type { Draft } from './document-draft.ts';
import { type DocumentNode, entriesOf, type Mistake, put, valueAt } from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';
import { rulesTooEarly } from './reference-ways.ts';

const nowhere = ['nowhere to be found', '', '__proto__', 'constructor', 'toString'];
const noMap = ['What?', ['a'], null];

/** Of these, it is in doubt where the flow leads. @param find what is wrong */
const decisive = (
  name: string,
  rule: string,
  find: (draft: Draft) => Mistake['at'] | undefined,
  isStructural = false,
): MistakeKind => ({
  name,
  isStructural,
  isDecisive: true,
  make(draft) {
    const at = find(draft);
    return at && [{ rule, at }];
  },
});

const inState = (name: string, rule: string, key: string, values: readonly unknown[], isStructural = false) =>
  decisive(
    name,
    rule,
    (draft) => {
      const place = draft.state();
      return place && put(place.state, key, draft.random.pick(values)).value;
    },
    isStructural,
  );

const inTransition = (key: string): MistakeKind =>
  decisive(`a transition with a ${key} that does not exist`, 'dangling-state', (draft) => {
    const transition = draft.transition();
    return transition && put(transition, key, draft.random.pick(nowhere)).value;
  });

const first = (map: DocumentNode | undefined): DocumentNode | undefined => entriesOf(map)[0]?.value;

const parts: readonly MistakeKind[] = [
  inState('a next state that does not exist', 'dangling-state', 'next_state', nowhere),
  inState('a next state that is no name', 'dangling-state', 'next_state', [['a'], {}], true),
  inTransition('from_state'),
  inTransition('to_state'),
  inState('a nested workflow that does not exist', 'unknown-workflow', 'workflow', nowhere),
  inState('a nested workflow that is no name', 'unknown-workflow', 'workflow', [['a'], {}], true),
  decisive(
    'a nested workflow without states',
    'no-states',
    (draft) => first(draft.workflow({ states: {} }).value),
    true,
  ),
  decisive(
    'states that are a list',
    'wrong-type',
    (draft) => first(draft.workflow({ states: [{ question: draft.question() }] }).value),
    true,
  ),
  decisive(
    'a nested workflow that is no map',
    'wrong-type',
    (draft) => draft.workflow(draft.random.pick(noMap)).value,
    true,
  ),
  decisive(
    'a state that is no map',
    'wrong-type',
    (draft) => draft.lostState(draft.random.pick(noMap))?.value,
    true,
  ),
  decisive(
    'a question that is no map',
    'wrong-type',
    (draft) => first(draft.lostState({ question: draft.random.pick(noMap) })?.value),
    true,
  ),
  decisive(
    'a transition that is no map',
    'wrong-type',
    (draft) => draft.badTransition(draft.random.pick(['a -> b', ['a', 'b'], null])),
    true,
  ),
];

/** What is wrong follows from where the flow leads. */
const ofFlow = (name: string, change: (draft: Draft) => unknown): MistakeKind => ({
  name,
  isStructural: false,
  make: (draft) => (change(draft) === undefined ? undefined : []),
});

const leads: readonly MistakeKind[] = [
  ofFlow('a rule over an answer that is given later', (draft) => {
    const place = draft.plain('integer');
    const later = place && draft.lastAfter(place, 'integer');
    if (place === undefined || later === undefined) return undefined;
    put(place.question, 'validation', { rule: `\${${place.id}} < \${${later}}` });
    // In a loop it can be earlier, too.
    return rulesTooEarly(draft.root)[0];
  }),
  ofFlow('a state that no way leads to', (draft) => draft.lostState({ question: draft.question() })),
  ofFlow('a state without a way to the end', (draft) => {
    const place = draft.state();
    return place && draft.returns(place);
  }),
  ofFlow('a nested workflow that no state enters', (draft) =>
    draft.workflow({ states: { only: { question: draft.question() } } }),
  ),
  ofFlow('a nested workflow that contains itself', (draft) => {
    const id = draft.fresh('inner');
    const place = draft.state(({ state }) => valueAt(state, 'workflow') === undefined);
    if (place === undefined) return undefined;
    put(place.state, 'workflow', id);
    return draft.workflow({ states: { only: { question: draft.question(), workflow: id } } }, id);
  }),
  ofFlow('nested workflows that enter each other at random', (draft) => {
    const ids = Array.from({ length: draft.random.between(2, 5) }, () => draft.fresh('inner'));
    const enter = (more: object) => ({
      question: draft.question(),
      workflow: draft.random.pick(ids),
      ...more,
    });
    for (const id of ids)
      draft.workflow({ states: { one: enter({ next_state: 'two' }), two: enter({}) } }, id);
    const place = draft.state(({ state }) => valueAt(state, 'workflow') === undefined);
    return place && put(place.state, 'workflow', draft.random.pick(ids));
  }),
  ofFlow('two nested workflows that contain each other', (draft) => {
    const [one, other] = [draft.fresh('inner'), draft.fresh('inner')];
    draft.workflow({ states: { only: { question: draft.question(), workflow: other } } }, one);
    return draft.workflow({ states: { only: { question: draft.question(), workflow: one } } }, other);
  }),
];

export const mistakesInWays: readonly MistakeKind[] = [...parts, ...leads];
