/** Parses a question: its rules, its choices, and where its answer comes from. */
import { createMatcher } from '../../expression/index.ts';
import { describeLocated } from '../document/describe.ts';
import { findEntry, type Located, toJson } from '../document/located.ts';
import { report } from '../document/report.ts';
import type { Reporter } from '../document/reporter.ts';
import { boolean, text } from '../document/value-types.ts';
import { readAutomatic, readFormula } from './expressions.ts';
import type { Question, Rules } from './flow.ts';
import { type FieldsOf, type FlowParseContext, takeId } from './flow-parse-context.ts';
import type { choicesFromShape, questionShape, validationShape } from './flow-shape.ts';
import { parseCall } from './parse-call.ts';
import { problemOfValue } from './validate-answer.ts';

/** Parameters of every flow. */
const reservedIds = ['answers', 'operations', 'result'];

export function parseQuestion(context: FlowParseContext, fields: FieldsOf<typeof questionShape>): Question {
  const { reporter, names } = context;
  const id = fields.read('id');
  const idLocated = fields.value('id');
  takeId(context, idLocated, id, 'a question');
  if (idLocated !== undefined && id !== undefined && reservedIds.includes(id)) {
    report(reporter, idLocated, {
      rule: 'reserved-name',
      message: `A question cannot be called “${id}”: the name is reserved.`,
      expected: 'another id',
      actual: id,
    });
  }
  const type = fields.read('type');
  const automatic = fields.read('automatic_answer');
  const from = fields.read('choices_from');
  const validation = fields.read('validation');
  checkVariable(context, fields, id);
  const question: Question = {
    id: id ?? '',
    type: type ?? 'string',
    prompt: fields.read('prompt') ?? '',
    helpText: fields.read('help_text', ''),
    default: fields.read('default') ?? null,
    secrets: [...(names.secrets.get(id ?? '') ?? [])],
    rules: validation === undefined ? noRules : parseRules(context, validation, type),
    automatic: automatic === undefined ? null : readAutomatic(reporter, automatic, names),
    choicesFrom: from === undefined ? null : parseChoicesFrom(context, from),
  };
  const rule = validation?.value('rule');
  if (rule !== undefined && question.rules.rule !== null) context.rules.set(question, rule);
  // Of an unknown type, nothing can be said.
  if (type !== undefined) checkQuestion(reporter, fields, validation, question);
  return question;
}

/** That of a sensitive question. What “sensitive” means was surveyed, because expressions depend on it. */
function checkVariable(
  { reporter, names }: FlowParseContext,
  fields: FieldsOf<typeof questionShape>,
  id: string | undefined,
): void {
  const sensitive = fields.value('sensitive');
  const isReadable = sensitive === undefined || boolean.read(reporter, sensitive, 'sensitive') !== undefined;
  const [located, env] = [fields.value('env'), fields.read('env')];
  if (located === undefined || env === undefined) return;
  const actual = describeLocated(located);
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(env)) {
    const message = '“env” must be the name of an environment variable.';
    report(reporter, located, { rule: 'bad-name', message, expected: 'a name such as API_TOKEN', actual });
  }
  if (isReadable && id !== undefined && !names.secrets.has(id)) {
    const at = fields.entry('env')?.keySpan ?? located.span;
    const message = '“env” is not allowed here: it is for sensitive questions.';
    reporter.report({
      ...{ at, path: located.path, rule: 'misplaced-key' },
      ...{ message, expected: 'sensitive: true', actual },
    });
  }
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
  { reporter, names }: FlowParseContext,
  fields: FieldsOf<typeof validationShape>,
  type: Question['type'] | undefined,
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
    if (entry === undefined || type === undefined || type === only) continue;
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
  const count = reporter.count();
  const tree = rule === undefined ? null : readFormula(reporter, rule, 'A rule', names);
  const isRuleRight = reporter.count() === count;
  const listed = fields.read('choices');
  if (listed?.items.length === 0 && type === 'choice') {
    report(reporter, listed, {
      rule: 'missing-choices',
      message: 'The list of choices is empty, so the question has no answer.',
      expected: 'a choice',
      actual: 'an empty list',
    });
  }
  return {
    regex: matcher?.kind === 'matcher' ? regex : null,
    min: fields.read('min_value') ?? null,
    max: fields.read('max_value') ?? null,
    choices: listed?.items.map((item) => text.read(reporter, item, 'A choice') ?? '') ?? null,
    format: fields.read('format') ?? null,
    rule: isRuleRight ? tree : null,
    message: fields.read('message') ?? '',
  };
}

function checkQuestion(
  reporter: Reporter,
  fields: FieldsOf<typeof questionShape>,
  validation: FieldsOf<typeof validationShape> | undefined,
  question: Question,
): void {
  const { id, type, rules, secrets } = question;
  const wrong = (at: Located, rule: string, message: string, expected: string): void =>
    report(reporter, at, { rule, message, expected, actual: describeLocated(at) });
  if (type === 'choice' && !hasChoices(fields, validation)) {
    wrong(
      fields.map,
      'missing-choices',
      `The question “${id}” has no choices.`,
      'choices under “validation”, or “choices_from”',
    );
  }
  if (rules.min !== null && rules.max !== null && rules.min > rules.max) {
    wrong(
      validation?.value('max_value') ?? fields.map,
      'empty-range',
      `No integer is at least ${rules.min} and at most ${rules.max}.`,
      'min_value ≤ max_value',
    );
  }
  if (secrets.length > 0 && type !== 'string')
    wrong(
      fields.value('type') ?? fields.map,
      'wrong-type',
      `“${id}” is sensitive, so its type must be string.`,
      'type: string',
    );
  const initial = fields.value('default');
  if (initial === undefined || question.default === null) return;
  const problem = problemOfValue(question, toJson(initial), null);
  if (problem !== null && problem.rule !== 'required')
    wrong(initial, 'bad-default', `The default is not a valid answer. ${problem.message}`, problem.expected);
}

/** Those that cannot be read, or are misplaced, are reported where they are read. */
function hasChoices(
  fields: FieldsOf<typeof questionShape>,
  validation: FieldsOf<typeof validationShape> | undefined,
): boolean {
  if (fields.value('choices_from') !== undefined || findEntry(fields.map, 'choices') !== undefined)
    return true;
  if (validation === undefined) return fields.value('validation') !== undefined;
  return validation.value('choices') !== undefined;
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
