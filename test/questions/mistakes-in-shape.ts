/** Keys that are unknown, misspelled, missing or misplaced, and values of another type. */
import type { Draft } from './document-draft.ts';
import { drop, entryOf, type MapNode, type Mistake, mapsIn, put, valueAt } from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';

/** Finds a map for the mistake; `undefined` if the document has none. */
type Place = (draft: Draft) => MapNode | undefined;

const validationOf =
  (type: string): Place =>
  (draft) => {
    const place = draft.plain(type);
    return place && (put(place.question, 'validation', {}).value as MapNode);
  };

const ownerOf = ({ root }: Draft, from: MapNode): MapNode | undefined =>
  mapsIn(root).find((map) => valueAt(map, 'choices_from') === from);

const places = {
  flow: (draft) => (draft.touch(draft.root) ? draft.root : undefined),
  'nested workflow': (draft) =>
    draft.workflow({ states: { only: { question: draft.question() } } }).value as MapNode,
  state: (draft) => draft.state()?.state,
  'state without operations': (draft) =>
    draft.state(({ state }) => entryOf(state, 'operations') === undefined)?.state,
  question: (draft) => draft.plain(null)?.question,
  'full question': (draft) => draft.state()?.question,
  'full validation': (draft) => {
    const hasSome: Parameters<Draft['state']>[0] = ({ question }) =>
      Object.keys(misspelled).some((key) => valueAt(question, 'validation', key) !== undefined);
    return valueAt(draft.state(hasSome)?.question, 'validation') as MapNode | undefined;
  },
  'question for a text': (draft) => draft.plain('string')?.question,
  'free question for a text': (draft) => draft.plain('string', draft.isFree)?.question,
  'free question': (draft) => draft.plain(null, draft.isFree)?.question,
  'question with choices': (draft) => draft.plain('choice')?.question,
  'list of choices': (draft) => valueAt(draft.plain('choice')?.question, 'validation') as MapNode | undefined,
  'question with choices from a call only': (draft) => {
    const from = draft.choicesFrom();
    const owner = from && ownerOf(draft, from);
    if (owner !== undefined) drop(owner, 'validation');
    return owner;
  },
  'question with rules': (draft) => {
    const question = draft.plain('integer')?.question;
    if (question === undefined) return undefined;
    put(question, 'validation', { min_value: 2, max_value: 7 });
    put(question, 'default', 5);
    return question;
  },
  'secret with a variable': (draft) => {
    const question = draft.plain('string', draft.isFree)?.question;
    if (question === undefined) return undefined;
    put(question, 'sensitive', true);
    put(question, 'env', 'TOKEN');
    return question;
  },
  'text validation': validationOf('string'),
  'integer validation': validationOf('integer'),
  'choice validation': (draft) => {
    const from = draft.choicesFrom();
    const owner = from && ownerOf(draft, from);
    return owner && (put(owner, 'validation', {}).value as MapNode);
  },
  transition: (draft) => draft.transition(),
  operation: (draft) => draft.operation(),
  undo: (draft) => entryOf(draft.operation(), 'undo')?.value as MapNode | undefined,
  'choices from a call': (draft) => draft.choicesFrom(),
} as const satisfies Record<string, Place>;

type PlaceName = keyof typeof places;

/** In these, a mistake puts in doubt where the flow leads. */
const decisive: readonly PlaceName[] = ['flow', 'nested workflow', 'state', 'transition'];

const inMap = (
  name: string,
  where: PlaceName,
  make: (map: MapNode, draft: Draft) => Mistake,
  more: Partial<MistakeKind> = {},
): MistakeKind => ({
  name,
  isStructural: true,
  isDecisive: decisive.includes(where),
  isOfFlow: where === 'flow',
  make(draft) {
    const map = places[where](draft);
    return map && [make(map, draft)];
  },
  ...more,
});

const foreignKeys = ['responsibility', 'quality_gate', '__proto__', 'constructor'];

const unknownKeys = (
  [
    'flow',
    'nested workflow',
    'state',
    'question',
    'text validation',
    'transition',
    'operation',
    'undo',
    'choices from a call',
  ] as const
).map((where) =>
  inMap(`an unknown key of a ${where}`, where, (map, draft) => ({
    rule: 'unknown-key',
    at: draft.insertEntry(map, draft.random.pick(foreignKeys), 'very good'),
  })),
);

