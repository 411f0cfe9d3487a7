import { describe, expect, test } from 'vitest';
import type { Json } from '../../../expression/index.ts';
import { createLookUp } from '../conditions/look-up.ts';
import type { GuideContext } from '../model/guide-context.ts';
import type { Criteria } from '../model/schema.ts';
import { checkOutput } from './check-output.ts';
import type { OutputVerdict } from './output-verdict.ts';

function check(
  criteria: Criteria | null,
  output: Json | undefined,
  context: GuideContext = {},
): OutputVerdict {
  return checkOutput(
    { criteria, contract: null, assessments: [], consequences: [] },
    output,
    createLookUp(context),
  );
}

const messages = (verdict: OutputVerdict): readonly string[] =>
  verdict.kind === 'checked' ? verdict.issues.map(({ message }) => message) : ['malformed'];

const suggestions = (verdict: OutputVerdict): readonly string[] =>
  verdict.kind === 'checked' ? verdict.suggestions : [];

const general = 'Review validation criteria and adjust output accordingly.';

/** The three examples of the design, letter by letter. */
const endpoint: Criteria = {
  type: 'schema',
  schema: {
    type: 'object',
    properties: {
      endpoint: { type: 'string', pattern: '^/api/' },
      method: { type: 'string', enum: ['GET', 'POST', 'PUT', 'DELETE'] },
      authentication: { type: 'boolean' },
    },
    required: ['endpoint', 'method'],
  },
  message: 'API endpoint must follow required structure',
};
const largeTasks: Criteria = {
  type: 'contains',
  value: 'comprehensive tests',
  condition: { var: 'taskScope', equals: 'large' },
  message: 'Large tasks require comprehensive testing',
};
const authentication: Criteria = {
  and: [
    { type: 'contains', value: 'authentication', message: 'Must include authentication' },
    {
      or: [
        { type: 'contains', value: 'jwt', message: 'Should use JWT' },
        { type: 'contains', value: 'session', message: 'Should use sessions' },
      ],
    },
  ],
};

describe('the examples of the design', () => {
  test('[U5.1] a JSON Schema accepts matching data and text', () => {
    const data = { endpoint: '/api/users', method: 'GET', authentication: true };
    for (const output of [data, JSON.stringify(data)]) {
      expect(check([endpoint], output)).toEqual({
        kind: 'checked',
        valid: true,
        issues: [],
        suggestions: [],
      });
      expect(check(endpoint, output)).toMatchObject({ valid: true });
    }
  });

  test('[U5.1] [U5.3] a JSON Schema has one issue with its message, and suggestions with locations', () => {
    expect(check([endpoint], { endpoint: '/users', method: 'FETCH' })).toEqual({
      kind: 'checked',
      valid: false,
      issues: [
        {
          message: 'API endpoint must follow required structure',
          path: 'validationCriteria[0]',
          rule: 'schema',
          expected: '“endpoint”: a text that matches “^/api/”',
          actual: '“/users”',
        },
      ],
      suggestions: [
        general,
        'Change “endpoint” to a text that matches “^/api/”, for example "/api/": “/users” was found.',
        'Change “method” to one of “GET”, “POST”, “PUT”, “DELETE”, for example "GET": “FETCH” was found.',
      ],
    });
  });

  test('[U5.1] a rule with a condition applies only if the condition holds', () => {
    const output = 'Implemented basic feature functionality with standard patterns.';
    expect(messages(check([largeTasks], output, { taskScope: 'large' }))).toEqual([
      'Large tasks require comprehensive testing',
    ]);
    expect(check([largeTasks], output, { taskScope: 'small' })).toMatchObject({ valid: true });
    expect(check([largeTasks], output)).toMatchObject({ valid: true });
  });

  test.each<[output: string, issues: readonly string[]]>([
    ['authentication by jwt', []],
    ['authentication by session', []],
    ['jwt', ['Must include authentication']],
    ['authentication', ['Should use JWT', 'Should use sessions']],
    ['nothing', ['Must include authentication', 'Should use JWT', 'Should use sessions']],
  ])('[U5.2] a composition reports the leaves that failed: “%s”', (output, issues) => {
    expect(messages(check(authentication, output))).toEqual(issues);
  });

  test('[U5.2] paths identify the leaf', () => {
    const verdict = check(authentication, 'authentication');
    expect(verdict.kind === 'checked' && verdict.issues.map(({ path }) => path)).toEqual([
      'validationCriteria.and[1].or[0]',
      'validationCriteria.and[1].or[1]',
    ]);
  });

  test('[U5.1] every unmet rule with a true condition adds its message', () => {
    const criteria: Criteria = [
      {
        type: 'regex',
        pattern: 'repository|strategy|observer',
        flags: 'i',
        message: 'Expert implementation should use advanced patterns',
        condition: { var: 'userExpertise', equals: 'expert' },
      },
      {
        type: 'contains',
        value: 'optimization',
        message: 'Complex tasks require optimization considerations',
        condition: { var: 'complexity', gt: 0.8 },
      },
      { type: 'length', min: 500, message: 'Too short', condition: { var: 'taskScope', equals: 'small' } },
    ];
    const context = { userExpertise: 'expert', complexity: 0.9, taskScope: 'large' };
    const verdict = check(criteria, 'Implemented basic feature functionality.', context);
    expect(messages(verdict)).toEqual([
      'Expert implementation should use advanced patterns',
      'Complex tasks require optimization considerations',
    ]);
    expect(suggestions(verdict)).toEqual([
      general,
      'Include a text that matches “repository|strategy|observer” (flags i), for example “repository”.',
      'Include the text “optimization” with exactly these upper- and lower-case letters.',
    ]);
  });
});

