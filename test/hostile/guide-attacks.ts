/** Hostile guides. */
import { type Attack, attackWith, callTool, post, times, validate } from './attack.ts';

const guide = (nth: number, steps: readonly object[]): string =>
  JSON.stringify({ id: `guide-${nth}`, name: 'Long', description: 'Long.', version: '1.0.0', steps });

const step = (at: number, more: object): object => ({
  id: `step-${at}`,
  title: 'Do it',
  prompt: 'Do it.',
  ...more,
});

/** A misspelt key, a missing key, an id that is not allowed and a wrong type in every step. @param count of steps */
const mistaken = (count: number, nth: number): string =>
  guide(
    nth,
    times(count, (at) => ({ id: `Step ${at}`, promt: 'Do it.', guidance: 'Well.', askForFiles: 'yes' })),
  );

/** Numbers in place of texts. @param count of numbers in one list */
const numbers = (count: number, nth: number): string =>
  guide(nth, [step(0, { guidance: times(count, (at) => at) })]);

const unknownKeys = (count: number, nth: number): string =>
  guide(
    nth,
    times(count, (at) => step(at, Object.fromEntries(times(40, (key) => [`runConditon${key}`, key])))),
  );

/** Conditions of 18 levels. */
const deepConditions = (count: number, nth: number): string =>
  guide(
    nth,
    times(count, (at) => step(at, { runCondition: nested(9, at) })),
  );

const nested = (depth: number, at: number): object =>
  depth === 0
    ? { var: `v${at}`, gt: at, lt: at - 1 }
    : {
        or: [
          { and: [nested(depth - 1, at), { var: `w${depth}`, equals: at }] },
          { not: { var: `x${depth}` } },
        ],
      };

const patterns = (count: number, nth: number): string =>
  guide(
    nth,
    times(count, (at) =>
      step(at, {
        validationCriteria: times(20, (rule) => ({
          type: 'regex',
          pattern: `(?:[a-z]{1,${900 - rule}}[^${rule}]{1,${(at % 900) + 1}})`,
          message: 'No.',
        })),
      }),
    ),
  );

const repair = (source: string) => callTool('workflow_validate_json', { workflowJson: source, repair: true });

export const guideAttacks: readonly Attack[] = [
  attackWith('guide: mistakes, repair', { small: 100, full: 2_000 }, (size, nth) =>
    repair(mistaken(size, nth)),
  ),
  attackWith('guide: numbers for texts, repair', { small: 200, full: 30_000 }, (size, nth) =>
    repair(numbers(size, nth)),
  ),
  attackWith('guide: mistakes, check', { small: 500, full: 900 }, (size, nth) =>
    post('/v1/guide-validations', { source: mistaken(size, nth) }),
  ),
  attackWith('guide: unknown keys, repair', { small: 20, full: 300 }, (size, nth) =>
    repair(unknownKeys(size, nth)),
  ),
  attackWith('guide: deep conditions, validate', { small: 20, full: 600 }, (size, nth) =>
    validate(deepConditions(size, nth), 'deep.json'),
  ),
  attackWith('guide: patterns, repair', { small: 10, full: 150 }, (size, nth) => repair(patterns(size, nth))),
];