/** Of these, each with a misspelled form that is nearest to it. */
const misspelled: Readonly<Record<string, string>> = {
  ...{ version: 'verison', workflow_id: 'workflow-id', states: 'sates', transitions: 'transition' },
  ...{ workflows: 'wrkflows', question: 'qestion', next_state: 'next_sate', operations: 'operatons' },
  ...{ type: 'tpye', prompt: 'promt', help_text: 'helptext', default: 'defualt', validation: 'validaton' },
  ...{ automatic_answer: 'automatic_anwser', sensitive: 'sensitve', choices_from: 'choices_form' },
  ...{ regex: 'regx', min_value: 'min_vlue', max_value: 'max_vlaue', rule: 'rul', format: 'formt' },
  ...{ from_state: 'form_state', to_state: 'to_sate', condition: 'conditon', call: 'cal', args: 'agrs' },
  ...{ undo: 'unod', workflow_condition: 'workflow_conditon', choices: 'chioces', id: 'idd' },
};

const misspelledKeys = (
  [
    'flow',
    'state',
    'full question',
    'full validation',
    'transition',
    'operation',
    'undo',
    'choices from a call',
  ] as const
).map((where) =>
  inMap(
    `a misspelled key of a ${where}`,
    where,
    (map, draft) => {
      const at = draft.random.pick(map.entries.filter(({ key }) => Object.hasOwn(misspelled, key)));
      at.key = misspelled[at.key] ?? at.key;
      return { rule: 'unknown-key', at };
    },
    { isCorrected: true },
  ),
);

const missing: readonly (readonly [PlaceName, string])[] = [
  ['flow', 'version'],
  ['flow', 'workflow_id'],
  ['nested workflow', 'states'],
  ['free question', 'id'],
  ['secret with a variable', 'id'],
  ['question for a text', 'type'],
  ['question with rules', 'type'],
  ['question', 'prompt'],
  ['transition', 'from_state'],
  ['transition', 'to_state'],
  ['operation', 'id'],
  ['operation', 'call'],
  ['undo', 'call'],
  ['choices from a call', 'call'],
];

const missingKeys = missing.map(([where, key]) =>
  inMap(`${key} of a ${where} is missing`, where, (map) => {
    drop(map, key);
    return { rule: 'missing-key', at: map };
  }),
);

const missingQuestion: MistakeKind = {
  name: 'a state without a question',
  isStructural: true,
  isDecisive: true,
  make(draft) {
    const place = draft.plain(null, draft.isFree);
    if (place === undefined) return undefined;
    drop(place.state, 'question');
    return [{ rule: 'missing-key', at: place.state }];
  },
};

const misplaced: readonly (readonly [type: string, key: string, value: unknown])[] = [
  ['integer', 'regex', '^a'],
  ['boolean', 'format', 'json'],
  ['string', 'min_value', 1],
  ['choice', 'max_value', 1],
  ['integer', 'choices', ['1', '2']],
  ['string', 'choices', ['a']],
];

const misplacedKeys: readonly MistakeKind[] = [
  ...misplaced.map(
    ([type, key, value]): MistakeKind => ({
      name: `${key} of a question of the type ${type}`,
      isStructural: false,
      make(draft) {
        const place = draft.plain(type);
        if (place === undefined) return undefined;
        const validation = entryOf(place.question, 'validation') ?? put(place.question, 'validation', {});
        return [{ rule: 'misplaced-key', at: draft.insertEntry(validation.value as MapNode, key, value) }];
      },
    }),
  ),
  ...(['question for a text', 'question with choices'] as const).map((where) =>
    inMap(`choices beside the validation of a ${where}`, where, (map, draft) => {
      drop(map, 'validation');
      return { rule: 'misplaced-key', at: draft.insertEntry(map, 'choices', ['a', 'b']) };
    }),
  ),
];

interface WrongValues {
  readonly in: PlaceName;
  readonly key: string;
  readonly values: readonly unknown[];
  /** Default: wrong-type. */
  readonly rule?: string;
  readonly isStructural?: boolean;
}

