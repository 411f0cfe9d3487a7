/** Documents that are larger than a flow or an adapter can be. */
import { describe, expect, test } from 'vitest';
import { readQuestions } from '../../src/languages/questions/read-questions.ts';

const times = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('\n');

const read = (text: string) => readQuestions({ path: 'large.yaml', text }, { operations: null }).violations;

const head = 'version: "1.0.0"\nworkflow_id: large\nstates:\n';
const question = (id: string, more = '') => `question: { id: ${id}, type: string, prompt: "What?"${more} }`;
/** One after the other. */
const states = (count: number, more: (at: number) => string = () => '') =>
  times(
    count,
    (at) =>
      `  s${at}: { ${question(`q${at}`, more(at))}${at + 1 < count ? `, next_state: s${at + 1}` : ''} }`,
  );
const nested = (count: number, of: number) =>
  times(
    count,
    (level) =>
      `  w${level}:\n    states:\n${times(of, (at) => `      s${at}: { ${question(`q${level}.${at}`)} }`)}`,
  );

describe('flows', () => {
  test.each([
    ['1000 states in a workflow', '1001', `${head}${states(1001)}`],
    ['2000 states in all', '2001', `${head}${states(1)}\nworkflows:\n${nested(4, 500)}`],
    ['500 nested workflows', '501', `${head}${states(1)}\nworkflows:\n${nested(501, 1)}`],
    [
      '10000 transitions',
      '10001',
      `${head}${states(2)}\ntransitions:\n${times(10_001, () => '  - { from_state: s0, to_state: s1 }')}`,
    ],
    [
      '1000 operations',
      '1001',
      `${head}${states(1)}\n    operations:\n`.replace(/ {2}s0: \{ (.*) \}/, '  s0:\n    $1') +
        times(1_001, (at) => `      - { id: o${at}, call: echo }`),
    ],
  ])('[Q1.1] at most %s: a larger flow is refused with one error', (limit, actual, text) => {
    expect(read(text)).toMatchObject([
      {
        ...{ rule: 'limit', line: 1, column: 1, expected: `at most ${limit}`, actual },
        message: `A flow can have at most ${limit}, but has ${actual}. Split it into several flows.`,
      },
    ]);
  });

  test('[Q1.3] a secret that is copied many times is a secret in each copy', () => {
    // Each before the one that it copies.
    const secret = (at: number) =>
      at === 199 ? ', sensitive: true' : `, automatic_answer: "$\{q${at + 1}}"`;
    const text = `${head}${states(200, secret)}\ntransitions:\n  - { from_state: s0, to_state: s1, condition: "$\{q0} == 'x'" }`;
    expect(read(text)).toMatchObject([{ rule: 'secret-in-expression', actual: 'q0' }]);
  });
});

describe('adapters', () => {
  const adapter = (inputs: string, more = '') => `adapter: large\nversion: "1"\n${more}inputs:\n${inputs}\n`;
  const input = (at: number, more = '') => `  - { name: i${at}, type: string, prompt: "What?"${more} }`;
  const conditional = (count: number) =>
    times(count, (at) => input(at, at === 0 ? '' : `, when: "$\{large.i0} == 'x'"`));

  test.each([
    ['1000 inputs', '1001', adapter(times(1_001, (at) => input(at)))],
    ['10000 transitions between inputs with “when”', '10011', adapter(conditional(142))],
    [
      '50 capabilities',
      '51',
      adapter(input(0), `requires:\n${times(51, (at) => `  - { capability: c${at} }`)}\n`),
    ],
    ['2000 characters in “base_url”', '2001', adapter(input(0), `base_url: ${'a'.repeat(2_001)}\n`)],
  ])('[Q1.1] at most %s: a larger adapter is refused with one error', (limit, actual, text) => {
    expect(read(text)).toMatchObject([
      {
        ...{ rule: 'limit', line: 1, column: 1, expected: `at most ${limit}`, actual },
        message: `An adapter can have at most ${limit}, but has ${actual}. Split it into several adapters, or shorten it.`,
      },
    ]);
  });

  test('[Q7.3] each input with a condition can be left out', () => {
    expect(read(adapter(conditional(141)))).toEqual([]);
  });
});