test.each<[what: string, output: Json | undefined]>([
  ['no output', undefined],
  ['null', null],
  ['an empty text', ''],
  ['a blank text', ' \n\t '],
])('[U5.1] without criteria %s is an issue', (_, output) => {
  for (const criteria of [null, []]) {
    const verdict = check(criteria, output);
    expect(messages(verdict)).toEqual(['Output is empty or invalid.']);
    expect(suggestions(verdict)).toEqual(['Provide valid output content.']);
  }
});

test.each<[output: Json]>([['x'], [0], [false], [{}], [[]]])(
  '[U5.1] without criteria %j is an output',
  (output) => expect(check(null, output)).toMatchObject({ valid: true }),
);

test('[U5.1] if no rule applies, a blank output is treated as without criteria', () => {
  expect(messages(check([largeTasks], ' '))).toEqual(['Output is empty or invalid.']);
});

test.each<[output: Json, met: boolean]>([
  ['say "hello"', true],
  [{ say: 'hello' }, true],
  ['Say "Hello"', false],
  [{ Say: 'hello' }, false],
])('[U5.1] rules search the JSON text of data: %j', (output, met) => {
  const rules: Criteria = [
    { type: 'contains', value: 'say', message: 'a' },
    { type: 'regex', pattern: '"hello"', message: 'b' },
  ];
  expect(check(rules, output)).toMatchObject({ valid: met });
});

describe('length', () => {
  const rule = (min?: number, max?: number): Criteria => [
    {
      type: 'length',
      message: 'L',
      ...(min === undefined ? {} : { min }),
      ...(max === undefined ? {} : { max }),
    },
  ];

  test.each<[min: number | undefined, max: number | undefined, output: string, said: readonly string[]]>([
    [3, 5, 'abc', []],
    [3, 5, 'abcde', []],
    [undefined, undefined, 'a', []],
    [2, undefined, '👍🏽', []],
    [undefined, 1, '👍', []],
    [3, 5, 'ab', ['Write at least 1 character more: expected 3 to 5 characters, found 2.']],
    [3, 5, 'abcdefg', ['Remove at least 2 characters: expected 3 to 5 characters, found 7.']],
    [10, undefined, '', ['Write at least 10 characters more: expected at least 10 characters, found 0.']],
    [undefined, 1, 'é́', ['Remove at least 1 character: expected at most 1 character, found 2.']],
  ])('[U5.1] [U5.3] min %s, max %s, “%s”', (min, max, output, said) => {
    const verdict = check(rule(min, max), output);
    expect(verdict).toMatchObject({ valid: said.length === 0 });
    expect(suggestions(verdict).slice(1)).toEqual(said);
  });

  test('[U5.2] missing both bounds is one issue', () => {
    const verdict = check(rule(9, 2), 'abcd');
    expect(messages(verdict)).toEqual(['L']);
    expect(suggestions(verdict)).toHaveLength(3);
  });
});

test('[U5.3] if only the case differs, the suggestion says so', () => {
  const verdict = check([{ type: 'contains', value: 'jwt', message: 'M' }], 'We use JWT here');
  expect(suggestions(verdict)).toEqual([
    general,
    'Write “jwt” with exactly these upper- and lower-case letters: “JWT” was found.',
  ]);
});

test.each<[message: string, told: string]>([
  ['Must not contain TODO', 'Must not contain TODO'],
  ["Don't leave TODOs", "Don't leave TODOs"],
  ['Contains TODO', 'Not: Contains TODO'],
])('[U5.2] a negated rule is reported by its message: %s', (message, told) => {
  const verdict = check({ not: { type: 'contains', value: 'TODO', message } }, 'TODO: all');
  expect(messages(verdict)).toEqual([told]);
  expect(suggestions(verdict)).toEqual([general, 'Remove the text “TODO”.']);
  expect(check({ not: { type: 'contains', value: 'TODO', message } }, 'done')).toMatchObject({ valid: true });
});

