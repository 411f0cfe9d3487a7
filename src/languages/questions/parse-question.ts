/** Parses a question: its rules, its choices, and where its answer comes from. */
import { createMatcher } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import { type Located, toJson } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { type FlowNames, readAutomatic, readFormula } from './expressions.ts';
import type { Question, Rules } from './flow.ts';
import { type FieldsOf, type FlowParseContext, takeId } from './flow-parse-context.ts';
import type { choicesFromShape, questionShape, validationShape } from './flow-shape.ts';
import { parseCall } from './parse-call.ts';
import { problemOfValue } from './validate-answer.ts';

/** Parameters of every flow. */
const reservedIds = ['answers', 'operations', 'result'];

export function parseQuestion(context: FlowParseContext, fields: FieldsOf<typeof questionShape>): Question {
  const { reporter, names, secrets } = context;
  const id = fields.read('id') ?? '';
  takeId(context, fields.value('id'), id, 'a question');
  const idLocated = fields.value('id');
  if (idLocated !== undefined && reservedIds.includes(id)) {
    report(reporter, idLocated, {
      rule: 'reserved-name',
      message: `A question cannot be called “${id}”: the name is reserved.`,
      expected: 'another id',
      actual: id,
    });
  }
  const type = fields.read('type', 'string');
  const automatic = fields.read('automatic_answer');
  const from = fields.read('choices_from');
  const validation = fields.read('validation');
  const env = fields.value('env');
  if (env !== undefined && !/^[A-Za-z_][A-Za-z0-9_]*$/.test(fields.read('env') ?? '')) {
    report(reporter, env, {
      rule: 'bad-name',
      message: '“env” must be the name of an environment variable.',
      expected: 'a name such as API_TOKEN',
      actual: describeLocated(env),
    });
  }
  const question: Question = {
    id,
    type,
    prompt: fields.read('prompt') ?? '',
    helpText: fields.read('help_text', ''),
    default: fields.read('default') ?? null,
    secrets: secrets.get(id) ?? [],
    rules: validation === undefined ? noRules : parseRules(reporter, validation, type, names),
    automatic: automatic === undefined ? null : readAutomatic(reporter, automatic, names),
    choicesFrom: from === undefined ? null : parseChoicesFrom(context, from),
  };
  checkQuestion(context, fields, question);
  return question;
}

const noRules: Rules = {
  regex: null,
  min: null,
  max: null,
  choices: null,
  format: null,
  rule: null,
  message: '',
};

function parseRules(
  reporter: Reporter,
  fields: FieldsOf<typeof validationShape>,
  type: Question['type'],
  names: FlowNames,
): Rules {
  const regex = fields.read('regex') ?? null;
  const matcher = regex === null ? null : createMatcher(regex);
  const written = fields.value('regex');
  if (matcher?.kind === 'problem' && written !== undefined) {
    report(reporter, written, {
      rule: 'bad-pattern',
      message: `The regular expression is not valid: ${matcher.message}`,
      expected: 'a regular expression without look-around and back-references',
      actual: describeLocated(written),
    });
  }
  const of = {
    regex: 'string',
    format: 'string',
    min_value: 'integer',
    max_value: 'integer',
    choices: 'choice',
  } as const;
  for (const [key, only] of Object.entries(of)) {
    const entry = fields.entry(key as keyof typeof of);
    if (entry === undefined || type === only) continue;
    reporter.report({
      at: entry.keySpan,
      path: entry.value.path,
      rule: 'misplaced-key',
      message: `“${key}” is not allowed here: it is for questions of the type ${only}.`,
      expected: only,
      actual: type,
    });
  }
  const rule = fields.read('rule');
  const items = fields.read('choices')?.items;
  return {
    regex: matcher?.kind === 'matcher' ? regex : null,
    min: fields.read('min_value') ?? null,
    max: fields.read('max_value') ?? null,
    choices: items?.map((item) => (item.kind === 'scalar' ? String(item.value) : '')) ?? null,
    format: fields.read('format') ?? null,
    rule: rule === undefined ? null : readFormula(reporter, rule, 'A rule', names),
    message: fields.read('message') ?? '',
  };
}

function checkQuestion(
  { reporter }: FlowParseContext,
  fields: FieldsOf<typeof questionShape>,
  question: Question,
): void {
  const { id, type, rules, choicesFrom, secrets } = question;
  const wrong = (at: Located, rule: string, message: string, expected: string): void =>
    report(reporter, at, { rule, message, expected, actual: describeLocated(at) });
  if (type === 'choice' && rules.choices === null && choicesFrom === null) {
    wrong(
      fields.map,
      'missing-choices',
      `The question “${id}” has no choices.`,
      'choices under “validation”, or “choices_from”',
    );
  }
  if (rules.min !== null && rules.max !== null && rules.min > rules.max) {
    wrong(
      fields.map,
      'empty-range',
      `No integer is at least ${rules.min} and at most ${rules.max}.`,
      'min_value ≤ max_value',
    );
  }
  const env = fields.value('env');
  if (env !== undefined && secrets.length === 0)
    wrong(
      env,
      'misplaced-key',
      '“env” is not allowed here: it is for sensitive questions.',
      'sensitive: true',
    );
  if (secrets.length > 0 && type !== 'string')
    wrong(fields.map, 'wrong-type', `“${id}” is sensitive, so its type must be string.`, 'type: string');
  const initial = fields.value('default');
  if (initial === undefined || question.default === null) return;
  const problem = problemOfValue(question, toJson(initial), null);
  if (problem !== null && problem.rule !== 'required')
    wrong(initial, 'bad-default', `The default is not a valid answer. ${problem.message}`, problem.expected);
}

function parseChoicesFrom(context: FlowParseContext, fields: FieldsOf<typeof choicesFromShape>) {
  return {
    ...parseCall(context, fields, context.names),
    items: fields
      .read('items', '')
      .split('.')
      .filter((part) => part !== ''),
    value: fields.read('value') ?? null,
  };
}