const wrongValues: readonly WrongValues[] = [
  { in: 'flow', key: 'title', values: [['a'], {}, null] },
  { in: 'flow', key: 'description', values: [['a'], {}, null] },
  { in: 'flow', key: 'workflow_id', values: [['a'], {}, null] },
  {
    in: 'flow',
    key: 'version',
    values: ['2.0.0', '1.0', 1, true, null, 'v1.0.0'],
    rule: 'unsupported-version',
  },
  { in: 'free question', key: 'id', values: [['a'], {}, null] },
  { in: 'question', key: 'prompt', values: [[], { en: 'What?' }, null] },
  { in: 'question', key: 'help_text', values: [['a', 'b'], null] },
  { in: 'question', key: 'automatic_answer', values: [null, ['a'], { is: 1 }] },
  { in: 'question for a text', key: 'type', values: ['text', 'password', 7], rule: 'bad-value' },
  { in: 'question for a text', key: 'type', values: [['string'], null] },
  { in: 'question with rules', key: 'type', values: ['number', 'float', 7], rule: 'bad-value' },
  { in: 'question with rules', key: 'type', values: [['integer'], null] },
  { in: 'free question for a text', key: 'sensitive', values: ['yes', 'true', 'no', 1, null, [true]] },
  { in: 'secret with a variable', key: 'sensitive', values: ['yes', 'true', null, [true]] },
  { in: 'secret with a variable', key: 'env', values: [['TOKEN'], {}, null] },
  { in: 'question for a text', key: 'validation', values: ['^[a-z]+$', 3, ['a']] },
  { in: 'integer validation', key: 'min_value', values: ['3', [3], null, true] },
  { in: 'integer validation', key: 'max_value', values: [1.5, -0.5], rule: 'bad-value' },
  { in: 'integer validation', key: 'max_value', values: [2 ** 60], rule: 'bad-value', isStructural: false },
  { in: 'text validation', key: 'regex', values: [['a'], {}, null] },
  { in: 'text validation', key: 'format', values: ['xml', 'yaml'], rule: 'bad-value' },
  { in: 'text validation', key: 'rule', values: [['a'], {}, null] },
  { in: 'text validation', key: 'message', values: [['a'], {}] },
  { in: 'choice validation', key: 'choices', values: ['a, b', { a: 1 }, null] },
  { in: 'list of choices', key: 'choices', values: ['a, b', { a: 1 }, null] },
  { in: 'question with choices', key: 'validation', values: ['a, b', ['a', 'b'], null] },
  { in: 'question with choices', key: 'choices_from', values: ['lookup', ['lookup'], null] },
  { in: 'question with choices from a call only', key: 'choices_from', values: ['lookup', ['lookup'], null] },
  { in: 'choices from a call', key: 'items', values: [['a'], {}] },
  { in: 'choices from a call', key: 'value', values: [['a'], null] },
  { in: 'operation', key: 'id', values: [['a'], {}, null] },
  { in: 'operation', key: 'call', values: [['make'], {}, null] },
  { in: 'operation', key: 'args', values: ['number', [1], 3] },
  { in: 'operation', key: 'if', values: [['a'], null] },
  { in: 'operation', key: 'undo', values: ['unmake', [], null] },
  { in: 'undo', key: 'call', values: [['unmake'], null] },
  { in: 'state without operations', key: 'operations', values: ['make', {}, null] },
  { in: 'state', key: 'workflow_condition', values: [[], null] },
  { in: 'transition', key: 'condition', values: [['a'], {}, null] },
];

/** Values that do not decide where the flow leads. */
const aside = ['title', 'description', 'workflow_id', 'version', 'workflow_condition', 'condition'];

const wrongTypes = wrongValues.map(({ in: where, key, values, rule = 'wrong-type', isStructural = true }) =>
  inMap(
    `${key} of a ${where}: ${JSON.stringify(values)}`,
    where,
    (map, { random }) => ({ rule, at: put(map, key, random.pick(values)).value }),
    { isStructural, isDecisive: decisive.includes(where) && !aside.includes(key) },
  ),
);

export const mistakesInShape: readonly MistakeKind[] = [
  ...unknownKeys,
  ...misspelledKeys,
  ...missingKeys,
  missingQuestion,
  ...misplacedKeys,
  ...wrongTypes,
];
