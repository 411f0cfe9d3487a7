/** Rules over answers that are given later. */
import { describe, expect, test } from 'vitest';
import { readQuestions } from '../../src/languages/questions/read-questions.ts';

interface State {
  readonly rule?: string;
  readonly next?: string;
  readonly workflow?: string;
}

/** Each state is called like its question. A transition is “from to”. */
const levelOf = (states: Readonly<Record<string, State>>, ...transitions: readonly string[]) => ({
  states: Object.fromEntries(
    Object.entries(states).map(([id, { rule, next = null, workflow }]) => [
      id,
      {
        question: {
          ...{ id, type: 'integer', prompt: 'What?' },
          ...(rule === undefined ? {} : { validation: { rule } }),
        },
        next_state: next,
        ...(workflow === undefined ? {} : { workflow }),
      },
    ]),
  ),
  transitions: transitions.map((each) => {
    const [from_state, to_state] = each.split(' ');
    return { from_state, to_state, condition: '1 < 2' };
  }),
});

const read = (root: object, workflows: object = {}) =>
  readQuestions(
    {
      path: 'flow.json',
      text: JSON.stringify({ version: '1.0.0', workflow_id: 'rules', ...root, workflows }, null, 1),
    },
    { operations: null },
  ).violations.map(({ rule, path, actual }) => `${rule} ${path} ${actual}`);

const rule = (own: string, other: string) => `\${${own}} < \${${other}}`;
const tooEarly = (state: string, other: string, level = '') => [
  `rule-too-early ${level}states.${state}.question.validation.rule \${${other}}`,
];

describe('[Q1.2] in one workflow', () => {
  test('a rule over the next answer is too early, one over the last answer is not', () => {
    expect(read(levelOf({ lo: { rule: rule('lo', 'hi'), next: 'hi' }, hi: {} }))).toEqual(
      tooEarly('lo', 'hi'),
    );
    expect(read(levelOf({ lo: { next: 'hi' }, hi: { rule: rule('hi', 'lo') } }))).toEqual([]);
  });

  test('an answer of another branch is never given', () => {
    const states = { first: { next: 'one' }, one: {}, other: { rule: rule('other', 'one') } };
    expect(read(levelOf(states, 'first other'))).toEqual(tooEarly('other', 'one'));
  });

  test('in a loop, a later answer is given before the question is asked again', () => {
    const states = { lo: { rule: rule('lo', 'hi'), next: 'hi' }, hi: {} };
    expect(read(levelOf(states, 'hi lo'))).toEqual([]);
  });

  test('it says what to do', () => {
    const text = JSON.stringify({
      ...{ version: '1.0.0', workflow_id: 'rules' },
      ...levelOf({ lo: { rule: rule('lo', 'hi'), next: 'hi' }, hi: {} }),
    });
    expect(readQuestions({ path: 'flow.json', text }, { operations: null }).violations).toMatchObject([
      {
        message:
          'The rule never applies: no way leads through “hi” before “lo”. Write it into the question “hi”, or remove it.',
        line: 1,
        column: text.indexOf(`"${rule('lo', 'hi')}"`) + 1,
      },
    ]);
  });
});

describe('[Q1.2] with nested workflows', () => {
  const inner = (own: State = {}) => ({ sub: levelOf({ a: { next: 'b' }, b: own }) });

  test('the answer of the state that enters one is given before its questions, and they before what follows', () => {
    const states = { enter: { next: 'last', workflow: 'sub' }, last: { rule: rule('last', 'b') } };
    expect(read(levelOf(states), inner({ rule: rule('b', 'enter') }))).toEqual([]);
  });

  test('the state that enters one is answered before, and what follows later', () => {
    const states = { enter: { rule: rule('enter', 'a'), next: 'last', workflow: 'sub' }, last: {} };
    expect(read(levelOf(states), inner({ rule: rule('b', 'last') }))).toEqual([
      ...tooEarly('enter', 'a'),
      ...tooEarly('b', 'last', 'workflows.sub.'),
    ]);
  });

  test('what one of two states entered does not lead to the way after the other', () => {
    const states = {
      first: { next: 'one' },
      one: { workflow: 'sub' },
      other: { workflow: 'sub', next: 'last' },
      last: { rule: rule('last', 'one') },
    };
    expect(read(levelOf(states, 'first other'), inner())).toEqual(tooEarly('last', 'one'));
  });

  test('in a loop around one, its answers are given before it is entered again', () => {
    const states = { enter: { rule: rule('enter', 'b'), workflow: 'sub' } };
    expect(read(levelOf(states, 'enter enter'), inner())).toEqual([]);
  });
});
