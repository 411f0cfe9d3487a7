/** Random documents of question flows, valid and with mistakes: what is reported, and where. */
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { applyEdits } from '../../src/languages/document/apply-edits.ts';
import { jsonSchema } from '../../src/languages/document/json-schema.ts';
import { toJson } from '../../src/languages/document/located.ts';
import { parseDocument } from '../../src/languages/document/parse-document.ts';
import type { ConnectorOperations, ReadResult } from '../../src/languages/index.ts';
import { flowShape } from '../../src/languages/questions/flow-shape.ts';
import { questionsLanguage } from '../../src/languages/questions/index.ts';
import { contentOf } from '../../src/languages/questions/read-questions.ts';
import type { Random } from '../../src/testing/index.ts';
import { Draft } from './document-draft.ts';
import { dataOf, type Mistake } from './document-tree.ts';
import { duplicateNames } from './duplicate-names.ts';
import { levelsOf } from './flow-document.ts';
import type { MistakeKind } from './mistake-kind.ts';
import { mistakeKinds } from './mistakes.ts';
import { plantMistakes } from './plant-mistakes.ts';
import { randomFlow } from './random-flow.ts';
import { problemsOfWays } from './reference-ways.ts';
import { eachRound, type Round, rounds, seed } from './rounds.ts';
import { notations, type WrittenDocument, writeDocument } from './write-document.ts';

const about = `seed ${seed}, ${rounds} rounds`;

const parameter = (name: string, required: boolean, kind: 'any' | 'int' = 'any') => ({
  ...{ name, type: { kind }, required },
});
const common = { description: '', result: { kind: 'any' } as const, example: undefined };
const known = [
  { ...common, name: 'lookup', parameters: [parameter('of', false)], open: true },
  {
    ...common,
    name: 'make',
    parameters: [parameter('number', true, 'int'), parameter('own', false), parameter('text', false)],
  },
  { ...common, name: 'unmake', parameters: [parameter('made', false), parameter('own', false)] },
];
const operations: ConnectorOperations = {
  names: known.map(({ name }) => name),
  find: (name) => known.find((each) => each.name === name),
};

const read = (file: Pick<WrittenDocument, 'path' | 'text'>) => questionsLanguage.read(file, { operations });

/** Whether data conform to the schema of flows. */
const conforms = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
  jsonSchema(flowShape),
);

const found = ({ violations }: Pick<ReadResult, 'violations'>): readonly string[] =>
  violations.map(({ rule, line, column }) => `${rule} ${line}:${column}`).sort();

const expected = (file: WrittenDocument, mistakes: readonly Mistake[]): readonly string[] =>
  mistakes
    .map(({ rule, at, offset }) => {
      const { line, column } = file.positionOf(at, offset);
      return `${rule} ${line}:${column}`;
    })
    .sort();

const draftOf = ({ number, random }: Round, maxStates: number): Draft =>
  new Draft(random, randomFlow(random, `flow-${number}`, { maxStates }));

/** The kinds whose turn it is. @param every in so many rounds, each kind has one */
const turnOf = (kinds: readonly MistakeKind[], { number }: Round, every: number): readonly MistakeKind[] =>
  kinds.filter((_, at) => at % every === number % every);

const turn = 16;

/** How often each kind was made. */
class Tally {
  readonly #times: Map<string, number>;

  constructor(kinds: readonly MistakeKind[]) {
    this.#times = new Map(kinds.map(({ name }) => [name, 0]));
  }

  add(kinds: readonly MistakeKind[]): void {
    for (const { name } of kinds) this.#times.set(name, (this.#times.get(name) ?? 0) + 1);
  }

