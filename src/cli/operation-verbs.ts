/**
 * The verbs that follow from operations alone: `signalbox <verb> ARGUMENTS [--field value …]`. Arguments, options and
 * help are those of the operation's input; the answer is printed field by field.
 */
import type { Json } from '../expression/index.ts';
import { fieldValue } from '../operations/contract/field-value.ts';
import { fieldsOf } from '../operations/contract/fields-of.ts';
import { type AnyOperation, confirmTokenName } from '../operations/index.ts';
import { registry as operations } from '../operations/registry.ts';
import type { Command, CommandArguments, Option, Verb } from './arguments/command.ts';
import { jsonOption, sessionOptions, yesOption } from './arguments/options.ts';
import { findValueSource } from './completion/value-sources.ts';
import type { Host } from './host/host.ts';
import { answerPrinters } from './print/answer-printers.ts';
import { describeAnswer } from './print/describe-answer.ts';
import { printJson } from './print/print-json.ts';
import { callConfirmed } from './session/call-confirmed.ts';
import { findItem } from './session/find-item.ts';
import { findRun } from './session/find-run.ts';
import { type Session, withSession } from './session/session.ts';

type Fields = { readonly [name: string]: Json };

/** @param own verbs with a command of their own: the first word decides */
export function operationVerbs(
  own: ReadonlyMap<string, Verb>,
  { registry = operations }: Host,
): readonly (readonly [string, Verb])[] {
  return registry.names.flatMap((name) => {
    const operation = registry.get(name);
    const verb = operation.verb?.name;
    if (verb === undefined || own.has(verb) || own.has(verb.split(' ')[0] ?? '')) return [];
    return [[verb, { summary: asClause(operation.summary), load: async () => commandOf(operation, verb) }]];
  });
}

/** A field of the input: an argument or an option. */
interface Field {
  readonly name: string;
  readonly schema: Fields;
  readonly isRequired: boolean;
  readonly isArgument: boolean;
  /** How the help calls its value: `RUN`. */
  readonly label: string;
  readonly option: Option;
}

function commandOf(operation: AnyOperation, verb: string): Command {
  const { summary, writes, verb: { args = {} } = {}, examples = [{ input: {} }] } = operation;
  const { schemas, required } = fieldsOf(operation);
  const confirms = operation.confirmation !== undefined;
  const names = new Set([...Object.keys(args), ...schemas.keys()]);
  // A person confirms, or `--yes`.
  if (confirms) names.delete(confirmTokenName);
  const fields = [...names].map((name) =>
    fieldOf(name, schemas.get(name) ?? {}, args[name], required.has(name)),
  );
  const positional = fields.filter(({ isArgument }) => isArgument);
  const others = fields.filter(({ isArgument }) => !isArgument);
  const usage = [
    ...positional.map(({ label, isRequired }) => (isRequired ? label : `[${label}]`)),
    ...others.flatMap(({ option, label, isRequired }) => (isRequired ? [`${option.name} ${label}`] : [])),
  ].join(' ');
  const min = positional.filter(({ isRequired }) => isRequired).length;
  const hasWords = manyWords.has(positional.at(-1)?.label ?? '');
  return {
    meaning: summary,
    ...(usage === '' ? {} : { arguments: { usage, min, ...(hasWords ? {} : { max: positional.length }) } }),
    options: [
      ...others.map(({ option }) => option),
      ...(confirms ? [yesOption] : []),
      ...[jsonOption, ...sessionOptions],
    ],
    examples: examples.map(({ input }) =>
      [verb, ...fields.flatMap((field) => wordsOf(field, input))].join(' '),
    ),
    run: (given, host) =>
      withSession(given, host, (session) => perform(session, host, given, operation, fields), {
        readOnly: !writes,
      }),
  };
}

/** The last argument takes all words that are left. */
const manyWords: ReadonlySet<string> = new Set(['WORDS', 'COMMAND']);

