/** Names, rules, choices, defaults and secrets of questions that contradict each other. */
import type { Draft, StatePlace } from './document-draft.ts';
import { type DocumentNode, itemsOf, type Mistake, put, valueAt } from './document-tree.ts';
import type { MistakeKind } from './mistake-kind.ts';

interface MoreOfKind {
  readonly isStructural?: boolean;
  /** Whether no expression may refer to the question. */
  readonly isFree?: boolean;
}

/** @param type of the question; null: any */
const inQuestion = (
  name: string,
  type: string | null,
  make: (place: StatePlace, draft: Draft) => Mistake,
  { isFree = false, isStructural = false }: MoreOfKind = {},
): MistakeKind => ({
  name,
  isStructural,
  make(draft) {
    const place = draft.plain(type, isFree ? draft.isFree : undefined);
    return place && [make(place, draft)];
  },
});

const at = (node: DocumentNode, key: string): DocumentNode => valueAt(node, key) ?? node;

const badNames = ['1st', 'a b', '_x', 'é', 'a'.repeat(101), 'a/b', '$a', ''];

const names: readonly MistakeKind[] = [
  {
    name: 'a bad id of the flow',
    isStructural: false,
    isOfFlow: true,
    make: (draft) =>
      draft.touch(draft.root)
        ? [{ rule: 'bad-name', at: put(draft.root, 'workflow_id', draft.random.pick(badNames)).value }]
        : undefined,
  },
  inQuestion(
    'a bad id of a question',
    null,
    ({ question }, draft) => ({ rule: 'bad-name', at: put(question, 'id', draft.once(badNames)).value }),
    { isFree: true },
  ),
  inQuestion(
    'a reserved id of a question',
    null,
    ({ question }, { random }) => ({
      rule: 'reserved-name',
      at: put(question, 'id', random.pick(['answers', 'operations', 'result'])).value,
    }),
    { isFree: true },
  ),
  {
    name: 'a bad id of an operation',
    isStructural: false,
    make(draft) {
      const operation = draft.operation();
      return operation && [{ rule: 'bad-name', at: put(operation, 'id', draft.once(badNames)).value }];
    },
  },
];

const badPatterns: readonly (readonly [name: string, patterns: readonly string[]])[] = [
  ['a pattern that cannot be read', ['(', 'a)', '[a', '*a', 'a{2,1}', '[b-a]']],
  ['a pattern that looks ahead', ['^(?=a)', 'a(?!b)']],
  ['a pattern that looks behind', ['(?<=a)b', '(?<!a)b']],
  ['a pattern that refers back', ['(a)\\1', '(?<x>a)\\k<x>']],
];

const rules: readonly MistakeKind[] = [
  ...badPatterns.map(([name, patterns]) =>
    inQuestion(name, 'string', ({ question }, { random }) => ({
      rule: 'bad-pattern',
      at: at(put(question, 'validation', { regex: random.pick(patterns) }).value, 'regex'),
    })),
  ),
  inQuestion('a range without an integer', 'integer', ({ question }, { random }) => {
    const max = random.between(-5, 5);
    const range = { min_value: max + random.between(1, 9), max_value: max };
    return { rule: 'empty-range', at: at(put(question, 'validation', range).value, 'max_value') };
  }),
  inQuestion('a choice without choices', 'choice', ({ question }) => {
    put(question, 'validation', {});
    return { rule: 'missing-choices', at: question };
  }),
  inQuestion(
    'an empty list of choices',
    'choice',
    ({ question }) => ({
      rule: 'missing-choices',
      at: at(put(question, 'validation', { choices: [] }).value, 'choices'),
    }),
    { isStructural: true },
  ),
  inQuestion(
    'a choice that is no text',
    'choice',
    ({ question }, { random }) => {
      const { value } = put(question, 'validation', {
        choices: ['a', random.pick([null, ['b'], { c: 'd' }]), 'e'],
      });
      return { rule: 'wrong-type', at: itemsOf(at(value, 'choices'))[1] ?? value };
    },
    { isStructural: true },
  ),
];

const badDefaults: readonly (readonly [type: string, validation: object, values: readonly unknown[]])[] = [
  ['string', {}, [5, true, ['a'], { a: 1 }]],
  ['string', { regex: '^[a-z]+$' }, ['A', 'a b', '1']],
  ['string', { format: 'json' }, ['{', 'a', '{a: 1}']],
  ['integer', {}, ['five', '5', 1.5, 2 ** 60, true]],
  ['integer', { min_value: 3 }, [2, -3]],
  ['integer', { min_value: -3, max_value: 3 }, [-4, 4]],
  ['boolean', {}, ['true', 1, 'yes']],
  ['choice', { choices: ['a', 'b'] }, ['c', 'A', 1]],
];

const defaults = badDefaults.map(([type, validation, values]) =>
  inQuestion(
    `a default of the type ${type} against ${JSON.stringify(validation)}`,
    type,
    ({ question }, { random }) => {
      put(question, 'validation', validation);
      return { rule: 'bad-default', at: put(question, 'default', random.pick(values)).value };
    },
  ),
);

const secrets: readonly MistakeKind[] = [
  inQuestion(
    'a secret that is no text',
    'string',
    ({ question }, { random }) => {
      put(question, 'sensitive', true);
      return { rule: 'wrong-type', at: put(question, 'type', random.pick(['integer', 'boolean'])).value };
    },
    { isFree: true },
  ),
  inQuestion(
    'a secret with a default that is no name',
    'string',
    ({ question }, { random }) => {
      put(question, 'sensitive', true);
      put(question, 'env', 'TOKEN');
      return {
        rule: 'bad-default',
        at: put(question, 'default', random.pick(['TOKEN', '$OTHER', '', 'x'])).value,
      };
    },
    { isFree: true },
  ),
  inQuestion(
    'env of a question that is no secret',
    null,
    ({ question }) => ({ rule: 'misplaced-key', at: put(question, 'env', 'TOKEN') }),
    { isStructural: true },
  ),
  inQuestion(
    'a bad name of a variable',
    'string',
    ({ question }, { random }) => {
      put(question, 'sensitive', true);
      const name = random.pick(['API-TOKEN', '$TOKEN', '1ST', '', 'a b']);
      return { rule: 'bad-name', at: put(question, 'env', name).value };
    },
    { isFree: true },
  ),
];

export const mistakesInQuestions: readonly MistakeKind[] = [...names, ...rules, ...defaults, ...secrets];
