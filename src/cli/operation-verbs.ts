/**
 * The verbs that follow from operations alone: `signalbox <verb> ARGUMENTS [--field value …]`. Arguments, options and
 * help are those of the operation's input; the answer is printed field by field.
 */
import type { Json } from '../expression/index.ts';
import { fieldValue } from '../operations/contract/field-value.ts';
import { fieldsOf } from '../operations/contract/fields-of.ts';
import type { AnyOperation } from '../operations/index.ts';
import { registry as operations } from '../operations/registry.ts';
import type { Command, CommandArguments, Option, Verb } from './command.ts';
import { describeAnswer } from './describe-answer.ts';
import { findItem } from './find-item.ts';
import { findRun } from './find-run.ts';
import type { Host } from './host.ts';
import { jsonOption, sessionOptions } from './options.ts';
import { printJson } from './print-json.ts';
import { type Session, withSession } from './session.ts';

type Fields = { readonly [name: string]: Json };

/** @param own verbs with a command of their own: the first word decides */
export function operationVerbs(
  own: ReadonlyMap<string, Verb>,
  { registry = operations }: Host,
): readonly (readonly [string, Verb])[] {
  return registry.names.flatMap((name) => {
    const operation = registry.get(name);
    const verb = operation.verb?.name;
    if (verb === undefined || own.has(verb.split(' ')[0] ?? '')) return [];
    return [[verb, { summary: asClause(operation.summary), load: async () => commandOf(operation, verb) }]];
  });
}

/** A field of the input. */
interface Field {
  readonly name: string;
  readonly schema: Fields;
  readonly isRequired: boolean;
  /** How the help calls its value: `RUN`. */
  readonly label: string;
  readonly option: Option;
}

function commandOf(operation: AnyOperation, verb: string): Command {
  const { summary, verb: { args = {} } = {}, examples = [{ input: {} }] } = operation;
  const { schemas, required } = fieldsOf(operation);
  const fields = [...schemas].map(([name, schema]) =>
    fieldOf(name, schema, required.has(name), args[name] ?? labelOf(name, schema)),
  );
  // In the order of the arguments.
  const positional = Object.keys(args).flatMap((name) => fields.filter((field) => field.name === name));
  const others = fields.filter((field) => !positional.includes(field));
  const demanded = others.filter(({ isRequired }) => isRequired);
  const usage = [
    ...positional.map(({ label, isRequired }) => (isRequired ? label : `[${label}]`)),
    ...demanded.map(({ option: { name, value = '' } }) => `${name} ${value}`),
  ].join(' ');
  return {
    meaning: summary,
    ...(usage === ''
      ? {}
      : {
          arguments: {
            usage,
            min: positional.filter(({ isRequired }) => isRequired).length,
            max: positional.length,
          },
        }),
    options: [...others.map(({ option }) => option), jsonOption, ...sessionOptions],
    examples: examples.map(({ input }) => [verb, ...wordsOf(input, positional, others)].join(' ')),
    run: (given, host) =>
      withSession(given, host, (session) => perform(session, host, given, operation, positional, others), {
        readOnly: !operation.writes,
      }),
  };
}

function fieldOf(name: string, schema: Fields, isRequired: boolean, label: string): Field {
  const { type, description = '', default: assumed } = schema;
  const isSwitch = type === 'boolean' && assumed !== true;
  const option: Option = {
    name: `--${name.replaceAll(/[A-Z_]/g, (letter) => `-${letter.replace('_', '').toLowerCase()}`)}`,
    ...(isSwitch ? {} : { value: label }),
    ...(type === 'array' ? { repeats: true } : {}),
    meaning: asClause(String(description)),
  };
  return { name, schema, isRequired, label, option };
}

/** Ids of runs and work items may be shortened, as with other verbs. */
const resolvers: Readonly<Record<string, (session: Session, word: string) => Promise<string>>> = {
  RUN: findRun,
  ITEM: async (session, word) => (await findItem(session, word)).item,
};

function labelOf(name: string, { type, enum: choices }: Fields): string {
  const known = name.toUpperCase();
  if (Object.hasOwn(resolvers, known)) return known;
  if (Array.isArray(choices)) return choices.join('|');
  if (type === 'integer' || type === 'number') return 'N';
  return type === 'string' ? 'TEXT' : type === 'array' ? 'LIST' : 'JSON';
}

async function perform(
  session: Session,
  host: Host,
  given: CommandArguments,
  { name, rest }: AnyOperation,
  positional: readonly Field[],
  others: readonly Field[],
): Promise<number> {
  const input: Record<string, Json> = {};
  const set = async (field: Field, texts: readonly string[]): Promise<void> => {
    input[field.name] = await readValue(session, field, texts);
  };
  for (const [at, text] of given.arguments.entries()) {
    const field = positional[at];
    if (field !== undefined) await set(field, [text]);
  }
  for (const field of others) {
    const texts = given.values.get(field.option.name);
    if (given.chosen.has(field.option.name)) await set(field, texts ?? ['true']);
  }
  // Its schema defines the result.
  const answer: Fields = await session.call(name as never, input);
  if (given.chosen.has('--json')) {
    printJson(host, answer);
    return 0;
  }
  const { answerField = '', inputField = '' } = rest?.pagination ?? {};
  const { [answerField]: cursor = null, ...shown } = answer;
  const text = describeAnswer(host, shown);
  if (text === '') host.err('There is nothing to show.\n');
  else host.out(text);
  if (cursor !== null) host.err(`There are more: add --${inputField} ${cursor}\n`);
  return 0;
}

/** A value that is not JSON stays text: the operation reports it. */
async function readValue(
  session: Session,
  { schema, label }: Field,
  texts: readonly string[],
): Promise<Json> {
  const [text = ''] = texts;
  const resolve = Object.hasOwn(resolvers, label) ? resolvers[label] : undefined;
  if (resolve !== undefined) return resolve(session, text);
  if (!/^\s*(?:[{["]|null\s*$)/.test(text) || schema['type'] === 'string') return fieldValue(texts, schema);
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

const maxWord = 40;

/** The command line of an example. */
function wordsOf(input: Fields, positional: readonly Field[], others: readonly Field[]): readonly string[] {
  const wordOf = (value: Json | undefined): string => {
    const whole = typeof value === 'string' ? value : JSON.stringify(value);
    const text = whole.length > maxWord ? `${whole.slice(0, 8)}…` : whole;
    return /^[\w./:@…-]+$/.test(text) ? text : `'${text}'`;
  };
  return [
    ...positional.flatMap(({ name }) => (input[name] === undefined ? [] : [wordOf(input[name])])),
    ...others.flatMap(({ name, option }) => {
      if (input[name] === undefined) return [];
      return option.value === undefined ? [option.name] : [option.name, wordOf(input[name])];
    }),
  ];
}

/** `Lists connectors.` → `lists connectors`. */
const asClause = (sentence: string): string =>
  `${sentence.charAt(0).toLowerCase()}${sentence.slice(1).replace(/\.$/, '')}`;