  rare(times: number): readonly string[] {
    return [...this.#times].flatMap(([name, each]) => (each < times ? [`${name}: ${each}`] : []));
  }
}

/** That errors of flows can have, beside syntax and limits. */
const everyRule = [
  ...[
    'argument-type',
    'bad-default',
    'bad-name',
    'bad-pattern',
    'bad-value',
    'cycle-without-exit',
    'dangling-state',
  ],
  ...['duplicate-id', 'duplicate-key', 'empty-range', 'expression-syntax', 'expression-type'],
  ...[
    'misplaced-key',
    'misplaced-secret',
    'missing-argument',
    'missing-choices',
    'missing-key',
    'nested-cycle',
    'no-states',
  ],
  ...[
    'reserved-name',
    'rule-too-early',
    'secret-in-expression',
    'unknown-argument',
    'unknown-call',
    'unknown-function',
    'unknown-key',
  ],
  ...['unknown-name', 'unknown-path', 'unknown-workflow', 'unreachable-question'],
  ...['unsupported-version', 'wrong-type'],
];

/** With one character removed, added or replaced. */
function garbled(random: Random, text: string): string {
  const at = random.int(text.length);
  const added = random.chance(0.3) ? '' : random.pick([...'{}[]:,"\'#&*!|>%@-${ \n\t0ax\u0000']);
  return text.slice(0, at) + added + text.slice(at + random.int(2));
}

interface Made {
  readonly kind: MistakeKind;
  readonly draft: Draft;
  readonly file: WrittenDocument;
  readonly result: ReadResult;
}

/** Makes each kind of mistake alone in a document, again after some rounds. */
async function makeEach(
  property: number,
  all: readonly MistakeKind[],
  every: number,
  look: (made: Made) => void,
): Promise<void> {
  const tally = new Tally(all);
  await eachRound(property, (round) => {
    for (const kind of turnOf(all, round, every)) {
      const draft = draftOf(round, 3);
      const { kinds, mistakes } = plantMistakes(draft, [kind]);
      const file = writeDocument(round.random, draft.root, round.random.pick(notations));
      const result = read(file);
      expect(found(result), `${kind.name}\n${file.text}`).toEqual(expected(file, mistakes));
      expect(mistakes.length > 0, kind.name).toBe(kinds.length > 0);
      if (kinds.length > 0) look({ kind, draft, file, result });
      tally.add(kinds);
    }
  });
  expect(tally.rare(rounds / every / 2)).toEqual([]);
}

test(`[Q1.1] property 8: a name of a state, an id or a key that exists twice is reported at the second, with line and column, ${about}`, async () => {
  const rules = new Set<string>();
  await makeEach(8, duplicateNames, 5, ({ result: { violations, workflows } }) => {
    for (const { rule } of violations) rules.add(rule);
    expect(workflows.map(({ program }) => program)).toEqual([null]);
  });
  expect([...rules]).toEqual(expect.arrayContaining(['duplicate-id', 'duplicate-key']));
});

test(`[Q1.1] property 8: a valid document is accepted with all its states, each with a name of its own, ${about}`, async () => {
  let states = 0;
  await eachRound(108, (round) => {
    const flow = randomFlow(round.random, `flow-${round.number}`, { maxStates: 5 });
    const file = writeDocument(
      round.random,
      new Draft(round.random, flow).root,
      round.random.pick(notations),
    );
    const { violations, workflows } = read(file);
    expect(violations, file.text).toEqual([]);
    const levels = workflows.flatMap((workflow) => contentOf(workflow).flow.levels);
    expect(levels.map(({ id, states }) => [id, states.map((state) => state.id)])).toEqual(
      levelsOf(flow).map(([id, level]) => [id, Object.keys(level.states)]),
    );
    const ids = levels.flatMap((level) => level.states.map(({ question }) => question.id));
    for (const names of [ids, ...levels.map((level) => level.states.map(({ id }) => id))])
      expect(new Set(names).size).toBe(names.length);
    states += ids.length;
  });
  expect(states).toBeGreaterThan(rounds * 4);
});

test(`[Q1.1][Q1.2][Q1.3] property 9: a valid document is accepted, and means the same in every notation, ${about}`, async () => {
  await eachRound(9, (round) => {
    const { root } = draftOf(round, 4);
    expect(problemsOfWays(root)).toEqual([]);
    const programs = notations.map((notation) => {
      const file = writeDocument(round.random, root, notation);
      const { violations, workflows } = read(file);
      expect(violations, file.text).toEqual([]);
      // Without the positions of its tasks.
      return JSON.stringify(workflows[0]?.program, (_, value) => ('line' in Object(value) ? null : value));
    });
    expect(programs[0]).toContain('"nets"');
    expect(new Set(programs).size).toBe(1);
  });
});

test(`[Q1.1][Q1.2][Q1.3][L7] property 9: one mistake of any kind is reported once, with line and column, and the JSON Schema refuses it if it is one of keys or types, ${about}`, async () => {
  const rules = new Set<string>();
  let corrected = 0;
  await makeEach(109, mistakeKinds, turn, ({ kind, draft, file, result: { violations } }) => {
    for (const { rule } of violations) rules.add(rule);
    expect(conforms(dataOf(draft.root)), `${kind.name}\n${file.text}`).toBe(!kind.isStructural);
    if (kind.isCorrected !== true) return;
    corrected += 1;
    const edits = violations.flatMap(({ suggestion }) => suggestion?.edits ?? []);
    expect(found(read({ path: file.path, text: applyEdits(file.text, edits) })), file.text).toEqual([]);
  });
  expect([...rules].sort()).toEqual(everyRule);
  expect(corrected).toBeGreaterThan(rounds / 4);
});

test(`[Q1.1][Q1.2][Q1.3] property 9: several mistakes at once are all reported, each at its place, ${about}`, async () => {
  const tally = new Tally(mistakeKinds);
  await eachRound(209, (round) => {
    const { random } = round;
    const wanted = random.shuffle(turnOf(mistakeKinds, round, turn));
    while (wanted.length > 1) {
      const draft = draftOf(round, 5);
      const together = wanted.splice(0, random.between(2, 6));
      const { kinds, mistakes } = plantMistakes(draft, together);
      const file = writeDocument(random, draft.root, random.pick(notations));
      const about = `${together.map(({ name }) => name).join(', ')}\n${file.text}`;
      expect(found(read(file)), about).toEqual(expected(file, mistakes));
      if (kinds.length > 1) tally.add(kinds);
    }
  });
  expect(tally.rare(rounds / turn / 4)).toEqual([]);
});

test(`[Q1.1][L7] property 9: a document with a changed character is accepted only if it conforms to the schema, and each error has a position in it, ${about}`, async () => {
  const seen = { accepted: 0, refused: 0, unreadable: 0 };
  await eachRound(309, (round) => {
    const { random } = round;
    const { path, text: valid } = writeDocument(random, draftOf(round, 3).root, random.pick(notations));
    const file = { path, text: garbled(random, valid) };
    const { violations } = read(file);
    const lines = file.text.split('\n');
    for (const { line, column } of violations) {
      const length = lines[line - 1]?.length ?? 0;
      expect(column >= 1 && column <= length + 1, `${line}:${column}\n${file.text}`).toBe(true);
    }
    const { root, violations: faults } = parseDocument(file);
    seen.unreadable += faults.length > 0 ? 1 : 0;
    seen.refused += faults.length === 0 && violations.length > 0 ? 1 : 0;
    if (violations.length > 0) return;
    seen.accepted += 1;
    expect(root !== null && conforms(toJson(root)), file.text).toBe(true);
  });
  expect(Object.entries(seen).filter(([, times]) => times < rounds / 20)).toEqual([]);
});