/** @param argument how the help calls it; `undefined`: it is an option */
function fieldOf(name: string, schema: Fields, argument: string | undefined, isRequired: boolean): Field {
  const { type, description = '', default: assumed } = schema;
  const label = argument ?? labelOf(name, schema);
  const option: Option = {
    name: `--${name.replaceAll(/_|(?=[A-Z])/g, '-').toLowerCase()}`,
    ...(type === 'boolean' && assumed !== true ? {} : { value: label }),
    ...(type === 'array' ? { repeats: true } : {}),
    meaning: asClause(String(description)),
  };
  return { name, schema, isRequired, isArgument: argument !== undefined, label, option };
}

/** Ids of runs and work items may be shortened, as with other verbs. */
const resolvers: Readonly<Record<string, (session: Session, word: string) => Promise<string>>> = {
  RUN: findRun,
  ITEM: async (session, word) => (await findItem(session, word)).item,
};

function labelOf(name: string, { type, enum: choices }: Fields): string {
  const known = name.toUpperCase();
  if (findValueSource(known) !== undefined) return known;
  if (Array.isArray(choices)) return choices.join('|');
  if (type === 'integer' || type === 'number') return 'N';
  return type === 'string' ? 'TEXT' : type === 'array' ? 'LIST' : 'JSON';
}

async function perform(
  session: Session,
  host: Host,
  given: CommandArguments,
  { name, rest }: AnyOperation,
  fields: readonly Field[],
): Promise<number> {
  const input: Record<string, Json> = {};
  for (const [at, field] of fields.entries()) {
    // The arguments come first.
    const texts = field.isArgument ? wordsAt(given, at, fields) : textsOf(field.option, given);
    if (texts.length > 0) input[field.name] = await readValue(session, field, texts);
  }
  // Its schema defines the result.
  const answer: Fields = await callConfirmed(host, given, (confirmed) =>
    session.call(name as never, { ...input, ...confirmed }),
  );
  if (given.chosen.has('--json')) {
    printJson(host, answer);
    return 0;
  }
  const { answerField = '', inputField = '' } = rest?.pagination ?? {};
  const { [answerField]: cursor = null, ...shown } = answer;
  const printer = Object.hasOwn(answerPrinters, name) ? answerPrinters[name] : undefined;
  const text = (printer?.draw ?? describeAnswer)(host, shown);
  if (text === '') host.err(`${printer?.none ?? 'There is nothing to show.'}\n`);
  else host.out(text);
  if (cursor !== null) host.err(`There are more: add --${inputField} ${cursor}\n`);
  return 0;
}

function wordsAt(
  { arguments: given }: CommandArguments,
  at: number,
  fields: readonly Field[],
): readonly string[] {
  const isLast = fields[at + 1]?.isArgument !== true;
  const words = given.slice(at, isLast ? undefined : at + 1);
  return words.length === 0 ? [] : [words.join(' ')];
}

const textsOf = ({ name }: Option, { chosen, values }: CommandArguments): readonly string[] =>
  chosen.has(name) ? (values.get(name) ?? ['true']) : [];

/** A value that is not JSON stays text: the operation reports it. */
async function readValue(
  session: Session,
  { schema, label }: Field,
  texts: readonly string[],
): Promise<Json> {
  const [text = ''] = texts;
  const resolve = Object.hasOwn(resolvers, label) ? resolvers[label] : undefined;
  if (resolve !== undefined) return resolve(session, text);
  if (schema['type'] === 'string' || !/^\s*(?:[{["]|null\s*$)/.test(text)) return fieldValue(texts, schema);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** A longer word of an example is cut. */
const maxWord = 40;

/** The words of an example for this field. */
function wordsOf({ name, isArgument, option }: Field, { [name]: value }: Fields): readonly string[] {
  if (value === undefined) return [];
  if (option.value === undefined && !isArgument) return [option.name];
  const whole = typeof value === 'string' ? value : JSON.stringify(value);
  const text = whole.length > maxWord ? `${whole.slice(0, 8)}…` : whole;
  const word = /^[\w./:@…-]+$/.test(text) ? text : `'${text}'`;
  return isArgument ? [word] : [option.name, word];
}

/** `Lists connectors.` → `lists connectors`. */
const asClause = (sentence: string): string =>
  sentence.replace(/^[A-Z](?=[a-z ])/, (letter) => letter.toLowerCase()).replace(/\.$/, '');
