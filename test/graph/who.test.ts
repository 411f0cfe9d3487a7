import { expect, test } from 'vitest';
import type { Json } from '../../src/kernel/index.ts';
import { graph, read } from './play-graph.ts';

/** The “who” of the workflow's question, and its violations. */
function whoIn(who: string): { who: Json | undefined; violations: readonly string[] } {
  const text = graph(`ask:\n  type: yield\n  message: Well?\n  who: ${who}`);
  const { workflows, violations } = read(text);
  const work = workflows[0]?.program?.nets[0]?.tasks.find(({ id }) => id === 'ask')?.work;
  const item = work?.kind === 'offer' ? work.item : null;
  return {
    who: typeof item === 'object' && item !== null && 'who' in item ? item['who'] : undefined,
    violations: violations.map(({ rule, path, message }) => `${rule} ${path.split('.ask.')[1]}: ${message}`),
  };
}

const anybody = { roles: [], subjects: [], kind: null, fourEyes: false };

test('[W2.3] the “who” of a question is stored in its work item', () => {
  const whole = whoIn('{ roles: [manager, finance], subjects: [ann], kind: person, four_eyes: true }');
  expect(whole).toEqual({
    who: { roles: ['manager', 'finance'], subjects: ['ann'], kind: 'person', fourEyes: true },
    violations: [],
  });
  expect(whoIn('{ roles: [manager] }').who).toEqual({ ...anybody, roles: ['manager'] });
  expect(whoIn('{ kind: agent }').who).toEqual({ ...anybody, kind: 'agent' });
  expect(whoIn('{ four_eyes: true }').who).toEqual({ ...anybody, fourEyes: true });
  // A “who” without restrictions is not stored: such items are the same as without it.
  expect(whoIn('{ four_eyes: false }')).toEqual({ who: undefined, violations: [] });
});

test('[W2.3] names are compared exactly, in any form', () => {
  const odd = [
    '__proto__',
    'constructor',
    'toString',
    'Manager',
    'a b',
    'ä/ü',
    '"',
    'a,b',
    '$$',
    '42',
    'true',
    ' x',
  ];
  const { who, violations } = whoIn(`{ roles: ${JSON.stringify(odd)}, subjects: [7, true, 1.50, no] }`);
  expect(violations).toEqual([]);
  expect(who).toEqual({
    ...anybody,
    roles: odd.map((name) => (name === '$$' ? '$' : name)),
    subjects: ['7', 'true', '1.50', 'no'],
  });
  expect(whoIn('{ roles: [a, b, a] }').who).toEqual({ ...anybody, roles: ['a', 'b'] });
});

test('[W2.3] a question in a branch or in a loop has its own “who”', () => {
  const text = graph(
    `
both:
  type: parallel
  branches:
    one: { type: yield, message: One?, who: { roles: [a] } }
each:
  type: foreach
  items: [1, 2]
  step: { type: yield, message: Each?, who: { roles: [b] } }
`,
  );
  const { workflows, violations } = read(text);
  expect(violations).toEqual([]);
  const works = workflows[0]?.program?.nets.flatMap(({ tasks }) => tasks.map(({ work }) => work)) ?? [];
  const items = works.flatMap((work) => (work.kind === 'offer' ? [work.item] : []));
  expect(items).toMatchObject([{ who: { roles: ['b'] } }, { who: { roles: ['a'] } }]);
});

test.each([
  ['{}', ['bad-value who: “who” does not restrict who may answer.']],
  ['', ['bad-value who: “who” does not restrict who may answer.']],
  ['[manager]', ['wrong-type who: “who” must be a map of keys and values, but is a list.']],
  ['manager', ['wrong-type who: “who” must be a map of keys and values, but is the text “manager”.']],
  ['{ roles: [] }', ['bad-value who.roles: “roles” is empty.']],
  ['{ roles: }', ['wrong-type who.roles: “roles” must be a list of texts, but is nothing.']],
  [
    '{ subjects: ann }',
    ['wrong-type who.subjects: “subjects” must be a list of texts, but is the text “ann”.'],
  ],
  ['{ subjects: [[ann]] }', ['wrong-type who.subjects[0]: A subject must be a text, but is a list.']],
  ['{ roles: [null] }', ['wrong-type who.roles[0]: A role must be a text, but is nothing.']],
  ['{ roles: ["  "] }', ['bad-value who.roles[0]: A role must be a text of 1 to 300 characters.']],
  [
    `{ roles: [${'x'.repeat(301)}] }`,
    ['bad-value who.roles[0]: A role must be a text of 1 to 300 characters.'],
  ],
  [`{ roles: [${'x, '.repeat(51)}] }`, ['bad-value who.roles: “roles” has more than 50 names.']],
  [
    '{ subjects: [$boss] }',
    ['bad-value who.subjects[0]: A subject must be a fixed text. References are not evaluated here.'],
  ],
  [
    '{ roles: ["head of $unit.name"] }',
    ['bad-value who.roles[0]: A role must be a fixed text. References are not evaluated here.'],
  ],
  ['{ kind: human }', [expect.stringMatching(/^bad-value who\.kind: /)]],
  ['{ kind: [person] }', [expect.stringMatching(/^wrong-type who\.kind: /)]],
  ['{ four_eyes: maybe }', [expect.stringMatching(/^wrong-type who\.four_eyes: /)]],
  ['{ constructor: x, roles: [a] }', ['unknown-key who.constructor: “who” has no “constructor”.']],
  ['{ users: [ann] }', ['unknown-key who.users: “who” has no “users”.']],
])('[W2.3][L2] who: %s is refused at its position', (who, violations) => {
  expect(whoIn(who)).toEqual({ who: undefined, violations });
});

test('[W2.3][L2] “who” is misplaced on nodes other than questions', () => {
  const { violations } = read(graph('a: { call: x, who: { roles: [b] } }'));
  expect(violations.map(({ rule, path }) => [rule, path])).toEqual([
    ['misplaced-key', 'workflows.w.graph.a.who'],
  ]);
});

test('[W2.3] a drawing shows who may answer a question', () => {
  const remarksOf = (who: string) =>
    read(graph(`ask: { type: yield, message: Well?, who: ${who} }`)).workflows[0]?.sketch?.nodes[0]?.remarks;
  expect(remarksOf('{ roles: [a, b], subjects: [c, d], four_eyes: true }')).toEqual([
    'for a, b, c, … (four eyes)',
  ]);
  expect(remarksOf('{ kind: person }')).toEqual(['for person']);
  expect(remarksOf('{ four_eyes: true }')).toEqual(['for others (four eyes)']);
});