test('[U5.2] a rule that does not apply decides nothing under a not', () => {
  expect(check({ not: largeTasks }, 'comprehensive tests')).toMatchObject({ valid: true });
  expect(check({ not: largeTasks }, 'x', { taskScope: 'large' })).toMatchObject({ valid: true });
  const verdict = check({ not: largeTasks }, 'comprehensive tests', { taskScope: 'large' });
  expect(messages(verdict)).toEqual(['Not: Large tasks require comprehensive testing']);
});

describe('invalid criteria', () => {
  const bad = (criteria: unknown): OutputVerdict => check(criteria as Criteria, 'x');
  const leaf = { type: 'contains', value: 'x', message: 'm' };
  let deep: unknown = leaf;
  for (let i = 0; i < 60; i += 1) deep = { not: deep };

  test.each<[what: string, criteria: unknown, said: RegExp]>([
    ['a text', 'x', /neither a rule nor a composition/],
    ['a number', 5, /neither a rule/],
    ['nothing in it', {}, /none of these keys/],
    ['two operators', { and: [leaf], or: [leaf] }, /and and or/],
    ['an empty composition', { or: [] }, /validationCriteria\.or: .*at least one rule/],
    ['a list in a list', [[leaf]], /validationCriteria\[0\]: This is neither/],
    ['an unknown type', [{ ...leaf, type: 'magic' }], /validationCriteria\[0\]\.type: .*contains, regex/],
    ['no message', [{ type: 'contains', value: 'x' }], /needs a message/],
    ['no value', [{ type: 'contains', message: 'm' }], /text as its value/],
    ['no pattern', { and: [{ type: 'regex', message: 'm' }] }, /and\[0\]: .*text as its pattern/],
    [
      'a bad pattern',
      [{ type: 'regex', pattern: '(', message: 'm' }],
      /\[0\]\.pattern: .*missing closing \)/,
    ],
    ['look-ahead', [{ type: 'regex', pattern: '(?=a)', message: 'm' }], /Look-ahead .* not available/],
    ['a bad flag', [{ type: 'regex', pattern: 'a', flags: 'x', message: 'm' }], /flag “x”/],
    [
      'flags of another type',
      [{ type: 'regex', pattern: 'a', flags: 1, message: 'm' }],
      /Flags must be a text/,
    ],
    ['a bad bound', [{ type: 'length', min: '1', message: 'm' }], /numbers as its min and max/],
    ['a bad condition', [{ ...leaf, condition: { and: 5 } }], /\[0\]\.condition: /],
    ['too deep', deep, /nested more than 50 levels deep/],
    [
      'too much in patterns',
      Array.from({ length: 60 }, () => ({ type: 'regex', pattern: 'x'.repeat(900), message: 'm' })),
      /Patterns can have at most 50000 characters in total/,
    ],
    ['too many', Array.from({ length: 1001 }, () => leaf), /more than 1000 rules/],
  ])('[U5.4] %s', (_, criteria, said) => {
    const verdict = bad(criteria);
    expect(verdict).toMatchObject({ kind: 'malformed', what: 'criteria' });
    expect(verdict.kind === 'malformed' && verdict.message).toMatch(said);
  });

  test.each<[what: string, schema: unknown]>([
    ['a text', 'string'],
    ['nothing', undefined],
    ['an unknown type', { type: 'strin' }],
    ['a bad pattern', { pattern: '(' }],
    ['a reference to nowhere', { $ref: '#/no' }],
  ])('[U5.4] a malformed schema is reported separately: %s', (_, schema) => {
    const verdict = bad([{ type: 'schema', schema, message: 'm', condition: { var: 'no', equals: 1 } }]);
    expect(verdict).toMatchObject({ kind: 'malformed', what: 'schema' });
    expect(verdict.kind === 'malformed' && verdict.message).toMatch(/^validationCriteria\[0\]\.schema: /);
  });

  test('[U5.4] all errors are reported at once', () => {
    const verdict = bad([
      { type: 'magic', message: 'm' },
      leaf,
      { type: 'regex', pattern: '(', message: 'm' },
    ]);
    expect(verdict.kind === 'malformed' && verdict.message.split('\n')).toHaveLength(2);
  });
});

test.each([
  ['^(feat|fix)(\\(\\w+\\))?: .{3,}', 'm'],
  ['\\bRFC \\d{3,4}\\b', 'i'],
  ['^## (Risks|Open questions)$', 'm'],
])('[U5.3] the example of a suggestion meets the rule: %s', (pattern, flags) => {
  const criteria: Criteria = [{ type: 'regex', pattern, flags, message: 'M' }];
  const example = /for example “(.*)”\.$/s.exec(suggestions(check(criteria, 'x'))[1] ?? '')?.[1];
  expect(check(criteria, example)).toMatchObject({ valid: true });
});
